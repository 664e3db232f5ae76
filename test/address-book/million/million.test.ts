import { expect, it } from 'vitest';
import { run } from '../../support/run.js';

/** Use fewer to save time: `BOOK_NUMBERS=250000`. */
const NUMBERS = Number(process.env['BOOK_NUMBERS'] ?? 1_000_000);
const MAX_PEAK_MIB = 125 + 75 * (NUMBERS / 1_000_000);
// A rename takes two requests.
const CHANGES = { numbersAdded: 500, numbersDeleted: 500, numbersRenamed: 500, groupsAdded: 0, groupsDeleted: 0 };

it.each([
  ['plan', '1', { addNumbers: NUMBERS, compared: NUMBERS, isComplete: true }],
  ['plan', '1000', { addNumbers: NUMBERS, compared: NUMBERS, isComplete: true }],
  ['diff', '1', { isSame: true, compared: NUMBERS }],
  ['restore', '1', { status: 'done', changes: CHANGES, isSame: true, writes: 2000 }],
  ['sync', '1000', { status: 'done', changes: CHANGES, writes: 2000 }],
])(
  `%s of ${NUMBERS} numbers takes less than ${MAX_PEAK_MIB} MiB; groups: %s`,
  { timeout: 400_000 },
  async (command, groups, facts) => {
    const script = 'test/address-book/million/million.ts';
    const limits = ['--max-semi-space-size=2', '--max-old-space-size=64'];
    const { code, output } = await run('node', [
      ...limits,
      '--import',
      'tsx',
      script,
      command,
      groups,
      String(NUMBERS),
    ]);
    expect(code, output).toBe(0);
    const { peakMiB, ...found } = JSON.parse(output) as { readonly peakMiB: number };
    expect(found).toEqual(facts);
    expect(peakMiB).toBeLessThan(MAX_PEAK_MIB);
  },
);
