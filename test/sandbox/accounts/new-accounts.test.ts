import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { AuthenticationError, ValidationError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { mail, mailGateway } from '../mail/mail-gateway.js';

const url = 'http://gateway.test/';
const soapOf = (sandbox: Sandbox, username: string, password: string): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: { username, password }, transport: sandbox.transport() });
const httpOf = (sandbox: Sandbox, token: string): SmsServiceHttpClient =>
  new SmsServiceHttpClient({ url, token, transport: sandbox.transport() });
const welcoming = (newAccounts: SandboxOptions['newAccounts']): Sandbox => createSandbox({ newAccounts });

describe('with newAccounts', () => {
  it('the first use of credentials creates an account with that password', async () => {
    const sandbox = welcoming(true);
    expect(await soapOf(sandbox, 'eve', 'e1').checkPoints()).toBe(100);
    expect(await rejection(soapOf(sandbox, 'eve', 'e2').checkPoints())).toBeInstanceOf(AuthenticationError);
    expect(await soapOf(sandbox, 'eve', 'e1').getSenders()).toEqual(['Test']);
    // Those that were there before are known by their own.
    expect(await rejection(soapOf(sandbox, 'demo', 'e1').checkPoints())).toBeInstanceOf(AuthenticationError);
  });

  it('a new token creates an account with this token', async () => {
    const sandbox = welcoming(true);
    await httpOf(sandbox, 'of-eve').sms.send({ to: '500100200', message: 'I am Eve' });
    await httpOf(sandbox, 'of-bob').sms.send({ to: '500100200', message: 'I am Bob' });
    expect(sandbox.account({ token: 'of-eve' })).toMatchObject({ username: 'account-1', points: 99.84 });
    expect(sandbox.messages({ token: 'of-bob' }).map(({ message }) => message)).toEqual(['I am Bob']);
    expect(await sandbox.waitForMessage({ token: 'of-eve' })).toMatchObject({ message: 'I am Eve' });
    expect(sandbox.account({ token: 'of-nobody' })).toBeUndefined();
    expect(inspect(sandbox.messages(), { depth: 9 })).not.toMatch(/of-eve|of-bob/);
  });
  it('no account is created by mail or without a password or token', async () => {
    const sandbox = await mailGateway({ accounts: [], newAccounts: true });
    try {
      await mail(sandbox);
      expect(sandbox.mail.reports[0]?.text).toContain('101');
      const { status } = await fetch(`${sandbox.httpUrl}profile`);
      expect([status, sandbox.account('account-1')]).toEqual([200, undefined]);
    } finally {
      await sandbox.close();
    }
  });

  it('reset() deletes them', async () => {
    const sandbox = welcoming(true);
    await soapOf(sandbox, 'eve', 'e1').sendSms({ to: '500100200', message: 'Hi' });
    await httpOf(sandbox, 'of-eve').sms.send({ to: '500100200', message: 'Hi' });
    await sandbox.reset();
    expect([sandbox.account('eve'), sandbox.account({ token: 'of-eve' })]).toEqual([undefined, undefined]);
    expect(await soapOf(sandbox, 'eve', 'e2').checkPoints()).toBe(100);
  });

  it.each([
    ['yes', 'newAccounts'],
    [{ username: 'eve' }, 'newAccounts.username'],
    [{ points: -1 }, 'newAccounts.points'],
    [null, 'newAccounts'],
  ])('%j is refused', (newAccounts, path) => {
    expect(() => welcoming(newAccounts as never)).toThrow(expect.objectContaining({ path, code: 'VALIDATION' }));
  });
});

describe('addAccount', () => {
  it('creates an account for both interfaces and mail, until reset()', async () => {
    const sandbox = createSandbox();
    const { username, password, token } = sandbox.addAccount({ points: 5, senders: ['Shop'] });
    expect(await soapOf(sandbox, username, password).checkPoints()).toBe(5);
    await httpOf(sandbox, token).sms.send({ to: '500100200', message: 'Hi', from: 'Shop' });
    expect(sandbox.account(username)).toMatchObject({ points: 4.84, senders: ['Shop'] });
    expect(sandbox.addAccount()).toMatchObject({ username: 'account-2' });
    expect(sandbox.account('account-2')).toMatchObject({ points: 100, senders: ['Test'], groups: [] });
    await sandbox.reset();
    expect(sandbox.account(username)).toBeUndefined();
  });

  it('refuses an existing name', async () => {
    const sandbox = createSandbox({
      accounts: [
        { username: 'account-1', password: 'a' },
        { username: 'b', password: 'b', tokens: ['token-2'] },
      ],
      newAccounts: true,
    });
    await soapOf(sandbox, 'account-3', 'c').checkPoints();
    expect(sandbox.addAccount().username).toBe('account-4');
  });

  it.each([
    [{ username: 'eve' }, 'username'],
    [{ groups: [{ name: '' }] }, 'account.groups[0].name'],
  ])('refuses %j', (options, path) => {
    const add = (): unknown => createSandbox().addAccount(options);
    expect(add).toThrow(ValidationError);
    expect(add).toThrow(expect.objectContaining({ path: expect.stringContaining(path.split('.').at(-1) ?? '') }));
  });
});

describe('with anyGroupNames', () => {
  const groups = [{ name: '' }, { name: 'Same', numbers: [{ number: '500100200' }] }, { name: 'Same' }, { name: ' ' }];
  const account = { username: 'alice', password: 'a', points: 10, groups };

  it('a group of any name exists', async () => {
    const sandbox = createSandbox({ accounts: [{ ...account, anyGroupNames: true }] });
    const client = soapOf(sandbox, 'alice', 'a');
    expect((await client.getGroups()).map(({ id, name }) => [id, name])).toEqual([
      [1, ''],
      [2, 'Same'],
      [3, 'Same'],
      [4, ' '],
    ]);
    // The older one is sent to, and the name is taken for as long as one of both is there.
    expect((await rejection(client.addGroup({ name: 'Same' }))) as object).toMatchObject({ result: 4116 });
    await client.delGroup(2);
    expect((await rejection(client.addGroup({ name: 'Same' }))) as object).toMatchObject({ result: 4116 });
    await client.delGroup(3);
    expect(await client.addGroup({ name: 'Same' })).toEqual({ groupId: 5 });
    expect((await rejection(client.addGroup({ name: '' }))) as object).toMatchObject({ result: 4110 });
  });
});
