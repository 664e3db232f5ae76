import { describe, expect, it } from 'vitest';
import { importAddressBook } from '../../src/address-book/index.js';
import { signedNotifyUrl } from '../../src/callbacks/index.js';
import { SmsServiceClient, SmsServiceGateway } from '../../src/client/index.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { cassette } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { fakeTransport } from '../support/fake-transport.js';
import { errorOf } from '../support/unreadable.js';

/** A private value that no error may show. */
const SECRET = 'sesame-9-of-alice';

const transport = fakeTransport('');
const credentials = { username: 'alice', password: SECRET };
const soap = new SmsServiceClient({ url: 'http://gateway.test/soap', credentials, transport });
const http = new SmsServiceHttpClient({ url: 'http://gateway.test/', token: SECRET, transport });
const sms = { to: '48500100200', message: SECRET };

type Row = readonly [what: string, call: () => unknown, path: string, holds?: readonly string[]];

const any = (value: unknown): never => value as never;

const UNKNOWN: readonly Row[] = [
  ['a client', () => new SmsServiceClient(any({ urls: 'x' })), 'urls', ['credentials', 'Did you mean url?']],
  [
    'an account',
    () => new SmsServiceGateway({ url: 'http://g.test/', transport }).client(any({ lable: 'x' })),
    'lable',
    ['Did you mean label?'],
  ],
  ['a message', () => soap.sendSms(any({ ...sms, mesage: SECRET })), 'mesage', ['noUnicode', 'Did you mean message?']],
  [
    'a group',
    () => soap.addGroup(any({ name: 'a', inof: 'b' })),
    'inof',
    ['Known names: name, info', 'Did you mean info?'],
  ],
  ['the options of a call', () => soap.checkPoints(any({ timeout: 5 })), 'timeout', ['Did you mean timeoutMs?']],
  ['a client over HTTP', () => new SmsServiceHttpClient(any({ tokens: SECRET })), 'tokens', ['Did you mean token?']],
  [
    'a message over HTTP',
    () => http.sms.send(any({ ...sms, no_unicode: true })),
    'no_unicode',
    ['Did you mean noUnicode?'],
  ],
  ['a cassette', () => cassette('a.har', any({ mod: 'replay' })), 'mod', ['Did you mean mode?']],
  ['an embedded gateway', () => createSandbox(any({ account: [] })), 'account', ['Did you mean accounts?']],
];

const MISSING: readonly Row[] = [
  ['the address', () => new SmsServiceClient(any({ credentials })), 'url'],
  ['the credentials', () => new SmsServiceClient(any({ url: 'http://g.test/' })), 'credentials'],
  [
    'the password',
    () => new SmsServiceClient(any({ url: 'http://g.test/', credentials: { username: 'a' } })),
    'credentials.password',
  ],
  ['the options', () => new SmsServiceClient(any(undefined)), 'options'],
  ['the argument', () => soap.sendSms(any(undefined)), 'the argument'],
  ['the recipients', () => soap.sendMulti(any({ message: SECRET })), 'to'],
  ['a group', () => soap.delGroup(any(undefined)), 'groupId'],
  ['the ids', () => soap.getSmsByIds(any(undefined)), 'ids'],
  ['the token', () => new SmsServiceHttpClient(any({ url: 'http://g.test/' })), 'token'],
  ['the file of a cassette', () => cassette(any(undefined), { transport }), 'file'],
  ['the file of an address book', () => importAddressBook(any({})), 'file'],
  ['the name of an account', () => createSandbox(any({ accounts: [{ password: SECRET }] })), 'accounts[0].username'],
];

const LIMITS: readonly Row[] = [
  [
    'a hyphen in an idx',
    () => soap.sendSms({ ...sms, idx: 'order-17' }),
    'idx',
    ['a hyphen', '255', 'digits and letters a–z'],
  ],
  [
    'the idx of a signed address',
    () =>
      signedNotifyUrl(
        any('https://s.test/'),
        any({ key: 'k'.repeat(32), idx: 'a-b', to: sms.to, expiresAt: new Date() }),
      ),
    'idx',
    ['a hyphen', '255'],
  ],
  [
    'a long text',
    () => soap.sendSms({ ...sms, message: 'a'.repeat(2000) }),
    'message',
    ['needs 14 parts', 'at most 10'],
  ],
  ['a large number', () => soap.delGroup(2 ** 31), 'groupId', ['32 bits (-2^31 to 2^31 - 1)']],
];

async function refusal(call: () => unknown): Promise<{ readonly path: string; readonly message: string }> {
  const error = await errorOf(async () => call());
  expect(error).toMatchObject({ name: 'ValidationError', outcome: 'not-sent' });
  expect(`${String((error as Error).stack)} ${JSON.stringify(error)}`).not.toContain(SECRET);
  return error as never;
}

describe('a name that is not known is refused with those that are, and the nearest:', () => {
  for (const [what, call, path, holds = []] of UNKNOWN) {
    it(`names it: ${what}`, async () => {
      const error = await refusal(call);
      expect(error.path).toBe(path);
      expect(error.message).toContain(`${path}: is unknown. Known names: `);
      for (const words of holds) expect(error.message).toContain(words);
    });
  }
});

describe('what is missing is said to be missing:', () => {
  for (const [what, call, path] of MISSING) {
    it(`names it: ${what}`, async () => {
      const error = await refusal(call);
      expect(error.path).toBe(path);
      expect(error.message.endsWith(`${path}: is missing`), error.message).toBe(true);
    });
  }
});

describe('what is beyond a limit is refused with the limit:', () => {
  for (const [what, call, path, holds = []] of LIMITS) {
    it(`names it: ${what}`, async () => {
      const error = await refusal(call);
      expect(error.path).toBe(path);
      for (const words of holds) expect(error.message).toContain(words);
    });
  }
});
