import { describe, expect, it } from 'vitest';
import { md5 } from '../../../src/redact/derived-secrets.js';
import { sendSms } from '../../../src/sandbox/gateway/sending/send-sms.js';
import { addUser, editUser, type SubUserOrder, subUser, subUsers } from '../../../src/sandbox/gateway/sub-users.js';
import { type DirectGateway, directGateway, refusal } from './gateway-call.js';

const PASSWORD = md5('of-bob-4711');
const bob = { name: 'bob', withoutPrefix: false };
const SMS = { to: ['500100200'], message: 'Hi' };

function withBob(order: SubUserOrder = {}, account: object = {}, options: object = {}): DirectGateway {
  const gateway = directGateway(account, options);
  addUser(gateway.call(), bob, { password: PASSWORD, active: true, ...order });
  return gateway;
}

const asBob = (gateway: DirectGateway): ReturnType<DirectGateway['call']> =>
  gateway.call({ username: 'alice_bob', password: PASSWORD });

describe('a new sub-user', () => {
  it('has the prefix of the main user, and only the given rights', () => {
    const gateway = directGateway();
    const nothing = { limit: 0, monthLimit: 0, senders: false, phonebook: false, active: false, info: '' };
    expect(addUser(gateway.call(), bob, { password: PASSWORD })).toEqual({ username: 'alice_bob', ...nothing });
    const all = { limit: 1.5, monthLimit: 2, senders: true, phonebook: true, active: true, info: 'of the shop' };
    const added = addUser(gateway.call(), { name: 'eve', withoutPrefix: true }, { password: PASSWORD, ...all });
    expect(added).toEqual({ username: 'eve', ...all });
    expect(subUsers(gateway.call())).toEqual([{ username: 'alice_bob', ...nothing }, added]);
    expect(subUser(gateway.call(), bob).username).toBe('alice_bob');
    expect(subUser(gateway.call(), { name: 'alice_bob', withoutPrefix: true }).username).toBe('alice_bob');
  });

  it.each<readonly [code: number, what: string, name: string, order: SubUserOrder]>([
    [1114, 'with a name of 33 characters', 'x'.repeat(27), {}],
    [1114, 'with a space in its name', 'b ob', {}],
    [1115, 'with the name of another', 'bob', {}],
    [1115, 'with the name of another and its prefix', 'alice_bob', {}],
    [1123, 'without a password', 'eve', { password: undefined }],
    [1123, 'with a password that is no digest', 'eve', { password: 'secret' }],
    [1131, 'with a limit below 0', 'eve', { limit: -1 }],
  ])('is refused with %i %s', (code, _what, name, order) => {
    const gateway = withBob();
    const add = (): unknown =>
      addUser(gateway.call(), { name, withoutPrefix: false }, { password: PASSWORD, ...order });
    expect(refusal(add).code).toBe(code);
    expect(subUsers(gateway.call())).toHaveLength(1);
  });

  it('cannot add or read sub-users', () => {
    const gateway = withBob();
    const acts: readonly (() => unknown)[] = [
      () => addUser(asBob(gateway), { name: 'eve', withoutPrefix: true }, { password: PASSWORD }),
      () => editUser(asBob(gateway), bob, {}),
      () => subUser(asBob(gateway), bob),
      () => subUsers(asBob(gateway)),
    ];
    expect(acts.map((act) => refusal(act).code)).toEqual([1000, 1000, 1000, 1000]);
    expect(refusal(() => subUser(gateway.call(), { name: 'eve', withoutPrefix: false })).code).toBe(1032);
  });
});

describe('an edited sub-user', () => {
  const all = { limit: 1, monthLimit: 2, senders: true, phonebook: true, active: true, info: 'old' };

  it('has the given values; omitted flags are off', () => {
    const gateway = withBob(all);
    expect(editUser(gateway.call(), bob, { info: 'new', senders: true })).toMatchObject({
      ...all,
      info: 'new',
      phonebook: false,
      active: false,
    });
    expect(gateway.gateway.authorize({ username: 'alice_bob', password: PASSWORD }, '')).toBeUndefined();
  });

  it('has the given password, or its old one', () => {
    const gateway = withBob(all);
    const other = md5('another-4711');
    editUser(gateway.call(), bob, { active: true });
    expect(asBob(gateway).account.username).toBe('alice_bob');
    editUser(gateway.call(), bob, { active: true, password: other });
    expect(gateway.gateway.authorize({ username: 'alice_bob', password: PASSWORD }, '')).toBeUndefined();
    expect(gateway.call({ username: 'alice_bob', password: other.toUpperCase() }).account.username).toBe('alice_bob');
  });

  it('is unchanged after a refusal', () => {
    const gateway = withBob(all);
    expect(refusal(() => editUser(gateway.call(), bob, { limit: -1 })).code).toBe(1131);
    expect(refusal(() => editUser(gateway.call(), bob, { password: 'x', active: false })).code).toBe(1123);
    expect(refusal(() => editUser(gateway.call(), { name: 'eve', withoutPrefix: true }, {})).code).toBe(1032);
    expect(subUser(gateway.call(), bob)).toMatchObject(all);
  });
});

describe('a sub-user spends points of its main user', () => {
  it('up to its limit', () => {
    const gateway = withBob({ limit: 0.2 });
    expect(asBob(gateway).account.points).toBe(0.2);
    sendSms(asBob(gateway), SMS);
    expect(gateway.alice.points).toBe(9.84);
    expect(subUser(gateway.call(), bob).limit).toBe(0.04);
    expect(refusal(() => sendSms(asBob(gateway), SMS)).code).toBe(103);
  });

  it('with a new allowance each month', () => {
    const days = 24 * 3_600_000;
    const gateway = withBob({ monthLimit: 2 });
    gateway.setClock(16 * days);
    expect(subUser(gateway.call(), bob).limit).toBe(0);
    // From 2027-01-15T12:00Z on, half a day later it is February.
    gateway.setClock(16.5 * days);
    expect(asBob(gateway).account.points).toBe(2);
    gateway.setClock(0);
    expect(subUser(gateway.call(), bob).limit).toBe(2);
    gateway.setClock(46 * days);
    expect(subUsers(gateway.call())).toMatchObject([{ limit: 4 }]);
  });
});

describe('a sub-user shares with its main user', () => {
  it('the sender names, with permission', () => {
    const gateway = withBob({ senders: true, limit: 1 });
    sendSms(asBob(gateway), { ...SMS, from: 'Info' });
    sendSms(asBob(gateway), SMS);
    expect(gateway.sandbox.account('alice_bob')).toMatchObject({
      senders: ['Shop', 'Info'],
      messages: [{ from: 'Info' }, { from: 'Shop' }],
    });
    const other = withBob({ limit: 1 });
    expect(refusal(() => sendSms(asBob(other), { ...SMS, from: 'Info' })).code).toBe(14);
  });
});

describe('a sub-user of the options', () => {
  const user = { username: 'bob', password: 'of-bob-4711', tokens: ['bobs-token'], limit: 1 };

  it('can sign in with its token and its password', () => {
    const gateway = directGateway({ users: [user] });
    expect(gateway.call({ token: 'bobs-token' }).account.username).toBe('bob');
    expect(gateway.call({ username: 'bob', password: PASSWORD }).account.username).toBe('bob');
    expect(subUsers(gateway.call())).toMatchObject([{ username: 'bob', limit: 1, active: true }]);
  });

  it('cannot sign in while it is not active', () => {
    const gateway = directGateway({ users: [{ ...user, active: false }] });
    expect(gateway.gateway.authorize({ token: 'bobs-token' }, '')).toBeUndefined();
    expect(gateway.gateway.authorize({ username: 'bob', password: PASSWORD }, '')).toBeUndefined();
  });
});
