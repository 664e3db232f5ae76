import { Problem } from '../../../errors/problem.js';
import {
  type AnswerRecord,
  booleanField,
  isJsonObject,
  readNumber,
  recordReader,
  textField,
  writeRecord,
} from '../parts/answer-field.js';
import type { Answer, Endpoint, RequestValues } from '../parts/endpoint.js';
import { flag, text } from '../parts/kinds.js';

/** The fields of a sender name (section 2.5). */
const SENDER = {
  /** The sender name. */
  name: textField('sender', { section: '2.5', aliases: ['name'] }),
  /** `ACTIVE` or `INACTIVE`; the list is open. */
  status: textField('status', { section: '2.5' }),
  /** True for the sender name that is used if a send has none. */
  isDefault: booleanField('default', { section: '2.5' }),
};

const readSender = recordReader(SENDER);

/** The same of a single one, whose name has another name. */
const ONE_SENDER = {
  ...SENDER,
  /** The sender name. */
  name: textField('name', { section: '2.5', aliases: ['sender'] }),
};

const readOneSender = recordReader(ONE_SENDER);

type SenderFields = AnswerRecord<typeof SENDER>;

/** A sender name; what an answer of text leaves out is `null`. */
export interface SenderRecord extends Omit<SenderFields, 'name'> {
  readonly name: string;
}

function named({ name: input, ...others }: SenderFields, request: RequestValues): SenderRecord {
  const name = input ?? request.name;
  if (typeof name !== 'string') throw new Problem('has no name');
  return { name, ...others };
}

const OK = /^\s*OK\b\s*:?\s*/i;

function behindOk(value: string): string {
  if (!OK.test(value)) throw new Problem('is not OK');
  return value.replace(OK, '').trim();
}

const STATUS_PARAMETERS = {
  /** The sender name. */
  name: text('status', { section: '4.7' }),
};

const LIST_PARAMETERS = {
  /** Also lists the names that the main user shares with a sub-user. */
  withSharedNames: flag('with_nat_names', { section: '4.7' }),
};

const DEFAULT_PARAMETERS = {
  /** The sender name. */
  name: text('default', { section: '4.7' }),
};

const AT = { path: 'sender.do', method: 'POST', section: '4.7', variants: ['earlier'] } as const;

/** Reads the status of a sender name. */
export const SENDER_STATUS: Endpoint<typeof STATUS_PARAMETERS, Answer<SenderRecord>> = {
  ...AT,
  title: 'Reads the status of a sender name',
  selector: { name: 'status' },
  isRead: true,
  parameters: STATUS_PARAMETERS,
  answer: {
    json: '`{name, status, default}`',
    text: '`OK:<STATUS>`',
    records: { '': ONE_SENDER },
    readJson: (json, requestValues) => {
      if (!isJsonObject(json)) throw new Problem('must be an object');
      return named(readOneSender(json), requestValues);
    },
    readText: (body, asked) => named({ name: null, status: behindOk(body), isDefault: null }, asked),
    writeJson: (sender) => writeRecord(ONE_SENDER, sender),
    writeText: ({ status }) => `OK:${status}`,
  },
};

/** Lists the sender names. */
export const LIST_SENDERS: Endpoint<typeof LIST_PARAMETERS, Answer<readonly SenderRecord[]>> = {
  ...AT,
  title: 'Lists the sender names',
  selector: { name: 'list', value: '1' },
  isRead: true,
  parameters: LIST_PARAMETERS,
  answer: {
    json: 'a list of `{sender, status, default}`',
    text: '`OK:<SENDER>,<STATUS>:...`',
    records: { '[]': SENDER },
    readJson: (json) => {
      if (!Array.isArray(json)) throw new Problem('must be a list');
      return json.map((one: unknown) => {
        if (!isJsonObject(one)) throw new Problem('contains an entry that is not a sender name');
        return named(readSender(one), {});
      });
    },
    readText: (body) =>
      behindOk(body)
        .split(':')
        .filter((entry) => entry.trim() !== '')
        .map((entry) => {
          // A name may have a comma itself.
          const comma = entry.lastIndexOf(',');
          if (comma === -1) throw new Problem('has a sender name without a status');
          return { name: entry.slice(0, comma), status: entry.slice(comma + 1).trim(), isDefault: null };
        }),
    writeJson: (senders) => senders.map((sender) => writeRecord(SENDER, sender)),
    writeText: (senders) => `OK:${senders.map(({ name, status }) => `${name},${status}`).join(':')}`,
  },
};

/** Makes a sender name the default. */
export const SET_DEFAULT_SENDER: Endpoint<typeof DEFAULT_PARAMETERS, Answer<void>> = {
  ...AT,
  title: 'Makes a sender name the default',
  selector: { name: 'default' },
  isRead: false,
  parameters: DEFAULT_PARAMETERS,
  answer: {
    json: '`{count: 1}`',
    text: '`OK`',
    records: {},
    readJson: (json) => {
      if (!isJsonObject(json) || !(readNumber(json.count) ?? 0)) throw new Problem('does not confirm the change');
    },
    readText: (input) => {
      behindOk(input);
    },
    writeJson: () => ({ count: 1 }),
    writeText: () => 'OK',
  },
};
