import { beforeEach, expect, it } from 'vitest';
import { type CassettePrivacy, redactCassette } from '../../../../src/replay/index.js';
import { cassetteFile } from '../../cassette-folder.js';
import { Random } from './random.js';
import { leftIn, recordSession } from './session.js';
import type { Kind } from './values.js';

const SEED = Number(process.env['LEFT_SEED'] ?? 20_261_123);
/** Calls in one cassette, each with one or two values in random positions and forms, and five fixed ones. */
const CALLS = 40;
const KEY = 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g';
const ALL = { numbers: true, names: true, texts: true, key: KEY };
const LONG = 1_200_000;
const TESTS = 4;

/** Tests that recordings contain none of `count` private values in random positions and forms. */
export function nothingIsLeft(count: number): void {
  const fileOf = cassetteFile();
  let file = '';
  beforeEach(() => {
    file = fileOf();
  });

  /** Returns the private values that recordings contain. @param then - runs before the search */
  async function allLeft(
    kinds: readonly Kind[],
    sought: readonly Kind[],
    privacy: CassettePrivacy,
    then: () => Promise<unknown> = async () => undefined,
  ): Promise<readonly string[]> {
    const random = new Random(SEED);
    const found: string[] = [];
    for (let done = 0; done < count / TESTS; ) {
      const session = await recordSession(file, { random, calls: CALLS, kinds, privacy });
      done += session.flat().filter(({ form }) => form !== 'own').length;
      await then();
      found.push(...leftIn(file, session, sought));
    }
    return [...new Set(found)].sort();
  }

  it('numbers in any position and form', { timeout: LONG }, async () => {
    expect(await allLeft(['number'], ['number', 'secret'], { numbers: true, key: KEY })).toEqual([]);
  });

  it('numbers, names, texts and secrets', { timeout: LONG }, async () => {
    const kinds: Kind[] = ['number', 'name', 'text', 'secret'];
    expect(await allLeft(kinds, kinds, ALL)).toEqual([]);
  });

  it('secrets without the option privacy', { timeout: LONG }, async () => {
    expect(await allLeft(['secret'], ['secret'], {})).toEqual([]);
  });

  it('numbers, names and texts, removed by redactCassette', { timeout: LONG }, async () => {
    const kinds: Kind[] = ['number', 'name', 'text'];
    expect(await allLeft(kinds, kinds, {}, () => redactCassette(file, { privacy: ALL }))).toEqual([]);
  });
}
