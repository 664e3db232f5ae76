import { Problem } from '../../../errors/problem.js';
import {
  type AnswerRecord,
  booleanField,
  isJsonObject,
  numberField,
  readBoolean,
  readNumber,
  recordReader,
  textField,
  writeRecord,
} from '../parts/answer-field.js';
import type { Answer, Endpoint, NoParameters, RequestValues } from '../parts/endpoint.js';
import { amount, bit, flag, text } from '../parts/kinds.js';

/** The fields of a sub-user (section 2.4). */
const SUB_USER = {
  /** With the main user's prefix, unless it was created without one. */
  username: textField('username', { section: '2.4' }),
  /** The maximum number of points that the sub-user may use. */
  limit: numberField('limit', { section: '2.4' }),
  /** Points granted on the first day of each month. */
  monthLimit: numberField('month_limit', { section: '2.4' }),
  /** Access to the main account's sender names. */
  senders: booleanField('senders', { section: '2.4' }, 'bit'),
  /** Access to the main account's contact groups. */
  phonebook: booleanField('phonebook', { section: '2.4' }, 'bit'),
  /** The account can be used. */
  active: booleanField('active', { section: '2.4' }),
  /** A description. */
  info: textField('info', { section: '2.4' }),
};

const readUserFields = recordReader(SUB_USER);

type SubUserFields = AnswerRecord<typeof SUB_USER>;

/** A sub-user; what an answer of text leaves out is `null`. */
export interface SubUser extends Omit<SubUserFields, 'username'> {
  /** With the main user's prefix, unless it was created without one. */
  readonly username: string;
}

/** A parameter of all requests about one sub-user. */
/** Says how a sub-user is named (section 4.6). */
const PREFIX = {
  /** The name is without the main user's prefix. */
  withoutPrefix: flag('without_prefix', { section: '4.6' }),
};

/** The changeable properties of a sub-user (section 4.6). */
export const SUB_USER_PARAMETERS = {
  /** Sent as its MD5 digest by default: `passwordHash`. */
  password: text('pass', { section: '4.6', isSecret: true }),
  /** The password for the interface. Default: `password`. */
  apiPassword: text('pass_api', { section: '4.6', isSecret: true }),
  /** The maximum number of points that the sub-user may use. */
  limit: amount('limit', { section: '4.6' }),
  /** Points granted on the first day of each month. */
  monthLimit: amount('month_limit', { section: '4.6' }),
  /** Access to the main account's sender names. */
  senders: bit('senders', { section: '4.6' }),
  /** Access to the main account's contact groups. */
  phonebook: bit('phonebook', { section: '4.6' }),
  /** The account can be used. */
  active: bit('active', { section: '4.6' }),
  /** A description. */
  info: text('info', { section: '4.6' }),
  ...PREFIX,
};

function named(fields: SubUserFields, request: RequestValues): SubUser {
  const { username, ...others } = fields;
  const name = username ?? request.username;
  if (typeof name !== 'string') throw new Problem('has no username');
  return { ...others, username: name };
}

const NAME_ALONE: Omit<SubUserFields, 'username'> = {
  limit: null,
  monthLimit: null,
  senders: null,
  phonebook: null,
  active: null,
  info: null,
};

function readSubUser(json: unknown, request: RequestValues): SubUser {
  if (!isJsonObject(json)) throw new Problem('must be an object');
  const fields = readUserFields(json);
  if (Object.values(fields).every((value) => value === null)) throw new Problem('is not a sub-user');
  return named(fields, request);
}

const OK = /^\s*OK\s*:\s*/i;

function behindOk(value: string): string {
  if (!OK.test(value)) throw new Problem('is not OK');
  let end = value.length;
  while (value[end - 1] === '\n' || value[end - 1] === '\r') end -= 1;
  return value.slice(0, end).replace(OK, '');
}

function inFields(listed: string, count: number): readonly string[] {
  const parts = listed.split(':');
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(':')];
}

const RECORDS = { '': SUB_USER };

const CHANGED: Answer<SubUser> = {
  json: 'the sub-user',
  text: '`OK:<SUB_NAME>`',
  records: RECORDS,
  readJson: readSubUser,
  readText: (input) => ({ ...NAME_ALONE, username: behindOk(input).trim() }),
  writeJson: (user) => writeRecord(SUB_USER, user),
  writeText: ({ username }) => `OK:${username}`,
};

const READ: Answer<SubUser> = {
  json: 'the sub-user',
  text: '`OK:<LIMIT>:<MONTH_LIMIT>:<SENDERS>:<PHONEBOOK>:<ACTIVE>:<INFO>`',
  records: RECORDS,
  readJson: readSubUser,
  readText: (received, requestValues) => {
    const [limit, monthLimit, senders, phonebook, active, info] = inFields(behindOk(received), 6);
    if (active === undefined) throw new Problem('has fewer fields than a sub-user');
    const areFlags = [senders, phonebook, active].every((flag) => readBoolean(flag) !== null);
    if (readNumber(limit) === null || !areFlags) throw new Problem('has fields that a sub-user does not have');
    return named(
      {
        username: null,
        limit: readNumber(limit),
        monthLimit: readNumber(monthLimit),
        senders: readBoolean(senders),
        phonebook: readBoolean(phonebook),
        active: readBoolean(active),
        info: info ?? '',
      },
      requestValues,
    );
  },
  writeJson: (user) => writeRecord(SUB_USER, user),
  writeText: ({ limit, monthLimit, senders, phonebook, active, info }) =>
    `OK:${[limit, monthLimit, ...[senders, phonebook, active].map(Number), info ?? ''].join(':')}`,
};

const LIST: Answer<readonly SubUser[]> = {
  json: 'a list of sub-users',
  text: '`OK: <name>:<name>...`',
  records: { '[]': SUB_USER },
  readJson: (json) => {
    if (!Array.isArray(json)) throw new Problem('must be a list');
    return json.map((one: unknown) => readSubUser(one, {}));
  },
  readText: (body) =>
    behindOk(body)
      .split(':')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((username) => ({ ...NAME_ALONE, username })),
  writeJson: (users) => users.map((user) => writeRecord(SUB_USER, user)),
  writeText: (users) => `OK: ${users.map(({ username }) => username).join(':')}`,
};

const AT = { path: 'user.do', method: 'POST', section: '4.6', variants: ['earlier'] } as const;

const ADD_PARAMETERS = {
  /** The name of the sub-user. */
  username: text('add_user', { section: '4.6' }),
  ...SUB_USER_PARAMETERS,
};

const EDIT_PARAMETERS = {
  /** The name of the sub-user. */
  username: text('set_user', { section: '4.6' }),
  ...SUB_USER_PARAMETERS,
};

const GET_PARAMETERS = {
  /** The name of the sub-user. */
  username: text('get_user', { section: '4.6' }),
  ...PREFIX,
};

/** Creates a sub-user. */
export const ADD_USER: Endpoint<typeof ADD_PARAMETERS, Answer<SubUser>> = {
  ...AT,
  title: 'Creates a sub-user',
  selector: { name: 'add_user' },
  isRead: false,
  parameters: ADD_PARAMETERS,
  answer: CHANGED,
};

/** Changes a sub-user. */
export const EDIT_USER: Endpoint<typeof EDIT_PARAMETERS, Answer<SubUser>> = {
  ...AT,
  title: 'Changes a sub-user',
  selector: { name: 'set_user' },
  isRead: false,
  parameters: EDIT_PARAMETERS,
  answer: CHANGED,
};

/** Reads a sub-user. */
export const GET_USER: Endpoint<typeof GET_PARAMETERS, Answer<SubUser>> = {
  ...AT,
  title: 'Reads a sub-user',
  selector: { name: 'get_user' },
  isRead: true,
  parameters: GET_PARAMETERS,
  answer: READ,
};

/** Lists the sub-users. */
export const LIST_USERS: Endpoint<NoParameters, Answer<readonly SubUser[]>> = {
  ...AT,
  title: 'Lists the sub-users',
  selector: { name: 'list', value: '1' },
  isRead: true,
  parameters: {},
  answer: LIST,
};
