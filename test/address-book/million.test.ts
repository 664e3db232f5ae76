import { expect, it } from 'vitest';
import { run } from '../support/run.js';

/** Use fewer to save time: `BOOK_NUMBERS=250000`. */
const NUMBERS = Number(process.env['BOOK_NUMBERS'] ?? 1_000_000);
const MAX_PEAK_MIB = 125 + 75 * (NUMBERS / 1_000_000);

it.each([1, 1000])(
  `${NUMBERS} numbers in %i groups are planned and verified in less than ${MAX_PEAK_MIB} MiB`,
  { timeout: 120_000 },
  async (groups) => {
    const limits = ['--max-semi-space-size=2', '--max-old-space-size=64'];
    const { code, output } = await run('node', [
      ...limits,
      '--import',
      'tsx',
      'test/address-book/million.ts',
      String(groups),
      String(NUMBERS),
    ]);
    expect(code, output).toBe(0);
    const { peakMiB, ...facts } = JSON.parse(output) as { readonly peakMiB: number };
    expect(facts).toEqual({ added: NUMBERS, compared: NUMBERS, isComplete: true });
    expect(peakMiB).toBeLessThan(MAX_PEAK_MIB);
  },
);
