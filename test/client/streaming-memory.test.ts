import { expect, it } from 'vitest';
import { run } from '../support/run.js';

it('a million records are streamed in less than 128 MB of memory', async () => {
  // A small young generation, so that the measured memory is in use and does not wait for collection.
  const { output } = await run('node', ['--max-semi-space-size=4', '--import', 'tsx', 'test/client/stream-million.ts']);
  const { records, stored, peakMiB } = JSON.parse(output);
  expect({ records, stored }).toEqual({ records: 1_000_000, stored: 10_000 });
  expect(peakMiB).toBeLessThan(128);
});
