import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILE_KINDS } from './files/all.js';
import { mutatedFiles } from './files/file-case.js';
import { type FileKind, type Reading } from './files/file-kind.js';
import { lockFiles as LOCKS } from './files/kinds/locks.js';
import { secretNumber } from './files/secrets.js';
import { runCase, type Tally, tallyOf } from './kind.js';

/** Fixed, so that each run has the same result. `npm run test:slow -- fuzz` uses other seeds. */
const FIRST_SEED = 1;
const CASES = Number(process.env['FUZZ_CASES'] ?? 60);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fuzz-files-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function tallied(kind: FileKind, cases: number): Promise<Tally> {
  const one = mutatedFiles(kind, { work: path.join(folder, 'work'), kept: path.join(folder, 'kept') });
  const tally = tallyOf(one);
  for (let seed = FIRST_SEED; seed < FIRST_SEED + cases; seed++) await runCase(one, seed, tally);
  return tally;
}

describe('fuzzing finds nothing wrong with', () => {
  it.each(FILE_KINDS.map((kind) => [kind.name, kind] as const))('%s', { timeout: 120_000 }, async (_name, kind) => {
    const { failures, outcomes } = await tallied(kind, CASES);
    expect(failures).toEqual([]);
    const words = [...outcomes.keys()].map((outcome) => outcome.replace(/.*: /, ''));
    expect(new Set(words).size).toBeGreaterThan(1);
  });
});

describe('fuzzing finds', () => {
  it.each<readonly [string, () => Reading, string]>([
    [
      'an error that is not a typed one',
      () => {
        throw new TypeError('x');
      },
      'not a typed error: TypeError',
    ],
    [
      'a secret in a reported reason',
      () => ({ outcome: 'read', told: [`a ${secretNumber(3)}`] }),
      `tells ${secretNumber(3)}`,
    ],
    ['a reader that uses too much memory', () => ({ outcome: `${Buffer.alloc(150_000_000, 1).length}` }), 'costs'],
  ])('%s', { timeout: 120_000 }, async (_what, read, wrong) => {
    let isHonest = true;
    // Alternating, so that each mutated file can be compared with a valid one.
    const turn = (): Reading => {
      isHonest = !isHonest;
      return isHonest ? { outcome: 'read' } : read();
    };
    const files = new Map([['x', Buffer.from('{}')]]);
    const kind: FileKind = {
      ...LOCKS,
      name: 'sabotaged',
      honest: () => ({ files, readers: [{ name: 'x', read: turn }] }),
    };
    const { failures } = await tallied(kind, 2);
    expect(failures[0]?.reason).toContain(wrong);
  });
});
