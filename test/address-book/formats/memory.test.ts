import { expect, it } from 'vitest';
import { run } from '../../support/run.js';

// With a small young generation, garbage adds little to the measured memory.
const NODE = ['--max-semi-space-size=4', '--max-old-space-size=48', '--import', 'tsx'];

it.each(['jsonl', 'csv', 'vcard'])(
  'a million records are read from %s with a heap of 48 MB, in less than 160 MB of memory',
  async (format) => {
    const program = 'test/address-book/formats/million-records.ts';
    const { code, output } = await run('node', [...NODE, program, format]);
    expect(code, output).toBe(0);
    const { group, number, peakMiB } = JSON.parse(output);
    expect({ group, number }).toEqual({ group: 1000, number: 1_000_000 });
    expect(peakMiB).toBeLessThan(160);
  },
  120_000,
);
