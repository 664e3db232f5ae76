import { expect, it } from 'vitest';
import { HOSTILE } from './hostile/kinds.js';
import { heapBroken } from './hostile/memory.js';

it('each hostile document of 100 KB is decoded in a heap of 20 MB, including the program', async () => {
  const names = HOSTILE.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(await heapBroken(names, 100_000, 20)).toBeUndefined();
});

it('a text of a million carriage returns is decoded in a heap of 28 MB', async () => {
  expect(await heapBroken(['carriage returns'], 1_000_000, 28)).toBeUndefined();
});
