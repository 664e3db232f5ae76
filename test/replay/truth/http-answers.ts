import fc from 'fast-check';
import type { SmsServiceHttpClient } from '../../../src/http-client/index.js';

export const TOKEN = 't0ken-of-alice-9';
export const NUMBER = '48500100200';

type Client = SmsServiceHttpClient<'earlier'>;

/** The calls to answer, by name. */
export const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  send: (client) => client.sms.send({ to: NUMBER, message: 'Hi', idx: 'a1' }),
  sendMany: (client) => client.sms.send({ to: [NUMBER, '500100201'], message: 'Hi', once: false, details: true }),
  delete: (client) => client.sms.deleteScheduled(['7', '8']),
  mms: (client) => client.mms.send({ to: NUMBER, smil: '<smil/>', once: false }),
  profile: (client) => client.profile.get(),
  points: (client) => client.points.get({ details: true }),
  addUser: (client) => client.users.add({ username: 'anna', password: 'sesame-of-anna' }),
  getUser: (client) => client.users.get('anna'),
  listUsers: (client) => client.users.list(),
  sender: (client) => client.senders.status('Shop'),
  senders: (client) => client.senders.list(),
  setDefault: (client) => client.senders.setDefault('Shop'),
  hlr: (client) => client.hlr.check([NUMBER]),
  hlrMany: (client) => client.hlr.check([NUMBER, '500100201'], { idx: 'a1' }),
};

/** A response of a server, valid or not. */
export interface HttpAnswer {
  readonly call: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const LETTERS = [...'abcXYZ 019.-+;:,|&<>"\'/éłŻżß¤\\{}[]', '\u{1f600}', '\n', '\t', '\r', '\u00a0', '\u200f'];
const word = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }).map((letters) => letters.join(''));
const text = fc.oneof(word, fc.constantFrom('Łoś & Co', TOKEN, `x ${TOKEN} y`, NUMBER, 'OK', '', '1', 'false'));
const id = fc.constantFrom('7', 'abc-1', NUMBER, '', 'A1B2C3', 12_345, '4850 0100200');
const number = fc.constantFrom(NUMBER, '500100201', '+48 500-100-202', 48_500_100_200, '', 'Jan');
const amount = fc.constantFrom(0, 1, 0.16, '0.1600', '0,16', '', 'much', -1, '48500100', true);
const moment = fc.constantFrom(0, 1_700_000_000, '1700000000', 1_700_000_000.5, '', 'soon');
const flag = fc.constantFrom(true, false, 0, 1, '0', '1', 'true', 'no', '');
const code = fc.constantFrom(
  0,
  11,
  13,
  53,
  103,
  200,
  999,
  4242,
  '13',
  'authorization_failed',
  'wrong_thing',
  TOKEN,
  null,
  false,
);
const itemError = fc.oneof(code, fc.record({ code, message: text }), fc.record({ error: code, message: text }));

/** A value in most cases; otherwise nothing, `null`, or a value of another type. */
const maybe = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 12, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(undefined, null) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [1], true, 7) },
  );
const record = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(Object.entries({ ...fields, mystery: text }).map(([name, value]) => [name, maybe(value)])),
    { requiredKeys: [] },
  );
const list = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> => fc.array(value, { maxLength: 3 });

const message = record({
  id,
  points: amount,
  price: amount,
  number,
  date_sent: moment,
  submitted_number: number,
  status: text,
  idx: text,
  error: itemError,
  message: text,
  length: amount,
  parts: amount,
});
const invalid = list(record({ number, submitted_number: number, message: text }));
const sent = fc.oneof(
  fc.record(
    {
      count: maybe(amount),
      list: list(message),
      invalid_numbers: maybe(invalid),
      fallbacks: maybe(fc.record({ vms: fc.record({ count: amount, list: list(message) }) })),
      message: text,
      parts: amount,
    },
    { requiredKeys: ['list'] },
  ),
  message,
);
const user = record({
  username: text,
  limit: amount,
  month_limit: amount,
  senders: flag,
  phonebook: flag,
  active: flag,
  info: text,
});
/** Names of senders are kept as they are. */
const senderName = fc.constantFrom('Shop', 'Fish, chips', 'Test', TOKEN, '');
const sender = record({ sender: senderName, name: senderName, status: text, default: flag });
const lookup = record({ id, number, status: text, price: amount, error: itemError });
const error = fc.record(
  {
    error: code,
    message: maybe(text),
    invalid_numbers: maybe(invalid),
    numbers: maybe(list(fc.oneof(number, record({ number, idx: text })))),
    developer_description: maybe(text),
    errors: maybe(list(record({ message: text }))),
  },
  { requiredKeys: ['error'] },
);

const bare = word.map((given) => given.replace(/[;:\s<>]/g, ''));
const entry = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('7', NUMBER, 'abc-1', ''),
      fc.constantFrom('0.16', '1', 'x', '0,5'),
      fc.constantFrom(NUMBER, '+48500100201', ''),
    )
    .map((parts) => `OK:${parts.join(':')}`),
  fc.constantFrom(
    'OK:7',
    'OK: 7 : 0.16',
    'ERROR:11',
    'ERROR: 103',
    'Error:53',
    'OK',
    'OK:',
    '',
    'ERROR:0',
    `OK:${TOKEN}:1`,
  ),
  text,
);
const entries = fc
  .tuple(fc.array(entry, { minLength: 1, maxLength: 3 }), fc.constantFrom(';', '\r\n', ';\n'))
  .map(([all, by]) => all.join(by));
const amounts = fc.array(fc.constantFrom('1', '0.5', 'x', '48500100'), { minLength: 1, maxLength: 7 });

const JSON_OF: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  send: sent,
  sendMany: sent,
  mms: sent,
  delete: fc.record({ count: amount, list: list(record({ id: fc.constantFrom('7', 'abc-1', '', 12_345) })) }),
  profile: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record(
        {
          username: text,
          name: text,
          email: text,
          phone_number: number,
          payment_type: text,
          user_type: text,
          points: amount,
        },
        { requiredKeys: ['username'] },
      ),
    },
    record({ username: text, points: amount }),
  ),
  points: record({ points: amount, proCount: amount, ecoCount: amount, mmsCount: amount }),
  addUser: user,
  getUser: user,
  listUsers: list(user),
  sender,
  senders: list(sender),
  setDefault: fc.constantFrom({ count: 1 }, {}, { done: TOKEN }),
  hlr: lookup,
  hlrMany: list(lookup),
};
const TEXT_OF: Readonly<Record<string, fc.Arbitrary<string>>> = {
  delete: fc.constantFrom('OK', 'OK: ', 'ok\n', 'OK 7', 'ERROR:301'),
  points: fc
    .tuple(fc.constantFrom('Points', 'Credits', 'points '), amounts)
    .map(([name, all]) => `${name}: ${all.join(';')}`),
  addUser: bare.map((name) => `OK:${name}`),
  getUser: fc
    .array(fc.constantFrom('1', '0', 'x', '', '0.5', '48500100', TOKEN), { minLength: 4, maxLength: 8 })
    .map((all) => `OK:${all.join(':')}`),
  listUsers: fc.array(bare, { maxLength: 4 }).map((all) => `OK: ${all.join(':')}`),
  sender: bare.map((status) => `OK:${status}`),
  senders: fc
    .array(fc.tuple(bare, bare), { maxLength: 3 })
    .map((all) => `OK:${all.map((pair) => pair.join(',')).join(':')}`),
  setDefault: fc.constantFrom('OK', 'OK:1', 'ERROR:2001'),
};

const page = fc.constantFrom(
  '',
  ' \n',
  '<html><body>502 Bad Gateway</body></html>',
  `<!doctype html><p>Łoś ${NUMBER} ${TOKEN}`,
  '{"result":0}',
  '{"a":',
  '[]',
  '[1]',
  'null',
  '{"error":103,"list":[{"id":"7"}]}',
  '{"error":503,"message":"away"}',
  'Service Unavailable',
);

const CHARSETS: Readonly<Record<string, (given: string) => Uint8Array>> = {
  '': (given) => Buffer.from(given, 'utf8'),
  '; charset=utf-8': (given) => Buffer.from(given, 'utf8'),
  '; charset=ISO-8859-1': (given) => Buffer.from(given, 'latin1'),
  '; charset=x-y': (given) => Buffer.from(given, 'utf8'),
  '; charset="utf-8"': (given) => Buffer.concat([Buffer.from('\ufeff'), Buffer.from(given, 'utf8')]),
};
const NOT_UTF8 = (given: string): Uint8Array => Buffer.from(`${given}\u00b3`, 'latin1');

const body = (call: string): fc.Arbitrary<string> => {
  const json = (JSON_OF[call] ?? error).map((given) => JSON.stringify(given));
  return fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: 4, arbitrary: TEXT_OF[call] ?? entries },
    { weight: 2, arbitrary: error.map((given) => JSON.stringify(given)) },
    { weight: 1, arbitrary: page },
    { weight: 1, arbitrary: fc.constantFrom('ERROR:11', 'ERROR: 103', 'Error:53;', 'ERROR:4242:x', '\nERROR:200') },
  );
};

/** Random responses to all calls. */
export const httpAnswers: fc.Arbitrary<HttpAnswer> = fc.constantFrom(...Object.keys(CALLS)).chain((call) =>
  fc
    .record({
      text: body(call),
      charset: fc.constantFrom('', '', '', ...Object.keys(CHARSETS)),
      broken: fc.constantFrom(false, false, false, false, false, true),
      type: fc.constantFrom('application/json', 'text/plain', 'text/html', undefined, `x/${TOKEN}`),
      status: fc.constantFrom(200, 200, 200, 200, 201, 400, 401, 404, 408, 429, 500, 503, 302),
      retryAfter: fc.constantFrom(undefined, undefined, '7', 'soon', TOKEN),
    })
    .map(({ text: given, charset, broken, type, status, retryAfter }) => ({
      call,
      status,
      body: broken ? NOT_UTF8(given) : (CHARSETS[charset]?.(given) ?? new Uint8Array()),
      headers: {
        ...(type === undefined ? {} : { 'content-type': type + charset }),
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
        'set-cookie': 'a=b',
      },
    })),
);
