import { expect, it } from 'vitest';
import { run } from '../../support/run.js';

/** Fewer where there is little time: `BOOK_NUMBERS=250000`. */
const NUMBERS = Number(process.env['BOOK_NUMBERS'] ?? 1_000_000);

it.each([
  ['diff', '1', { isSame: true, compared: NUMBERS }],
  // 500 numbers are added, 500 are deleted, and 500 get their names back, each by two requests.
  ['restore', '1', { status: 'done', done: 1500, isSame: true, writes: 2000 }],
  ['sync', '1000', { status: 'done', added: 500, deleted: 1000, writes: 2000 }],
])(
  `${NUMBERS} numbers: %s takes less than 200 MiB, in groups: %s`,
  { timeout: 400_000 },
  async (what, groups, facts) => {
    const script = 'test/address-book/million/million-files.ts';
    const limits = ['--max-semi-space-size=2', '--max-old-space-size=64'];
    const { code, output } = await run('node', [...limits, '--import', 'tsx', script, what, groups, String(NUMBERS)]);
    expect(code, output).toBe(0);
    const {
      peakMiB,
      seconds: _,
      ...found
    } = JSON.parse(output) as { readonly peakMiB: number; readonly seconds: number };
    expect(found).toEqual(facts);
    expect(peakMiB).toBeLessThan(200);
  },
);
