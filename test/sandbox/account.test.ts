import { describe, expect, it } from 'vitest';
import type { SmsServiceStub } from '../../generated/index.js';
import type { Client } from '../../generated/types.js';
import { md5 } from '../../src/redact/derived-secrets.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { CLIENT, sendOne, stubOf, testGateway } from './setup.js';

const REFUSED = { result: 101, description: 'Authorization failed' };
const UNSENT = { ...REFUSED, response: [], count: 0, points: 0 };

describe('credentials', () => {
  type Call = (stub: SmsServiceStub, client: Client) => Promise<unknown>;

  it.each<readonly [operation: string, call: Call, response: object]>([
    ['soap_GetSenders', (stub, client) => stub.soap_GetSenders({ client }), { ...REFUSED, arSenders: [] }],
    ['soap_DelSchSmsById', (stub, client) => stub.soap_DelSchSmsById({ client, id: '1' }), REFUSED],
    ['soap_AddNumber', (stub, client) => stub.soap_AddNumber({ client, number: {} }), REFUSED],
    ['soap_DelNumber', (stub, client) => stub.soap_DelNumber({ client, number: {} }), REFUSED],
    ['soap_AddGroup', (stub, client) => stub.soap_AddGroup({ client, group: {} }), { ...REFUSED, id_group: 0 }],
    ['soap_DelGroup', (stub, client) => stub.soap_DelGroup({ client, id_group: 1 }), { ...REFUSED, num_count: 0 }],
    ['soap_GetGroups', (stub, client) => stub.soap_GetGroups({ client }), { ...REFUSED, arGroups: [] }],
    ['soap_GetNumbers', (stub, client) => stub.soap_GetNumbers({ client, id_group: 1 }), { ...REFUSED, arNumbers: [] }],
    [
      'soap_GetSmsByDate',
      (stub, client) => stub.soap_GetSmsByDate({ client, date_from: 0, date_to: 1 }),
      { ...REFUSED, arSms: [] },
    ],
    ['soap_GetSmsByIds', (stub, client) => stub.soap_GetSmsByIds({ client, arIds: [] }), { ...REFUSED, arSms: [] }],
    ['soap_CheckPoints', (stub, client) => stub.soap_CheckPoints({ client }), { ...REFUSED, points: 0 }],
    ['soap_SendMulti', (stub, client) => stub.soap_SendMulti({ client, sms_param: {} }), { Response: UNSENT }],
    ['soap_SendSms', (stub, client) => stub.soap_SendSms({ client, sms_param: {} }), { response: UNSENT }],
    ['soap_SendSmsExt', (stub, client) => stub.soap_SendSmsExt({ client, sms_param: {} }), { response: UNSENT }],
  ])('are checked by %s, which responds with 101 in its form', async (_operation, call, response) => {
    expect(await call(testGateway().stub, { ...CLIENT, password: 'wrong' })).toEqual(response);
  });

  it.each([
    ['an unknown username', { username: 'bob', password: CLIENT.password }],
    ['a username in upper case', { username: 'Alice', password: CLIENT.password }],
    ['a password in upper case', { username: 'alice', password: 'Sesame-Street' }],
    ['empty credentials', { username: '', password: '' }],
    ['the digest of the password', { username: 'alice', password: md5(CLIENT.password) }],
    ['nil', null],
  ])('are refused with %s', async (_, client) => {
    expect(await testGateway().stub.soap_CheckPoints({ client })).toMatchObject({ result: 101 });
  });

  it('are the MD5 digest of the password with hash: md5, in upper or lower case', async () => {
    const { stub } = testGateway({ hash: 'md5' });
    const check = async (password: string): Promise<unknown> =>
      (await stub.soap_CheckPoints({ client: { ...CLIENT, password } })).result;
    expect(await check(md5(CLIENT.password))).toBe(0);
    expect(await check(md5(CLIENT.password).toUpperCase())).toBe(0);
    expect(await check(CLIENT.password)).toBe(101);
  });

  it('separate the accounts', async () => {
    const [first, second] = ['first', 'second'].map((username) => ({ username, password: `${username}-pass` })) as [
      Client,
      Client,
    ];
    const sandbox = createSandbox({ accounts: [first, second] });
    const stub = stubOf(sandbox);
    const { id_group } = await stub.soap_AddGroup({ client: first, group: { name: 'Mine' } });
    expect((await stub.soap_GetGroups({ client: second })).arGroups).toEqual([]);
    expect(await stub.soap_DelGroup({ client: second, id_group: id_group ?? null })).toMatchObject({ result: 40 });
    const { response } = await stub.soap_SendSms({ client: first, sms_param: { to: '500100200', message: 'Hi' } });
    const arIds = response?.response ?? [];
    expect((await stub.soap_GetSmsByIds({ client: second, arIds })).arSms).toEqual([]);
    expect([sandbox.account('first')?.points, sandbox.account('second')?.points]).toEqual([99.84, 100]);
  });
});

describe('an account', () => {
  it('has points without rounding errors after many sends', async () => {
    const gateway = testGateway({ points: 1 });
    for (let index = 0; index < 6; index++) await sendOne(gateway);
    expect(gateway.sandbox.account('alice')?.points).toBe(0.04);
  });

  it('is returned as a snapshot', async () => {
    const gateway = testGateway({ groups: [{ name: 'A' }] });
    const before = gateway.sandbox.account('alice');
    await sendOne(gateway);
    await gateway.stub.soap_AddNumber({ client: CLIENT, number: { number: '500100200', id_group: 1 } });
    expect(before).toMatchObject({ points: 10, messages: [], groups: [{ numbers: [] }] });
    expect(gateway.sandbox.account('alice')).toMatchObject({
      points: 9.84,
      messages: [{ to: '48500100200', message: 'Hello' }],
      groups: [{ id: 1, name: 'A', info: '', numbers: [{ number: '500100200', name: '' }] }],
    });
    expect(gateway.sandbox.account('bob')).toBeUndefined();
  });
});
