import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import type { Client } from '../../generated/types.js';
import { ValidationError } from '../../src/errors/errors.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { CLIENT, sendOne, type TestGateway, testGateway } from './setup.js';

const stubFor = (sandbox: ReturnType<typeof createSandbox>): SmsServiceStub =>
  new SmsServiceStub({ transport: sandbox.transport(), url: 'http://localhost/soap' });

describe('the credentials', () => {
  const calls: Readonly<Record<string, (stub: SmsServiceStub, client: Client) => Promise<unknown>>> = {
    soap_GetSenders: (stub, client) => stub.soap_GetSenders({ client }),
    soap_DelSchSmsById: (stub, client) => stub.soap_DelSchSmsById({ client, id: '1' }),
    soap_AddNumber: (stub, client) => stub.soap_AddNumber({ client, number: {} }),
    soap_DelNumber: (stub, client) => stub.soap_DelNumber({ client, number: {} }),
    soap_AddGroup: (stub, client) => stub.soap_AddGroup({ client, group: { name: 'A' } }),
    soap_DelGroup: (stub, client) => stub.soap_DelGroup({ client, id_group: 1 }),
    soap_GetGroups: (stub, client) => stub.soap_GetGroups({ client }),
    soap_GetNumbers: (stub, client) => stub.soap_GetNumbers({ client, id_group: 1 }),
    soap_GetSmsByDate: (stub, client) => stub.soap_GetSmsByDate({ client, date_from: 0, date_to: 1 }),
    soap_GetSmsByIds: (stub, client) => stub.soap_GetSmsByIds({ client, arIds: [] }),
    soap_CheckPoints: (stub, client) => stub.soap_CheckPoints({ client }),
    soap_SendMulti: (stub, client) => stub.soap_SendMulti({ client, sms_param: {} }),
    soap_SendSms: (stub, client) => stub.soap_SendSms({ client, sms_param: {} }),
    soap_SendSmsExt: (stub, client) => stub.soap_SendSmsExt({ client, sms_param: {} }),
  };
  const no = { result: 101, description: 'Authorization failed' };
  const unsent = { ...no, response: [], count: 0, points: 0 };
  const responses: Readonly<Record<string, object>> = {
    soap_GetSenders: { ...no, arSenders: [] },
    soap_DelSchSmsById: no,
    soap_AddNumber: no,
    soap_DelNumber: no,
    soap_AddGroup: { ...no, id_group: 0 },
    soap_DelGroup: { ...no, num_count: 0 },
    soap_GetGroups: { ...no, arGroups: [] },
    soap_GetNumbers: { ...no, arNumbers: [] },
    soap_GetSmsByDate: { ...no, arSms: [] },
    soap_GetSmsByIds: { ...no, arSms: [] },
    soap_CheckPoints: { ...no, points: 0 },
    soap_SendMulti: { Response: unsent },
    soap_SendSms: { response: unsent },
    soap_SendSmsExt: { response: unsent },
  };

  it.each(Object.keys(calls))('are checked by %s, which responds with 101 in its own form', async (operation) => {
    const { stub } = testGateway();
    const response = await calls[operation]?.(stub, { ...CLIENT, password: 'wrong' });
    expect(response).toEqual(responses[operation]);
  });

  it.each([
    ['an unknown username', { username: 'bob', password: CLIENT.password }],
    ['a username in other letters', { username: 'Alice', password: CLIENT.password }],
    ['a password in other letters', { username: 'alice', password: 'Sesame-Street' }],
    ['an empty password', { username: 'alice', password: '' }],
    ['empty credentials', { username: '', password: '' }],
    ['the digest of the password', { username: 'alice', password: md5(CLIENT.password) }],
  ])('are refused with %s', async (_, client) => {
    expect(await testGateway().stub.soap_CheckPoints({ client })).toMatchObject({ result: 101 });
  });

  it('are refused when they are nil', async () => {
    expect(await testGateway().stub.soap_CheckPoints({ client: null })).toMatchObject({ result: 101 });
  });

  it.each(['none', 'md5'] as const)('are refused without a password, where its form is %s', async (hash) => {
    const { stub } = testGateway({ hash });
    const client = { ...CLIENT, password: null as unknown as string };
    expect(await stub.soap_CheckPoints({ client })).toMatchObject({ result: 101 });
  });

  it('are the MD5 digest of the password where the account wants that, in either case of letters', async () => {
    const { stub } = testGateway({ hash: 'md5' });
    const check = async (password: string): Promise<unknown> =>
      (await stub.soap_CheckPoints({ client: { ...CLIENT, password } })).result;
    expect(await check(md5(CLIENT.password))).toBe(0);
    expect(await check(md5(CLIENT.password).toUpperCase())).toBe(0);
    expect(await check(CLIENT.password)).toBe(101);
  });

  it('keep the accounts apart', async () => {
    const [first, second] = ['first', 'second'].map((username) => ({
      username,
      password: `${username}-pass`,
    }));
    if (first === undefined || second === undefined) throw new Error('unreachable');
    const sandbox = createSandbox({ accounts: [first, second] });
    const stub = stubFor(sandbox);
    const { id_group } = await stub.soap_AddGroup({ client: first, group: { name: 'Mine' } });
    expect((await stub.soap_GetGroups({ client: second })).arGroups).toEqual([]);
    expect(await stub.soap_DelGroup({ client: second, id_group: id_group ?? null })).toMatchObject({
      result: 40,
    });
    const { response } = await stub.soap_SendSms({
      client: first,
      sms_param: { to: '500100200', message: 'Hi' },
    });
    const arIds = response?.response ?? [];
    expect((await stub.soap_GetSmsByIds({ client: second, arIds })).arSms).toEqual([]);
    expect(sandbox.account('first')?.points).toBe(99.84);
    expect(sandbox.account('second')?.points).toBe(100);
  });
});

describe('an account', () => {
  it('lists its sender names', async () => {
    expect(await testGateway().stub.soap_GetSenders({ client: CLIENT })).toEqual({
      result: 0,
      description: 'OK',
      arSenders: ['Shop', 'Info'],
    });
  });

  it('tells its points', async () => {
    const { stub } = testGateway({ points: 0.3 });
    expect(await stub.soap_CheckPoints({ client: CLIENT })).toEqual({
      result: 0,
      description: 'OK',
      points: 0.3,
    });
  });

  it('shows no noise of binary fractions after many sends', async () => {
    const gateway: TestGateway = testGateway({ points: 1 });
    for (let index = 0; index < 6; index++) await sendOne(gateway);
    expect(gateway.sandbox.account('alice')?.points).toBe(0.04);
  });

  it('called demo is there when none is given', async () => {
    const sandbox = createSandbox();
    const client = { username: 'demo', password: 'demo-password' };
    expect(await stubFor(sandbox).soap_CheckPoints({ client })).toMatchObject({ result: 0, points: 100 });
    expect(sandbox.account('demo')).toEqual({
      username: 'demo',
      points: 100,
      senders: ['Test'],
      groups: [],
      messages: [],
      scheduled: [],
    });
    expect(sandbox.account('alice')).toBeUndefined();
  });

  it('is shown as it was when it was looked at', async () => {
    const gateway = testGateway({ groups: [{ name: 'A' }] });
    const before = gateway.sandbox.account('alice');
    await sendOne(gateway);
    await gateway.stub.soap_AddNumber({ client: CLIENT, number: { number: '500100200', id_group: 1 } });
    expect(before).toMatchObject({ points: 10, messages: [], groups: [{ numbers: [] }] });
    expect(gateway.sandbox.account('alice')).toMatchObject({
      points: 9.84,
      messages: [{ to: '48500100200', message: 'Hello' }],
      groups: [{ numbers: [{ number: '500100200', name: '' }] }],
    });
  });

  it.each([
    ['an empty username', [{ username: '', password: 'x' }], 'accounts[0].username', 'is empty'],
    ['a username that stands twice', [CLIENT, CLIENT], 'accounts[1].username', 'stands twice'],
    ['points below zero', [{ ...CLIENT, points: -1 }], 'accounts[0].points', 'is not a number of 0 or more'],
    [
      'points that are no number',
      [{ ...CLIENT, points: Number.NaN }],
      'accounts[0].points',
      'is not a number of 0 or more',
    ],
    [
      'a group without a name',
      [{ ...CLIENT, groups: [{ name: '' }] }],
      'accounts[0].groups[0].name',
      'Group needs a name',
    ],
    [
      'two groups of one name',
      [{ ...CLIENT, groups: [{ name: 'A' }, { name: 'A' }] }],
      'accounts[0].groups[1].name',
      'Group already exists',
    ],
    [
      'a name of a number that XML cannot hold',
      [{ ...CLIENT, groups: [{ name: 'A', numbers: [{ number: '1', name: '\u0001' }] }] }],
      'accounts[0].groups[0].numbers[0].name',
      'has the character U+0001, which XML cannot carry',
    ],
  ])('is not made with %s', (_, accounts, path, why) => {
    expect(() => createSandbox({ accounts })).toThrow(expect.objectContaining({ path, message: `${path}: ${why}` }));
  });

  it('has groups without an info, and numbers without a name, where none is given; an idx may come again', async () => {
    const gateway = testGateway({ groups: [{ name: 'A', numbers: [{ number: '500100200' }] }] });
    expect(gateway.sandbox.account('alice')?.groups).toEqual([
      { id: 1, name: 'A', info: '', numbers: [{ number: '500100200', name: '' }] },
    ]);
    for (let times = 0; times < 2; times++) expect(await sendOne(gateway, { idx: 'a' })).toMatchObject({ result: 0 });
  });

  it('is not made with a price below zero', () => {
    expect(() => createSandbox({ pricePerPart: -0.1 })).toThrow(ValidationError);
  });
});

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
