/**
 * Random programs over tracks, modes and cassettes that are open concurrently, and a model of the expected results: a
 * track returns the results of its last attempt that ended normally.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Transport } from '../../../src/calls/index.js';
import { SmsServiceClient } from '../../../src/client/index.js';
import { type CassetteMode, cassette, type Track } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { Random } from '../../fuzz/random.js';

const MODES = ['auto', 'record', 'replay', 'locked', 'update'] as const;
const NAMES = ['adds', 'adds a number', 'counts', 'is shuffled'] as const;
const credentials = { username: 'demo', password: 'demo-password' };

/** The calls of each test: always the same ones, which the gateway answers otherwise each time. */
const CALLS: Readonly<Record<(typeof NAMES)[number], readonly string[]>> = {
  adds: ['groups', 'add', 'groups', 'groups'],
  'adds a number': ['add', 'number', 'numbers', 'groups'],
  counts: ['groups', 'groups', 'groups', 'groups', 'groups'],
  'is shuffled': ['points', 'groups', 'add', 'points', 'groups'],
};

/** The expected state of a track. */
interface Known {
  /** The results of the last attempt that ended normally and was recorded. */
  whole?: readonly string[];
  /** The results of an attempt that did not, used if there is no other. */
  left: readonly string[];
}

/** The end of an attempt of a test. */
type End = 'passes' | 'fails' | 'is left';

/** A violated promise, with the steps before it. */
class Broken extends Error {}

/** Lets sessions happen. @throws Broken with the seed and all that was done */
export async function play(file: string, seed: number, sessions: number): Promise<number> {
  const random = new Random(seed);
  const gateway = createSandbox().transport();
  const known = new Map<string, Known>(NAMES.map((name) => [name, { left: [] }]));
  const log: string[] = [];
  let attempts = 0;
  let groups = 0;

  /** Makes one call and returns its result as text. */
  const call = async (transport: Transport, name: string, what: string): Promise<string> => {
    const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
    try {
      if (what === 'groups') return String((await client.getGroups()).length);
      if (what === 'points') return String(await client.checkPoints());
      if (what === 'numbers') return String((await client.getNumbers(1)).length);
      if (what === 'add') return String((await client.addGroup({ name })).groupId);
      await client.addNumber({ groupId: 1, number: '48500100200', name });
      return 'added';
    } catch (error) {
      return (error as Error).name;
    }
  };

  /** The world goes on beside the tests: no call is answered twice alike for long. */
  const elsewhere = async (): Promise<void> => {
    if (random.chance(0.5)) await call(gateway, `elsewhere ${groups++}`, 'add');
  };

  const attempt = async (mode: CassetteMode, track: Track, name: (typeof NAMES)[number], end: End, atOpen: Known) => {
    attempts += 1;
    const calls = CALLS[name];
    const made = end === 'passes' ? calls.length : random.below(calls.length);
    const seen: string[] = [];
    for (const what of calls.slice(0, made)) {
      await elsewhere();
      seen.push(await call(track, name, what));
    }
    let error: unknown;
    if (end === 'passes') await track.close().catch((thrown: unknown) => void (error = thrown));
    if (end === 'fails') await track.fail();
    log.push(`${mode} ${name} ${end}: ${seen.join(' ')}`);
    check(mode, name, end, seen, atOpen, error);
  };

  const check = (
    mode: CassetteMode,
    name: string,
    end: End,
    seen: readonly string[],
    atOpen: Known,
    error: unknown,
  ): void => {
    const now = known.get(name) as Known;
    const promise = (holds: boolean, what: string): void => {
      if (!holds) throw new Broken(`seed ${seed}: ${what}\n${log.join('\n')}\n${JSON.stringify([...known])}`);
    };
    const plays = mode === 'replay' || mode === 'locked' || (mode === 'auto' && now.whole);
    const base = now.whole ?? atOpen.left;
    if (plays) {
      const expected = seen.map((_, index) => base[index] ?? 'ReplayMissError');
      promise(isDeepStrictEqual(seen, expected), `${name} sees ${seen.join(' ')} and not ${expected.join(' ')}`);
      const misses = expected.includes('ReplayMissError');
      if (end === 'passes') promise(misses === (error !== undefined), `${name} ends with ${String(error)}`);
      return;
    }
    promise(error === undefined, `${name} ends with ${String(error)}`);
    if (mode === 'auto') {
      const played = seen.slice(0, atOpen.left.length);
      promise(isDeepStrictEqual(played, atOpen.left.slice(0, seen.length)), `${name} sees ${played.join(' ')}`);
    }
    if (end === 'passes') known.set(name, { whole: seen, left: [] });
    else if (now.whole === undefined) {
      const isRecorded = mode === 'auto' ? seen.length > atOpen.left.length : seen.length > 0;
      if (isRecorded) now.left = seen;
    }
  };

  for (let session = 0; session < sessions; session++) {
    const shuffled = NAMES.toSorted(() => random.next() - 0.5);
    // Cassettes of concurrent processes, each with different tests.
    const processes = [shuffled.slice(0, random.below(3)), shuffled.slice(2, 2 + random.below(3))];
    const opened = processes.map((names) => {
      const mode = random.pick(MODES);
      return { mode, names, tape: cassette(file, { mode, transport: gateway }, {}) };
    });
    log.push(`-- ${opened.map(({ mode, names }) => `${mode}: ${names.join(', ')}`).join(' | ')}`);
    const tests = opened.flatMap(({ mode, names, tape }) =>
      names.map((name) => async (): Promise<void> => {
        const atOpen = { ...(known.get(name) as Known) };
        const retries = random.below(3);
        for (let retry = 0; retry <= retries; retry++) {
          const end = random.pick(
            retry < retries ? (['fails', 'is left'] as const) : (['passes', 'passes', 'fails', 'is left'] as const),
          );
          await attempt(mode, tape.track(name), name, end, atOpen);
        }
      }),
    );
    if (random.chance(0.5)) await Promise.all(tests.map((test) => test()));
    else for (const test of tests) await test();
    for (const { tape } of opened) await tape.close().catch(() => undefined);
  }
  return attempts;
}
