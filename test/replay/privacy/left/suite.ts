import { beforeEach, expect, it } from 'vitest';
import { type CassettePrivacy, redactCassette } from '../../../../src/replay/index.js';
import { cassetteFile } from '../../cassette-folder.js';
import { Random } from './random.js';
import { leftIn, recordSession } from './session.js';
import type { Kind } from './values.js';

const SEED = Number(process.env['LEFT_SEED'] ?? 20_261_123);
/** So many calls stand in a cassette, each with a value or two in a place and a form by chance, and five of its own. */
const CALLS = 40;
const KEY = 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g';
const ALL = { numbers: true, names: true, texts: true, key: KEY };
const LONG = 1_200_000;
const TESTS = 4;

/** Sends values through every place in every form. @param count - of the values, in all tests together */
export function nothingIsLeft(count: number): void {
  const fileOf = cassetteFile();
  let file = '';
  beforeEach(() => {
    file = fileOf();
  });

  /** What is left of values that went through a cassette. @param then - done to it before it is searched */
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

  it('of numbers nothing is left, whatever place and form they stand in', { timeout: LONG }, async () => {
    expect(await allLeft(['number'], ['number', 'secret'], { numbers: true, key: KEY })).toEqual([]);
  });

  it('of numbers, names, texts and secrets nothing is left', { timeout: LONG }, async () => {
    const kinds: Kind[] = ['number', 'name', 'text', 'secret'];
    expect(await allLeft(kinds, kinds, ALL)).toEqual([]);
  });

  it('of secrets of the call nothing is left, where nothing else is private', { timeout: LONG }, async () => {
    expect(await allLeft(['secret'], ['secret'], {})).toEqual([]);
  });

  it('of what was recorded in the clear nothing is left afterwards', { timeout: LONG }, async () => {
    const kinds: Kind[] = ['number', 'name', 'text'];
    expect(await allLeft(kinds, kinds, {}, () => redactCassette(file, { privacy: ALL }))).toEqual([]);
  });
}
