import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { documented } from './examples.js';
import { complaints, writePrograms } from './programs.js';

const parts = documented();
const folder = writePrograms(parts.flatMap(({ programs }) => programs));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the docstrings of exports', () => {
  it('have an example', () => {
    expect(parts.length).toBeGreaterThan(80);
    expect(parts.filter(({ programs }) => programs.length === 0).map(({ where }) => where)).toEqual([]);
  });

  it('have examples that compile', { timeout: 60_000 }, async () => {
    expect(await complaints(folder)).toEqual([]);
  });
});
