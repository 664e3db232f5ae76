import { Problem } from '../../../errors/problem.js';
import {
  type AnswerRecord,
  isJsonObject,
  numberField,
  readNumber,
  recordReader,
  sometimes,
  textField,
  writeRecord,
} from '../parts/answer-field.js';
import type { Answer, Endpoint, NoParameters } from '../parts/endpoint.js';
import { flag } from '../parts/kinds.js';

/** The fields of the profile (section 2.3). */
const PROFILE = {
  /** The company's name. */
  name: textField('name', { section: '2.3' }),
  /** The contact's mail address. */
  email: textField('email', { section: '2.3' }),
  /** The account's user name. */
  username: textField('username', { section: '2.3' }),
  /** The contact's telephone number. */
  phoneNumber: textField('phone_number', { section: '2.3', isNumber: true }),
  /** `prepaid` or `postpaid`. */
  paymentType: textField('payment_type', { section: '2.3' }),
  /** `native` or `subuser`. */
  userType: textField('user_type', { section: '2.3' }),
  /** Available points; `null` if the gateway does not return them. */
  points: numberField('points', { section: '2.3' }),
};

const readProfile = recordReader(PROFILE);

/** The account's profile. */
export interface Profile extends AnswerRecord<typeof PROFILE> {}

/** Reads the account's profile. */
export const GET_PROFILE: Endpoint<NoParameters, Answer<Profile>> = {
  path: 'profile',
  method: 'GET',
  section: '4.4',
  variants: ['current', 'earlier'],
  title: 'Reads the profile of the account',
  isRead: true,
  parameters: {},
  answer: {
    json: 'the profile',
    text: '',
    records: { '': PROFILE },
    readJson: (json) => {
      if (!isJsonObject(json) || typeof json.username !== 'string') throw new Problem('is not a profile');
      return readProfile(json);
    },
    readText: () => {
      throw new Problem('is not a profile');
    },
    writeJson: (profile) => writeRecord(PROFILE, profile),
    writeText: (profile) => JSON.stringify(writeRecord(PROFILE, profile)),
  },
};

/** The fields of the points (sections 2.7 and 4.5). */
const POINTS = {
  /** Points available. */
  points: numberField('points', { section: '4.5' }),
  /** With `details`: the Pro messages that they are enough for. */
  proCount: sometimes(numberField('proCount', { section: '4.5' })),
  /** With `details`: the Eco messages. */
  ecoCount: sometimes(numberField('ecoCount', { section: '4.5' })),
  /** With `details`: the MMS. */
  mmsCount: sometimes(numberField('mmsCount', { section: '4.5' })),
  /** With `details`: the voice messages to mobile numbers. */
  vmsGsmCount: sometimes(numberField('vmsGsmCount', { section: '4.5' })),
  /** With `details`: the voice messages to landline numbers. */
  vmsLandCount: sometimes(numberField('vmsLandCount', { section: '4.5' })),
};

const readPoints = recordReader(POINTS);

type PointsFields = AnswerRecord<typeof POINTS>;

/** The points of an account. */
export interface PointsRecord extends Omit<PointsFields, 'points'> {
  /** Points available. */
  readonly points: number;
}

const POINTS_PARAMETERS = {
  /** Adds how many messages of each kind the points pay for. */
  details: flag('details', { section: '4.5' }),
};

/** The fields in the order that an answer of text has them. */
const IN_TEXT = ['points', 'proCount', 'ecoCount', 'mmsCount', 'vmsGsmCount', 'vmsLandCount'] as const;

function withPoints(record: PointsFields): PointsRecord {
  const { points, ...others } = record;
  if (points === null) throw new Problem('has no points');
  return { points, ...others };
}

/** Reads the points of the account. */
export const GET_POINTS: Endpoint<typeof POINTS_PARAMETERS, Answer<PointsRecord>> = {
  path: 'user.do',
  method: 'POST',
  section: '4.5',
  variants: ['earlier'],
  title: 'Reads the points of the account',
  selector: { name: 'credits', value: '1' },
  isRead: true,
  parameters: POINTS_PARAMETERS,
  answer: {
    json: '`{points}`, with `details` the counts of messages',
    text: '`Points: <POINTS>` or `Credits: <CREDITS>`; with `details` `Points: <points>;<pro>;<eco>;<mms>;<vms_gsm>;<vms_land>`',
    records: { '': POINTS },
    readJson: (json) => {
      if (!isJsonObject(json)) throw new Problem('must be an object');
      return withPoints(readPoints(json));
    },
    readText: (text) => {
      const [, listed] = /^\s*(?:points|credits)\s*:([^:]*)$/i.exec(text) ?? [];
      if (listed === undefined) throw new Problem('is not a number of points');
      const amounts = listed.split(';').map(readNumber);
      return withPoints({
        points: null,
        ...Object.fromEntries(
          IN_TEXT.map((name, index) => [name, amounts[index]]).filter(([, input]) => input != null),
        ),
      });
    },
    writeJson: (points) => writeRecord(POINTS, points),
    writeText: (points) => {
      const all = IN_TEXT.map((name) => points[name]);
      const last = all.findLastIndex((amount) => amount !== undefined);
      return `Points: ${all.slice(0, last + 1).join(';')}`;
    },
  },
};
