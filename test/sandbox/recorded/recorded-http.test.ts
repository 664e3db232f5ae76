import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../../generated/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { cassette } from '../../../src/replay/index.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { NOW, recording } from './recording.js';

const HOUR_MS = 3_600_000;
const tapes = recording();
const { clock } = tapes;

type Client = SmsServiceHttpClient<'earlier'>;
interface Settings {
  readonly format?: 'json' | 'text';
  readonly retry?: false;
}

function clientOf(transport: Transport, settings: Settings = {}): Client {
  return new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: 'demo-token',
    variant: 'earlier',
    retry: false,
    ...settings,
    transport,
    now: clock,
  });
}

/** Records what a client does with a gateway; each call takes a second. */
const recorded = (
  options: SandboxOptions,
  settings: Settings,
  act: (client: Client) => Promise<unknown>,
): Promise<Sandbox> => tapes.gateway(options, (transport) => act(clientOf(transport, settings)));

/** Records one call, to which a gateway answers with a text. */
const recordedAnswer = (text: string, act: (client: Client) => Promise<unknown>): Promise<void> =>
  tapes.text(text, text.startsWith('{') ? 'application/json' : 'text/plain', (transport) => act(clientOf(transport)));

const standIn = (options: SandboxOptions = {}): Sandbox => createSandbox({ now: clock, from: tapes.file, ...options });

const ACCOUNT = { username: 'demo', password: 'demo-password', tokens: ['demo-token'] };
const OWN = 'of its options';
const PASSWORD = `the password: the account has that ${OWN}`;
const POINTS = `the points: the account has those ${OWN}`;
const SENDERS = `the senders: the account has those ${OWN}`;
const GROUPS = 'the groups: they were not listed, and there may be others';
const TOKENS = `the tokens: the account has those ${OWN}`;
const PROFILE = `the profile: the account has that ${OWN}`;
const USERS = 'the sub-users: they were not listed, and there may be others';

describe.each(['json', 'text'] as const)('an embedded gateway made from calls over HTTP, answered as %s,', (format) => {
  it('has the points, sender names and messages that they show', async () => {
    const senders = ['Shop', 'Info', { name: 'Late', status: 'INACTIVE' }] as const;
    const original = await recorded(
      { accounts: [{ ...ACCOUNT, points: 50, senders }] },
      { format },
      async ({ points, senders: names, sms, mms, vms, hlr }) => {
        await points.get();
        await names.list();
        await names.setDefault('Info');
        await sms.send({ to: '48500100200', message: 'Hi [%1%]', params: [['Ola']], idx: 'a1', from: 'Shop' });
        await sms.send({ to: ['500100201', '48500100202'], message: 'ż', normalize: true, flash: true, partnerId: 7 });
        await mms.send({ to: '48500100203', subject: 'Hello', smil: '<smil/>' });
        await vms.send({ to: '48500100204', tts: 'Dzień dobry' });
        const date = new Date(NOW.getTime() + HOUR_MS);
        await sms.send({ to: '48500100205', message: 'later', date });
        const { messages } = await sms.send({ to: '48500100206', message: 'never', date });
        await sms.deleteScheduled([messages[0]?.id ?? '']);
        await sms.send({ to: '48500100207', message: 'only a test', test: true });
        await rejection(sms.send({ to: '48500100208', message: 'refused', from: 'Nobody' }));
        await hlr.check(['48500100209']);
      },
    );
    const sandbox = standIn();
    // An idx that the library made is not kept.
    const withoutIdx = (view: ReturnType<Sandbox['account']>): unknown =>
      JSON.parse(JSON.stringify(view), (key, value: unknown) =>
        key === 'idx' && String(value).startsWith('once') ? '' : value,
      );
    expect(withoutIdx(sandbox.account('demo'))).toEqual(withoutIdx(original.account('demo')));
    const after = sandbox.account('demo');
    expect(after?.messages.map(({ kind, message }) => [kind, message])).toEqual([
      ['sms', 'Hi Ola'],
      ['sms', 'z'],
      ['sms', 'z'],
      ['mms', '<smil/>'],
      ['vms', 'Dzień dobry'],
    ]);
    expect(after?.messages[0]?.idx).toBe('a1');
    expect(after?.scheduled.map(({ message }) => message)).toEqual(['later']);
    expect(after).toMatchObject({ senders: ['Info', 'Shop'], points: 48.45 });
    expect(sandbox.gaps).toEqual([PASSWORD, GROUPS, TOKENS, PROFILE, USERS]);
    const client = clientOf(sandbox.transport());
    expect(await client.senders.status('Late')).toMatchObject({ status: 'INACTIVE' });
    expect((await client.hlr.check(['48500100209']))[0]?.id).toBe('1010');
  });

  it('has the sub-users that they show, whom nobody can be but by the options', async () => {
    const users = [{ username: 'demo_ann', password: 'a' }];
    await recorded({ accounts: [{ ...ACCOUNT, users }] }, { format }, async (client) => {
      await client.users.add({ username: 'bob', password: 'b', limit: 5, phonebook: true, active: true, info: 'B:b' });
      await client.users.edit('bob', { monthLimit: 2 });
      await client.users.edit('ann', { active: true, limit: 3 });
      await client.users.get('bob');
      await client.users.get('ann');
      await client.users.list();
    });
    const own = [{ username: 'demo_ann', password: 'a', tokens: ['anns-token'] }];
    const sandbox = standIn({ accounts: [{ ...ACCOUNT, users: own }] });
    const { users: again } = clientOf(sandbox.transport());
    const off = { senders: false, phonebook: false, active: true };
    const ann = { ...off, limit: 3, monthLimit: 0, info: '' };
    const bob = { ...off, limit: 5, monthLimit: 2, phonebook: true, info: 'B:b' };
    expect([await again.get('ann'), await again.get('bob')]).toMatchObject([ann, bob]);
    expect((await again.list()).map(({ username }) => username)).toEqual(['demo_ann', 'demo_bob']);
    expect(sandbox.gaps).toContain(
      'the passwords and tokens of the sub-users: those that the options name have theirs, the others none',
    );
    expect(sandbox.gaps.filter((gap) => gap === USERS || gap.endsWith('may do'))).toEqual([]);
    const asAnn = new SmsServiceHttpClient({
      url: 'http://g.test/',
      token: 'anns-token',
      transport: sandbox.transport(),
    });
    expect((await asAnn.profile.get()).username).toBe('demo_ann');
  });
});

describe('an embedded gateway made from calls over HTTP', () => {
  it('has the profile, and its points', async () => {
    const profile = {
      name: 'Shop',
      email: 'a@shop.test',
      phoneNumber: '48500100200',
      paymentType: 'postpaid',
    } as const;
    await recorded({ accounts: [{ ...ACCOUNT, profile, points: 7 }] }, {}, (client) => client.profile.get());
    const sandbox = standIn();
    expect(await clientOf(sandbox.transport()).profile.get()).toMatchObject({ ...profile, points: 7 });
    expect(sandbox.gaps).toEqual([PASSWORD, SENDERS, GROUPS, TOKENS, USERS]);
  });

  it('has voice messages in place of SMS, and the texts that answers tell', async () => {
    const templates = [{ name: 'Welcome', text: 'Welcome' }];
    const original = createSandbox({ now: clock, accounts: [{ ...ACCOUNT, templates }] });
    const tape = cassette(tapes.file, { mode: 'record', transport: original.transport(), now: clock });
    const client = new SmsServiceHttpClient({
      url: 'http://gateway.test/',
      token: 'demo-token',
      transport: tape,
      now: clock,
    });
    await client.sms.send({ to: '221234567', message: 'Hi', fallback: 'vms' });
    await client.sms.send({ to: '48500100200', template: 'Welcome', details: true });
    await client.sms.send({ to: '48500100201', template: 'Welcome' });
    await client.vms.send({ to: '48500100202', file: { name: 'a.wav', bytes: Buffer.from('RIFF----WAVE') } });
    await tape.close();
    const sandbox = standIn();
    expect(sandbox.account('demo')?.messages).toMatchObject([
      { kind: 'vms', to: '48221234567', message: 'Hi' },
      { kind: 'sms', to: '48500100200', message: 'Welcome' },
      { kind: 'sms', to: '48500100201', message: '' },
      { kind: 'vms', to: '48500100202', message: '' },
    ]);
    expect(sandbox.gaps).toEqual([
      PASSWORD,
      POINTS,
      SENDERS,
      GROUPS,
      'the text or the file of 2 of the messages',
      TOKENS,
      PROFILE,
      USERS,
    ]);
  });

  it('has the messages to a group, each with the idx of all', async () => {
    const groups = [{ name: 'Friends', numbers: [{ number: '500100201' }, { number: '500100202' }] }];
    await recorded({ accounts: [{ ...ACCOUNT, groups }] }, {}, (client) =>
      client.sms.send({ group: 'Friends', message: 'Hi', idx: ['all'] }),
    );
    expect(standIn().account('demo')?.messages).toMatchObject([
      { to: '48500100201', message: 'Hi', idx: 'all' },
      { to: '48500100202', message: 'Hi', idx: 'all' },
    ]);
  });

  it('says what was not told of messages', async () => {
    const sent = { to: ['48500100200', '48500100201'], message: 'Hi' };
    await recordedAnswer('OK:a1:0.16;OK:a2:0.16:48500100201;ERROR:13', (client) => client.sms.send(sent));
    const sandbox = standIn();
    expect(sandbox.account('demo')?.messages).toMatchObject([{ id: 'a2', to: '48500100201' }]);
    expect(sandbox.gaps).toContain('to whom 1 of the messages were sent');
    await recordedAnswer('{"count":1,"list":[{"id":"","number":"48500100200"}]}', (client) => client.sms.send(sent));
    expect(standIn().gaps).toContain('what became of 1 of the messages');
  });

  it('says what calls came to nobody knows', async () => {
    const sandbox = createSandbox({ now: clock });
    sandbox.failNext('sms.do', { drop: 'after' });
    sandbox.failNext('profile', { drop: 'after' });
    const tape = cassette(tapes.file, { mode: 'record', transport: sandbox.transport(), now: clock });
    const client = clientOf(tape);
    await rejection(client.sms.send({ to: '48500100200', message: 'Hi', once: false }));
    await rejection(client.profile.get());
    await rejection(client.sms.send({ to: '48500100200', message: 'Hi', from: 'Nobody' }));
    await tape.close();
    expect(standIn().gaps).toEqual([
      PASSWORD,
      POINTS,
      SENDERS,
      GROUPS,
      'what 1 of the calls of sms.do came to: no answer was recorded',
    ]);
  });

  it('knows of a sub-user whose name alone was told that more is not known', async () => {
    await recordedAnswer('OK: demo_bob:demo_ann', (client) => client.users.list());
    expect(standIn().gaps.slice(-2)).toEqual([
      'the passwords and tokens of the sub-users: those that the options name have theirs, the others none',
      'all that 2 of the sub-users may do',
    ]);
    const transport = standIn().transport();
    // The stub sends an empty password, too.
    const stub = new SmsServiceStub({ url: 'http://gateway.test/', transport });
    for (const password of ['', 'NONE', 'none', 'demo-password']) {
      const client = { username: 'demo_bob', password };
      expect(await stub.soap_CheckPoints({ client })).toMatchObject({ result: 101 });
    }
  });
});
