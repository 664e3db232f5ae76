import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type CassetteOptions, cassette, redactCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const url = 'https://gateway.test/soap';
const alice = { username: 'alice-account', password: 'sesame-9-open' };
const bob = { username: 'bob-account', password: 'other-8-word' };
const wrong = { ...alice, password: 'mistyped' };
const key = 'W3ll-made-Key-of-32-characters-xy';
const privacy = { names: true, key };
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

const points = async (transport: Transport, credentials: typeof alice): Promise<unknown> => {
  const client = new SmsServiceClient({ url, credentials, transport, retry: false });
  return client.checkPoints().catch((error: { code: string }) => error.code);
};

async function recordAll(all: readonly (typeof alice)[], options: CassetteOptions = {}): Promise<void> {
  const tape = cassette(file, { transport: gateway(), keep: { refusals: true }, ...options }, {});
  for (const credentials of all) await points(tape, credentials);
  await tape.close();
}

const player = (options: CassetteOptions = {}) => cassette(file, { mode: 'replay', ...options }, {});
const labels = (): unknown[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { log: { entries: { _account?: string }[] } }).log.entries.map(
    ({ _account }) => _account,
  );

describe('two accounts on one cassette', () => {
  it.each([{}, { privacy }])('get their own answers, in any order: %j', async (options) => {
    await recordAll([alice, bob, alice], options);
    const one = player(options);
    expect([await points(one, bob), await points(one, alice), await points(one, alice)]).toEqual([7, 50, 50]);
    const other = player(options);
    expect([await points(other, alice), await points(other, bob)]).toEqual([50, 7]);
    expect(await points(other, bob)).toBe('REPLAY_MISS');
  });

  it('get them over HTTP, too', async () => {
    const read = async (transport: Transport, token: string): Promise<unknown> => {
      const client = new SmsServiceHttpClient({ url: 'https://gateway.test/', token, transport, retry: false });
      return (await client.profile.get()).points;
    };
    const tape = cassette(file, { transport: gateway() }, {});
    for (const token of ['token-of-alice', 'token-of-bob']) await read(tape, token);
    await tape.close();
    const playing = player();
    expect([await read(playing, 'token-of-bob'), await read(playing, 'token-of-alice')]).toEqual([7, 50]);
  });

  it('are the same one where that is wanted', async () => {
    await recordAll([alice, bob], { accounts: 'any' });
    expect(labels()).toEqual([undefined, undefined]);
    const playing = player({ accounts: 'any' });
    expect([await points(playing, bob), await points(playing, alice)]).toEqual([50, 7]);
  });
});

describe('wrong credentials', () => {
  it('get their own refusal, and never the answer to the right ones', async () => {
    await recordAll([alice, wrong]);
    const playing = player();
    expect([await points(playing, alice), await points(playing, wrong)]).toEqual([50, 'AUTHENTICATION']);
    await recordAll([alice], { mode: 'record' });
    const again = player();
    expect([await points(again, alice), await points(again, wrong)]).toEqual([50, 'REPLAY_MISS']);
  });

  it('are known in any order where the cassette has a key, also to whoever has not the right ones', async () => {
    const other = { ...alice, password: 'also-mistyped' };
    for (const order of [
      [wrong, alice, other],
      [alice, other, wrong],
    ]) {
      await recordAll([...order, alice], { privacy, mode: 'record' });
      for (const right of [alice, { ...alice, password: 'nobody-knows' }, { username: 'me', password: 'mine' }]) {
        const [one, two] = [wrong, other].map(({ password }) => ({ ...right, password })) as [
          typeof alice,
          typeof alice,
        ];
        for (const played of [
          [right, one, two],
          [one, right, two],
          [two, one, right],
        ]) {
          const playing = player({ privacy });
          for (const credentials of played) {
            expect(await points(playing, credentials)).toBe(credentials === right ? 50 : 'AUTHENTICATION');
          }
          expect(await points(playing, right)).toBe(50);
        }
      }
    }
  });

  it('are told apart without a key, too, in any order and alone', async () => {
    for (const order of [
      [alice, wrong],
      [wrong, alice],
    ]) {
      await recordAll(order, { mode: 'record' });
      for (const played of [[alice, wrong], [wrong, alice], [wrong], [alice]]) {
        const playing = player();
        for (const credentials of played) {
          expect(await points(playing, credentials)).toBe(credentials === wrong ? 'AUTHENTICATION' : 50);
        }
      }
    }
  });

  it('leave eight bits of their own without a key, the same for every account, and none of the right ones', async () => {
    const bobsWrong = { ...bob, password: wrong.password };
    await recordAll([alice, wrong, bob, bobsWrong], { mode: 'record' });
    const all = labels().map(String);
    const ofWrong = all.filter((label) => label.includes('refused'));
    expect(new Set(ofWrong.map((label) => /-refused-([\da-f]{2})$/.exec(label)?.[1])).size).toBe(1);
    expect(all.filter((label) => !label.includes('refused'))).toContainEqual(expect.stringMatching(/^[\da-f]{2}$/));
  });

  it('leave no trace of the right ones, and of their own a pseudonym by the key', async () => {
    await recordAll([wrong, alice], { privacy });
    const [refused, right] = labels();
    expect(right).toMatch(/^[\da-f]{12}$/);
    expect(refused).toMatch(new RegExp(`^${String(right)}-refused-[\\da-f]{12}$`));
    await recordAll([wrong, alice], { privacy: { names: true, key: `${key}-another` }, mode: 'record' });
    expect(labels()[0]).not.toContain(String(refused).slice(-12));
    const text = readFileSync(file, 'utf8');
    for (const name of ['md5', 'sha1', 'sha256', 'sha512']) {
      const digest = createHash(name).update(wrong.password).digest('hex');
      expect(text).not.toContain(digest.slice(0, 12));
    }
  });

  it('of which the refusal is not kept do not take the place of the right ones', async () => {
    for (const options of [{}, { privacy }]) {
      await recordAll([wrong, alice], { keep: {}, mode: 'record', ...options });
      expect(labels()).toEqual([expect.stringMatching(/^(?:..|.{12})$/)]);
      const playing = player(options);
      expect([await points(playing, alice), await points(playing, wrong)]).toEqual([50, 'REPLAY_MISS']);
    }
  });

  it('are the same in an update, which changes nothing', async () => {
    await recordAll([wrong, alice], { privacy });
    const before = readFileSync(file, 'utf8');
    await recordAll([alice, wrong], { privacy, mode: 'update' });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('are known in any order by a label', async () => {
    const accounts = { main: 'alice-account', mistyped: wrong };
    await recordAll([alice, wrong], { accounts });
    expect(labels()).toEqual(['main', 'mistyped']);
    const playing = player({ accounts });
    expect([await points(playing, wrong), await points(playing, alice)]).toEqual(['AUTHENTICATION', 50]);
  });
});

describe('an account that is not in the recordings', () => {
  it('takes the place of one that is, so that nobody needs the account that was recorded with', async () => {
    await recordAll([alice, bob]);
    const playing = player();
    const [carol, dave, eve] = ['carol', 'dave', 'eve'].map((username) => ({ username, password: 'x' }));
    expect(await points(playing, carol as typeof alice)).toBe(50);
    expect(await points(playing, dave as typeof alice)).toBe(7);
    expect(await points(playing, eve as typeof alice)).toBe('REPLAY_MISS');
  });

  it('is told by the miss', async () => {
    await recordAll([alice]);
    const playing = player();
    await points(playing, alice);
    const client = new SmsServiceClient({ url, credentials: bob, transport: playing, retry: false });
    expect(String(await rejection(client.checkPoints()))).toContain('another account');
  });
});

describe('accounts that are named', () => {
  it.each([
    [{ main: { username: 'alice', pasword: 'x' } }, 'accounts.main.pasword'],
    [{ main: { username: 'alice' } }, 'accounts.main.password'],
    [{ main: { username: 'alice', password: 'x', token: 'y' } }, 'accounts.main.token'],
    [{ main: { username: '', password: 'x' } }, 'accounts.main.username'],
    [{ 'main account': 'alice' }, 'accounts.main account'],
  ])('are refused by their place where something is not known: %j', (accounts, path) => {
    expect(() => player({ accounts: accounts as never })).toThrow(expect.objectContaining({ path }));
  });
});

describe('the label of an account', () => {
  it('is eight bits without a key, and a pseudonym with one: nobody finds the name by it', async () => {
    await recordAll([alice, bob]);
    for (const label of labels()) expect(label).toMatch(/^[\da-f]{2}$/);
    await recordAll([alice, bob], { mode: 'record', privacy });
    for (const label of labels()) expect(label).toMatch(/^[\da-f]{12}$/);
    const text = readFileSync(file, 'utf8');
    for (const secret of [...Object.values(alice), ...Object.values(bob)]) expect(text).not.toContain(secret);
  });

  it('says nothing of the password', async () => {
    await recordAll([alice]);
    const before = labels();
    const changed = createSandbox({ accounts: [{ ...alice, password: 'changed-7-since', points: 50 }] }).transport();
    await recordAll([{ ...alice, password: 'changed-7-since' }], { mode: 'record', transport: changed });
    expect(labels()).toEqual(before);
  });

  it('stays in a cassette that is redacted, and is not asked for in an old one', async () => {
    await recordAll([alice, bob]);
    await redactCassette(file, { secrets: ['not in it'] });
    expect(labels()).toHaveLength(2);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/ +"_account": .*\n/g, ''));
    const playing = player();
    expect([await points(playing, bob), await points(playing, alice)]).toEqual([50, 7]);
  });

  it.each([
    ['accounts', 'some'],
    ['accounts.main-2', { 'main-2': 'alice' }],
    ['accounts.main', { main: '' }],
    ['accounts.main', { main: 5 }],
    ['accounts.main.password', { main: { username: 'alice' } }],
  ])('is refused by its name where it is none: %s', (path, accounts) => {
    const options = { accounts } as unknown as CassetteOptions;
    expect(() => cassette(file, options)).toThrow(expect.objectContaining({ name: 'ValidationError', path }));
  });
});
