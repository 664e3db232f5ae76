import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { documented } from './examples.js';
import { complaints, writePrograms } from './programs.js';

const parts = documented();
const folder = writePrograms(parts.flatMap(({ programs }) => programs));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the docstrings of what the package exports', () => {
  it('have examples that compile', { timeout: 60_000 }, async () => {
    expect(parts.flatMap(({ programs }) => programs).length).toBeGreaterThan(50);
    expect(await complaints(folder)).toEqual([]);
  });
});
