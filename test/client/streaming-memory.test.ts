import { expect, it } from 'vitest';
import { run } from '../support/run.js';

it('a million records are streamed in less than 128 MB of memory', async () => {
  // With a small young generation, what is measured is what is kept, not what waits to be collected.
  const { output } = await run('node', ['--max-semi-space-size=4', '--import', 'tsx', 'test/client/stream-million.ts']);
  const { records, kept, peakMiB } = JSON.parse(output);
  expect({ records, kept }).toEqual({ records: 1_000_000, kept: 10_000 });
  expect(peakMiB).toBeLessThan(128);
});
