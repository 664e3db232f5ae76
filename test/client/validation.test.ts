import { describe, expect, it } from 'vitest';
import { SmsServiceClient, type SmsServiceClientOptions, ValidationError } from '../../src/client/index.js';
import { type FakeTransport, fakeTransport, soapResponse } from '../support/fake-transport.js';

const NOW = new Date('2026-11-30T10:00:00Z');

function setup(options: Partial<SmsServiceClientOptions> = {}): {
  client: SmsServiceClient;
  transport: FakeTransport;
} {
  const sent = '<result>0</result><response><item>1</item></response>';
  const transport = fakeTransport(soapResponse('soap_SendSms', `<response>${sent}</response>`));
  const client = new SmsServiceClient({
    url: 'https://gateway.test/soap',
    credentials: { username: 'alice', password: 'sesame' },
    transport,
    now: () => NOW,
    ...options,
  });
  return { client, transport };
}

/** The error of a refused call. The transport must get no request. */
async function refusal(call: (client: SmsServiceClient) => Promise<unknown>): Promise<unknown> {
  const { client, transport } = setup();
  const error = await call(client).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(transport.requests).toEqual([]);
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ outcome: 'not-sent', retryable: false, code: 'VALIDATION' });
  return error;
}

const sms = { to: '500100200', message: 'Hi' };
const recipients = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(500_100_000 + index));
/** A value from a caller without types. */
const untyped = (value: unknown): never => value as never;

describe('rules of section 8, refused before sending', () => {
  it.each([
    ['a sender of 12 characters', { ...sms, from: 'ABCDEFGHIJKL' }, 'from', 14],
    ['an idx of 256 characters', { ...sms, idx: 'a'.repeat(256) }, 'idx', 27],
    ['a date one second beyond 3 months', { ...sms, date: new Date('2027-02-28T10:00:01Z') }, 'date', 50],
    ['a date before 1970', { ...sms, date: new Date(-1000) }, 'date', 54],
    ['a binary message that is not hex', { ...sms, message: 'xyz', datacoding: 'bin' }, 'message', 30],
    ['a binary message without a udh', { ...sms, message: 'ab', datacoding: 'bin' }, 'udh', 30],
    ['a message of 11 parts', { ...sms, message: 'a'.repeat(1531) }, 'message', 12],
    ['special characters with noUnicode', { ...sms, message: 'Zażółć', noUnicode: true }, 'message', 11],
    ['a datacoding in capitals', { ...sms, message: 'ab', datacoding: 'BIN' }, 'datacoding', undefined],
  ])('sendSms refuses %s, and so does sendMulti', async (_name, message, path, gatewayCode) => {
    expect(await refusal((client) => client.sendSms(message))).toMatchObject({ path, gatewayCode });
    const { idx, ...rest } = { idx: undefined, ...message };
    const multi = { ...rest, to: ['500100200'], ...(idx === undefined ? {} : { idx: [idx] }) };
    expect(await refusal((client) => client.sendMulti(multi))).toMatchObject({
      path: path === 'idx' ? 'idx[0]' : path,
      gatewayCode,
    });
  });

  it.each([
    ['params', { params: [['a']] }, 18],
    ['idx', { idx: ['a', 'b', 'c'] }, 18],
  ])('sendMulti refuses %s whose count differs from the recipients', async (path, fields, gatewayCode) => {
    const message = { to: ['500', '501'], message: 'x', ...fields };
    expect(await refusal((client) => client.sendMulti(message))).toMatchObject({ path, gatewayCode });
  });

  it.each(['[%shortlink:https://shop.test/offer?a=1%20b&c[]=d%]', 'See [%idzdo:shop.test%]', '[%my-links:x%]'])(
    'sendMulti refuses more than 100 recipients of a message with a shortened link: %s',
    async (message) => {
      expect(await refusal((client) => client.sendMulti({ to: recipients(101), message }))).toMatchObject({
        path: 'to',
        gatewayCode: 19,
        message:
          'soap_SendMulti: to: has 101 recipients; a message with a shortened link allows at most 100 per call ' +
          '(sections 4.1 rule 7 and 8; gateway code 19)',
      });
    },
  );

  it.each([
    ['five params', { message: 'x', params: ['1', '2', '3', '4', '5'] }, 'params', 18],
    ['a special param with noUnicode', { message: '[%2%]', params: ['ż', 'ź'], noUnicode: true }, 'params[1]', 11],
  ])('sendSms refuses %s, and sendMulti names the recipient', async (_name, fields, path, gatewayCode) => {
    expect(await refusal((client) => client.sendSms({ to: '500', ...fields }))).toMatchObject({ path, gatewayCode });
    const multi = { ...fields, to: ['500', '501'], params: [['a'], fields.params] };
    expect(await refusal((client) => client.sendMulti(multi))).toMatchObject({
      path: path.replace('params', 'params[1]'),
      gatewayCode,
    });
  });
});

describe('the words of a refusal name the field, the limit, the section and the gateway code', () => {
  const multi = { to: ['500100200', '500100201'], message: 'x' };
  const params = recipients(101).map(() => ['a']);
  const long = (before: string): typeof multi => ({ ...multi, message: before + 'a'.repeat(1531) });
  it.each([
    [
      'idx[1]: has a hyphen: an idx consists of at most 255 digits and letters a–z (or A–Z) (sections 4.1 and 8; gateway code 27)',
      { ...multi, idx: ['a', '-'] },
    ],
    [
      "message: must be a hex string with datacoding 'bin' (two digits for each byte, at least one byte) " +
        '(section 4.1; gateway code 30)',
      { ...multi, datacoding: 'bin' },
    ],
    ['message: needs 11 parts; at most 10 are allowed (section 8; gateway code 12)', long('')],
    ['message: needs at least 11 parts; at most 10 are allowed (section 8; gateway code 12)', long('[%1%]')],
    [
      'params: has values for 101 messages; a call allows at most 100 (section 8; gateway code 19)',
      { ...multi, to: recipients(101), params },
    ],
  ])('%s', async (words, message) => {
    const error = await refusal((client) => client.sendMulti(message));
    expect(error).toMatchObject({ message: `soap_SendMulti: ${words}` });
  });
});

describe('a value exactly at a limit is sent', () => {
  it.each([
    ['a sender of 11 characters', { from: 'ABCDEFGHIJK' }],
    ['an idx of 255 characters, upper and lower case', { idx: 'aZ9'.repeat(85) }],
    ['a date exactly 3 months ahead, on the last day of the shorter month', { date: new Date('2027-02-28T10:00:00Z') }],
    ['a message of 10 parts', { message: 'a'.repeat(1530) }],
    [
      'a message whose link alone is longer than 10 parts',
      { message: `[%shortlink:https://a.test/${'a'.repeat(1600)}%]` },
    ],
    ['a placeholder for each of 1,530 characters', { message: '[%1%]'.repeat(1530), params: ['a'] }],
    ['4 params', { message: 'x', params: ['1', '2', '3', '4'] }],
  ])('%s', async (_name, fields) => {
    const { client, transport } = setup();
    await client.sendSms({ ...sms, ...fields });
    expect(transport.requests).toHaveLength(1);
  });

  it.each([
    ['the first second', { date: new Date(0) }, '<date xsi:type="xsd:int">0</date>'],
    [
      'the last second of 32 bits',
      { date: new Date('2038-01-19T03:14:07.999Z') },
      '<date xsi:type="xsd:int">2147483647</date>',
    ],
    ['the least int', { partnerId: -2_147_483_648 }, '<id_partner xsi:type="xsd:int">-2147483648</id_partner>'],
  ])('%s', async (_name, fields, written) => {
    const { client, transport } = setup({ validation: { scheduleHorizon: false } });
    await client.sendSms({ ...sms, ...fields });
    expect(transport.lastBody()).toContain(written);
  });

  it('100 recipients of a message with a shortened link, and any number of one that only looks like it', async () => {
    const { client, transport } = setup();
    const link = '[%shortlink:https://shop.test%]';
    await client.sendMulti({ to: recipients(100), message: link }).catch(() => undefined);
    for (const message of ['[%kontakt.miasto%] [%opt_out_link%] at 10:00%]', '[%link:x', '%] [%link:x', '[%:x%]']) {
      await client.sendMulti({ to: recipients(101), message }).catch(() => undefined);
    }
    expect(transport.requests).toHaveLength(5);
  });

  it('100 personalised messages, and any number of plain ones', async () => {
    const { client, transport } = setup();
    const to = (count: number): string[] => Array.from({ length: count }, () => '500100200');
    await client.sendMulti({ to: to(100), message: 'x', params: to(100).map(() => ['a']) }).catch(() => undefined);
    await client.sendMulti({ to: to(10_000), message: 'x' }).catch(() => undefined);
    expect(transport.requests).toHaveLength(2);
  });
});

describe('switching rules off', () => {
  it.each([
    ['one rule', { senderLength: false }],
    ['all rules', false],
  ])('%s', async (_name, validation) => {
    const { client, transport } = setup({ validation });
    await client.sendSms({ ...sms, from: 'ABCDEFGHIJKL' });
    expect(transport.requests).toHaveLength(1);
  });

  it.each([
    ['senderLength', { from: 'ABCDEFGHIJKL' }],
    ['idx', { idx: ['-', '-'] }],
    ['scheduleHorizon', { date: new Date('2030-01-01') }],
    ['messageLength', { message: 'ż'.repeat(671) }],
    ['noUnicode', { message: 'ż', noUnicode: true }],
    ['datacoding', { datacoding: 'BIN' }],
    ['binaryUdh', { message: '00', datacoding: 'bin' }],
    ['perRecipientCount', { idx: ['a'] }],
    ['paramCount', { params: [['a'], ['1', '2', '3', '4', '5']] }],
    ['personalisedLimit', { to: recipients(101), params: recipients(101).map(() => ['a']) }],
    ['shortLinkLimit', { to: recipients(101), message: '[%shortlink:https://shop.test%]' }],
  ])('%s, which alone refuses the message', async (rule, fields) => {
    const message = { to: recipients(2), message: 'x', ...fields };
    const one = setup({ validation: { [rule]: false } });
    await one.client.sendMulti(message).catch(() => undefined);
    expect(one.transport.requests).toHaveLength(1);
    const none = setup({ validation: false });
    await none.client.sendMulti(message).catch(() => undefined);
    expect(none.transport.requests).toHaveLength(1);
    const all = setup({ validation: true });
    await expect(all.client.sendMulti(message)).rejects.toBeInstanceOf(ValidationError);
    expect(all.transport.requests).toHaveLength(0);
    // Only false switches a rule off.
    const unset = setup({ validation: untyped({ [rule]: undefined }) });
    await expect(unset.client.sendMulti(message)).rejects.toBeInstanceOf(ValidationError);
  });

  it.each([
    { udh: 'x', message: '00' },
    { udh: '00', message: 'x' },
  ])('binaryHex, which alone refuses %j', async (fields) => {
    const message = { ...sms, datacoding: 'bin', ...fields };
    const { client, transport } = setup({ validation: { binaryHex: false } });
    await client.sendSmsExt(message).catch(() => undefined);
    expect(transport.requests).toHaveLength(1);
    const unset = setup({ validation: untyped({ binaryHex: undefined }) });
    await expect(unset.client.sendSmsExt(message)).rejects.toBeInstanceOf(ValidationError);
  });
});

describe('values that cannot travel at all', () => {
  it.each([
    ['a hole in params', { ...sms, params: untyped([undefined]) }, 'params[0]', 'is missing'],
    ['a date after 2038', { ...sms, date: new Date('2040-01-01') }, 'date', 'does not fit into 32 bits'],
    ['the last moment before 1970', { ...sms, date: new Date(-1) }, 'date', 'is before 1970'],
    ['the int before the least', { ...sms, partnerId: -2_147_483_649 }, 'partnerId', 'does not fit into 32 bits'],
  ])('sendSms refuses %s', async (_name, message, path, reason) => {
    const error = await refusal((client) => client.sendSms(message));
    expect(error).toMatchObject({ path, message: expect.stringContaining(reason) });
  });
});
