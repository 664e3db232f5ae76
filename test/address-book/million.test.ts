import { expect, it } from 'vitest';
import { run } from '../support/run.js';

it.each([1, 1000])(
  'a million numbers in %i groups are planned and verified in less than 200 MiB',
  { timeout: 120_000 },
  async (groups) => {
    const limits = ['--max-semi-space-size=2', '--max-old-space-size=64'];
    const { code, output } = await run('node', [
      ...limits,
      '--import',
      'tsx',
      'test/address-book/million.ts',
      String(groups),
    ]);
    expect(code, output).toBe(0);
    const { peakMiB, ...facts } = JSON.parse(output) as { readonly peakMiB: number };
    expect(facts).toEqual({ added: 1_000_000, compared: 1_000_000, isComplete: true });
    expect(peakMiB).toBeLessThan(200);
  },
);
