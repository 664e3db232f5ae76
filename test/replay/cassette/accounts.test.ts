import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type CassetteOptions, cassette, startRecordingProxy } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

interface Account {
  readonly username: string;
  readonly password: string;
  readonly label?: string;
}

const url = 'https://gateway.test/soap';
const httpUrl = 'https://gateway.test/';
const alice = { username: 'alice-account', password: 'sesame-9-open' };
const bob = { username: 'bob-account', password: 'other-8-word' };
const mistyped = { ...alice, password: 'mistyped' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const gateway = (): Transport =>
  createSandbox({
    accounts: [
      { ...alice, points: 50, tokens: ['token-of-alice'] },
      { ...bob, points: 7, tokens: ['token-of-bob'] },
    ],
  }).transport();

/** The points of an account, or the code of the error. */
async function points(transport: Transport, { label, ...credentials }: Account): Promise<unknown> {
  const named = label === undefined ? {} : { label };
  const client = new SmsServiceClient({ url, credentials, transport, retry: false, ...named });
  return client.checkPoints().catch((error: { code: string; path?: string }) => error.path ?? error.code);
}

async function allPoints(transport: Transport, accounts: readonly Account[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const account of accounts) all.push(await points(transport, account));
  return all;
}

const recorder = (options: CassetteOptions = {}) => cassette(file, { transport: gateway(), ...options }, {});
const player = (options: CassetteOptions = {}) => cassette(file, { mode: 'replay', ...options }, {});

async function record(accounts: readonly Account[], options: CassetteOptions = {}): Promise<void> {
  const tape = recorder(options);
  await allPoints(tape, accounts);
  await tape.close();
}

interface HarEntries {
  readonly log: { readonly entries: { _account?: string }[] };
}
const har = (): HarEntries => JSON.parse(readFileSync(file, 'utf8')) as HarEntries;
const labels = (): unknown[] => har().log.entries.map(({ _account }) => _account);

describe('one account', () => {
  it('needs no label, and its recordings contain neither a label nor its credentials', async () => {
    await record([alice, alice]);
    expect(labels()).toEqual([undefined, undefined]);
    const text = readFileSync(file, 'utf8');
    for (const secret of Object.values(alice)) expect(text).not.toContain(secret);
  });

  it.each([
    ['other credentials', bob],
    ['a label', { ...alice, label: 'tenant-17' }],
  ])('is replayed to a client with %s', async (_what, account) => {
    await record([alice, alice]);
    expect(await allPoints(player(), [account, account])).toEqual([50, 50]);
  });
});

describe('a second account on a track without labels', () => {
  const second = [
    ['another user name', bob],
    ['another password', mistyped],
    ['a label', { ...alice, label: 'tenant-17' }],
  ] as const;

  it.each(second)('is rejected with a ValidationError before anything is sent: %s', async (_what, account) => {
    const sent: string[] = [];
    const to = gateway();
    const counting: Transport = { send: (request) => (sent.push(request.operation), to.send(request)) };
    const tape = recorder({ transport: counting, keep: { refusals: true } });
    expect(await allPoints(tape, [alice, account, alice])).toEqual([50, 'label', 50]);
    expect(sent).toHaveLength(2);
    expect(await rejection(tape.close())).toMatchObject({
      name: 'ValidationError',
      path: 'label',
      message: expect.stringContaining('Set a label on each client, or use one track for each account'),
    });
  });

  it.each(second)('is rejected with a ValidationError in replay, and gets no recording: %s', async (_what, account) => {
    await record([alice, alice]);
    const tape = player({ mode: 'locked' });
    expect(await allPoints(tape, [alice, account, alice])).toEqual([50, 'label', 50]);
    expect(await rejection(tape.close())).toMatchObject({ name: 'ValidationError', path: 'label' });
  });

  it('is rejected with a ValidationError over HTTP', async () => {
    const tape = recorder();
    const get = (token: string) =>
      new SmsServiceHttpClient({ url: httpUrl, token, transport: tape, retry: false }).profile.get();
    expect((await get('token-of-alice')).points).toBe(50);
    expect(await rejection(get('token-of-bob'))).toMatchObject({ name: 'ValidationError', path: 'label' });
    await rejection(tape.close());
  });

  it('can use another track', async () => {
    const both = async (tape: ReturnType<typeof cassette>): Promise<unknown[]> => {
      const [one, two] = [tape.track('alice'), tape.track('bob')];
      const all = [await points(one, alice), await points(two, bob), await points(one, alice)];
      await one.close();
      await two.close();
      await tape.close();
      return all;
    };
    expect(await both(recorder())).toEqual([50, 7, 50]);
    expect(await both(player())).toEqual([50, 7, 50]);
  });

  it('is refused by a recording proxy, which does not forward the call', async () => {
    const proxy = await startRecordingProxy({ cassette: file, to: url, transport: gateway() });
    const call = (credentials: Account): Promise<number> =>
      new SmsServiceClient({ url: proxy.url, credentials, retry: false }).checkPoints();
    expect(await call(alice)).toBe(50);
    expect(String(await rejection(call(bob)))).toContain('Set a label on each client');
    expect(proxy.passedThrough).toBe(0);
    expect(await rejection(proxy.close())).toMatchObject({ path: 'label' });
  });
});

describe('a refused login', () => {
  it('is not recorded by default, and does not count as an account', async () => {
    await record([mistyped, alice]);
    expect(labels()).toEqual([undefined]);
    expect(await allPoints(player(), [alice, mistyped])).toEqual([50, 'label']);
  });
});

describe('clients with labels', () => {
  const [one, two] = [
    { ...alice, label: 'tenant-1' },
    { ...bob, label: 'tenant-2' },
  ] as const;

  it.each([{}, { privacy: { names: true, key: 'W3ll-made-Key-of-32-characters-xy' } }])(
    'get their own recordings in any order, and a miss after the last one: %j',
    async (options) => {
      await record([one, two, one], options);
      expect(labels()).toEqual(['tenant-1', 'tenant-2', 'tenant-1']);
      const tape = player(options);
      expect(await allPoints(tape, [two, one, one, two])).toEqual([7, 50, 50, 'REPLAY_MISS']);
      await rejection(tape.close());
    },
  );

  it('never get the recording of another label', async () => {
    await record([one]);
    const tape = player();
    const client = new SmsServiceClient({ url, credentials: bob, label: 'tenant-2', transport: tape, retry: false });
    expect(String(await rejection(client.checkPoints()))).toContain('another account');
    expect(await points(tape, one)).toBe(50);
    await rejection(tape.close());
  });

  it('with the same label are one account, for example after a password was changed', async () => {
    const changed = { ...bob, label: 'tenant-1' };
    await record([one, changed]);
    expect(labels()).toEqual(['tenant-1', 'tenant-1']);
    expect(await allPoints(player(), [one, changed])).toEqual([50, 7]);
  });

  it('are told to record again if the recordings have no labels', async () => {
    await record([alice, alice]);
    const tape = player();
    expect(await allPoints(tape, [one, two])).toEqual([50, 'label']);
    expect(await rejection(tape.close())).toMatchObject({ message: expect.stringContaining("in mode 'record'") });
  });
});
