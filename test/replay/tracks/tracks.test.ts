import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type Cassette, type CassetteOptions, cassette, type Track } from '../../../src/replay/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';
let sandbox: Sandbox;

beforeEach(() => {
  file = fileOf();
  sandbox = createSandbox();
});

function open(mode: CassetteOptions['mode'], options: CassetteOptions = {}): Cassette {
  return cassette(file, { mode, transport: sandbox.transport(), ...options }, {});
}

function clientOf(transport: Track | Cassette): SmsServiceClient {
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
}

/** Adds a group and returns the number of groups. */
async function makeGroup(transport: Track | Cassette, name: string): Promise<number> {
  await clientOf(transport).addGroup({ name });
  return (await clientOf(transport).getGroups()).length;
}

/** Reads the groups several times and returns their counts. */
async function counts(transport: Track | Cassette, times: number): Promise<readonly number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time++) all.push((await clientOf(transport).getGroups()).length);
  return all;
}

/** The recordings in the file: their tracks, the unfinished ones with a sign. */
function tracksInFile(): readonly string[] {
  if (!existsSync(file)) return [];
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { entries: { _track?: string; _unfinished?: true }[] };
  };
  return log.entries.map(({ _track = '', _unfinished }) => `${_track}${_unfinished ? '?' : ''}`);
}

/** Records a track for each name, and adds a group with each. */
async function recorded(...names: readonly string[]): Promise<void> {
  const tape = open('auto');
  for (const [index, name] of names.entries()) {
    const track = tape.track(name);
    expect(await makeGroup(track, `group of ${name}`)).toBe(index + 1);
    await track.close();
  }
  await tape.close();
}

describe('a track', () => {
  it.each([
    ['in another order', ['c', 'b', 'a']],
    ['one alone', ['b']],
    ['one of them twice', ['a', 'c', 'a']],
  ])('replays its recordings: %s', async (_name, order) => {
    await recorded('a', 'b', 'c');
    const tape = open('locked');
    for (const name of order) {
      const track = tape.track(name);
      expect(await makeGroup(track, `group of ${name}`)).toBe('abc'.indexOf(name) + 1);
      await track.close();
    }
    await tape.close();
  });

  it('replays nothing of other tracks or of the cassette itself', async () => {
    await recorded('a');
    const own = open('auto');
    await makeGroup(own, 'without a track');
    await own.close();
    const tape = open('replay');
    expect(await rejection(makeGroup(tape.track('b'), 'group of a'))).toMatchObject({ name: 'ReplayMissError' });
    expect(await rejection(makeGroup(tape.track('b'), 'without a track'))).toMatchObject({ name: 'ReplayMissError' });
    expect(await rejection(makeGroup(tape, 'group of a'))).toMatchObject({ name: 'ReplayMissError' });
  });

  it('explains a miss of a renamed track', async () => {
    await recorded('old name', 'another');
    const tape = open('replay');
    const { message } = (await rejection(
      clientOf(tape.track('new name')).addGroup({ name: 'group of old name' }),
    )) as Error;
    expect(message).toContain(`is not in the track "new name" of the cassette ${file}`);
    expect(message).toContain(
      '\n  The same call is recorded in "old name". If the test was renamed, rename its track in the file.',
    );
    const { message: own } = (await rejection(clientOf(tape).getGroups())) as Error;
    expect(own).toContain(`is not in the cassette ${file}. It is not recorded`);
    expect(own).toContain('The same call is recorded in "another", "old name".');
    const { message: none } = (await rejection(clientOf(tape.track('new name')).checkPoints())) as Error;
    expect(none).not.toContain('The same call');
    expect(none).toContain('The cassette has no call of soap_CheckPoints');
  });

  it.each(['auto', 'record', 'update'] as const)(
    'contains the recordings of the last attempt in mode %s',
    async (mode) => {
      const tape = open(mode);
      const first = tape.track('flaky');
      await makeGroup(first, 'first try');
      await first.fail();
      const second = tape.track('flaky');
      expect(await makeGroup(second, 'second try')).toBe(2);
      await second.close();
      await tape.close();
      expect(tracksInFile()).toEqual(['flaky', 'flaky']);
      const played = open('locked').track('flaky');
      expect(await makeGroup(played, 'second try')).toBe(2);
      await played.close();
    },
  );

  it('rejects calls after its end or restart', async () => {
    await recorded('a');
    const tape = open('replay');
    const first = tape.track('a');
    const second = tape.track('a');
    const ended = { name: 'ConnectionError', outcome: 'not-sent' };
    expect(await rejection(makeGroup(first, 'group of a'))).toMatchObject(ended);
    await makeGroup(second, 'group of a');
    await second.close();
    expect(await rejection(makeGroup(second, 'group of a'))).toMatchObject(ended);
    await tape.close();
    expect(() => tape.track('b')).toThrow(expect.objectContaining({ name: 'ValidationError', path: 'name' }));
  });

  it('has the name in the file, with pseudonyms for telephone numbers', async () => {
    const privacy = { numbers: true, key: 'a key of more than 16 characters' };
    const name = 'adds +48 500 100 200\nto a group';
    const track = open('auto', { privacy }).track(name);
    await makeGroup(track, 'Customers');
    await track.close();
    expect(track.name).toMatch(/^adds \+48 500 \d{3} \d{3} to a group$/);
    expect(track.name).not.toContain('100 200');
    expect(tracksInFile()).toEqual([track.name, track.name]);
    const played = open('locked', { privacy }).track(name);
    expect(await makeGroup(played, 'Customers')).toBe(1);
    await played.close();
  });
});

describe('an unfinished recording', () => {
  it("is replayed if there is no other one, and continued in mode 'auto'", async () => {
    await makeGroup(open('auto').track('a'), 'one');
    expect(tracksInFile()).toEqual(['a?', 'a?']);
    expect(await makeGroup(open('replay').track('a'), 'one')).toBe(1);
    const track = open('auto').track('a');
    expect(await makeGroup(track, 'one')).toBe(1);
    await clientOf(track).checkPoints();
    await track.close();
    expect(tracksInFile()).toEqual(['a', 'a', 'a']);
  });

  it.each(['record', 'update'] as const)('replaces nothing in mode %s', async (mode) => {
    await recorded('a');
    const before = readFileSync(file, 'utf8');
    const left = open(mode).track('a');
    await makeGroup(left, 'another');
    // The state after a kill: the new recordings are next to the old ones, and are not replayed.
    expect(tracksInFile().toSorted()).toEqual(['a', 'a', 'a?', 'a?']);
    const played = open('locked').track('a');
    expect(await makeGroup(played, 'group of a')).toBe(1);
    await played.close();
    await left.fail();
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe.each(['record', 'update'] as const)('mode %s', (mode) => {
  it('replaces only the recorded tracks', async () => {
    await recorded('a', 'b', 'c');
    const own = open('auto');
    await counts(own, 1);
    await own.close();
    const tape = open(mode);
    const track = tape.track('b');
    expect(await makeGroup(track, 'group anew')).toBe(4);
    await track.close();
    await tape.close();
    expect(tracksInFile()).toEqual(['', 'a', 'a', 'b', 'b', 'c', 'c']);
    const played = open('locked');
    expect(await makeGroup(played.track('a'), 'group of a')).toBe(1);
    expect(await makeGroup(played.track('b'), 'group anew')).toBe(4);
    expect(await makeGroup(played.track('c'), 'group of c')).toBe(3);
    expect(await counts(played, 1)).toEqual([3]);
    await played.close();
  });

  it('keeps the recordings of two cassettes on one file', async () => {
    await recorded('a', 'b');
    const tapes = [open(mode), open(mode)] as const;
    const tracks = [tapes[0].track('a'), tapes[1].track('b')] as const;
    expect(await makeGroup(tracks[0], 'new a')).toBe(3);
    expect(await makeGroup(tracks[1], 'new b')).toBe(4);
    for (const each of [...tracks, ...tapes]) await each.close();
    const played = open('locked', { unusedTracks: 'fail' });
    for (const [name, groups] of [
      ['a', 3],
      ['b', 4],
    ] as const) {
      const track = played.track(name);
      expect(await makeGroup(track, `new ${name}`)).toBe(groups);
      await track.close();
    }
    await played.close();
  });

  it('changes nothing after a failed or unfinished test', async () => {
    await recorded('a', 'b');
    const before = readFileSync(file, 'utf8');
    const tape = open(mode);
    const [failed, open_] = [tape.track('a'), tape.track('b')];
    await makeGroup(failed, 'another');
    await clientOf(open_).getGroups();
    await failed.fail();
    await tape.close();
    expect(tracksInFile().filter((name) => !name.endsWith('?'))).toEqual(['a', 'a', 'b', 'b']);
    const played = open('locked');
    expect(await makeGroup(played.track('a'), 'group of a')).toBe(1);
    expect(await makeGroup(played.track('b'), 'group of b')).toBe(2);
    await played.close();
    expect(before).toContain('group of a');
  });
});

describe("mode 'update'", () => {
  it('drops unused recordings of a complete track, and keeps unchanged ones byte for byte', async () => {
    await recorded('a', 'b');
    const before = readFileSync(file, 'utf8');
    sandbox = createSandbox();
    const same = open('update');
    const again = same.track('a');
    expect(await makeGroup(again, 'group of a')).toBe(1);
    await again.close();
    await same.close();
    expect(readFileSync(file, 'utf8')).toBe(before);
    const tape = open('update');
    const track = tape.track('b');
    await clientOf(track).checkPoints();
    await track.close();
    await tape.close();
    expect(tracksInFile()).toEqual(['a', 'a', 'b']);
  });
});

describe("mode 'locked'", () => {
  it('fails at the end of a track with unused recordings, and not for other tracks', async () => {
    await recorded('a', 'b');
    const own = open('auto');
    await counts(own, 1);
    await own.close();
    const tape = open('locked');
    const track = tape.track('a');
    await clientOf(track).getGroups();
    expect(await rejection(track.close())).toMatchObject({
      name: 'ReplayMissError',
      message: expect.stringMatching(/^1 of the recordings in the track "a" of .* was not asked for: soap_AddGroup$/),
    });
    await tape.close();
  });

  it('reports a miss of a track that was not closed', async () => {
    await recorded('a');
    const tape = open('locked');
    await rejection(clientOf(tape.track('a')).checkPoints());
    expect(await rejection(tape.close())).toMatchObject({
      name: 'ReplayMissError',
      message: expect.stringContaining('the track "a" of '),
    });
  });
});

/** A gateway with this number of groups. */
function gatewayWith(groups: number): Sandbox {
  const names = Array.from({ length: groups }, (_, index) => ({ name: `group ${index}` }));
  return createSandbox({ accounts: [{ ...credentials, groups: names }] });
}

describe.each(['a', ''])("in mode 'update', in the track %j,", (name) => {
  const of = (tape: Cassette): Track | Cassette => (name === '' ? tape : tape.track(name));

  /** Counts groups with one gateway per number, and runs an action after each. */
  async function counted(
    mode: CassetteOptions['mode'],
    groups: readonly number[],
    then: (transport: Track | Cassette, index: number) => Promise<unknown> = async () => undefined,
    options: CassetteOptions = {},
  ): Promise<readonly number[]> {
    const seen: number[] = [];
    let gateway = gatewayWith(0).transport();
    const tape = open(mode, { ...options, transport: { send: (request) => gateway.send(request) } });
    const track = of(tape);
    for (const [index, count] of groups.entries()) {
      gateway = gatewayWith(count).transport();
      seen.push(...(await counts(track, 1)));
      await then(track, index);
    }
    await track.close?.();
    await tape.close();
    return seen;
  }

  it.each([
    [
      [0, 1, 2],
      [0, 3, 2],
    ],
    [
      [0, 1, 2],
      [0, 1, 2, 3],
    ],
  ])('equal calls keep their order: %j becomes %j', async (before, after) => {
    expect(await counted('record', before)).toEqual(before);
    expect(await counted('update', after)).toEqual(after);
    expect(await counted('locked', after)).toEqual(after);
  });
});
