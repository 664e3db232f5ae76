import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Compared, compared } from './independent.js';

const GROUP = { group: 'VIP', info: 'a' };
const ALA = { ...GROUP, number: '48500100201', name: 'Ala' };
const OLA = { ...GROUP, number: '48500100202', name: 'Ola' };
const OWN = { group: 'Own', info: '' };
const BACKUP = [
  { plan: { version: 2, purpose: 'remove' } },
  { deleteGroup: { id: 1, name: 'VIP', info: 'a' } },
  { entry: { number: '48500100201', name: 'Ala' } },
  { entry: { number: '48500100202', name: 'Ola' } },
  { end: {} },
];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compare-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, rows: readonly object[]): string {
  const written = path.join(folder, name);
  writeFileSync(written, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return written;
}

function moved(from: readonly object[], to: readonly object[]): Promise<Compared> {
  const before = [file('before-from', [GROUP, ALA, OLA]), file('before-to', [OWN])];
  return compared('moved', ...before, file('from', from), file('to', to));
}

function removed(from: readonly object[], backup: readonly object[]): Promise<Compared> {
  const before = [file('before-from', [GROUP, ALA, OLA]), file('before-to', [OWN])];
  return compared('removed', ...before, file('from', from), file('to', [OWN, GROUP, ALA, OLA]), file('plan', backup));
}

it('what is missing, doubled, changed or added in the target is told', async () => {
  const { code, lines } = await moved([GROUP, ALA, OLA], [OWN, GROUP, ALA, ALA, { ...OLA, name: 'Ela' }]);
  expect(code).toBe(1);
  expect(lines).toEqual([
    'target: doubled: ["VIP","a","48500100201","Ala"], 2 times in the place of 1',
    'target: changed: ["VIP","a","48500100202","Ola"] is now ["VIP","a","48500100202","Ela"]',
  ]);
  expect((await moved([GROUP, ALA, OLA], [OWN, GROUP, ALA])).lines).toEqual([
    'target: missing: ["VIP","a","48500100202","Ola"]',
  ]);
  const more = { ...GROUP, number: '48500100203', name: '' };
  expect((await moved([GROUP, ALA, OLA], [OWN, GROUP, ALA, OLA, more])).lines).toEqual([
    'target: not from the source: ["VIP","a","48500100203",""]',
  ]);
});

it('what a removal has left, and what its backup lacks, is told', async () => {
  expect(await removed([GROUP, ALA], BACKUP)).toEqual({
    code: 1,
    lines: [
      'source: not from the source: ["VIP","a",null,null]',
      'source: not from the source: ["VIP","a","48500100201","Ala"]',
    ],
  });
  expect(await removed([], BACKUP.toSpliced(3, 1))).toEqual({
    code: 1,
    lines: ['backup: missing: ["VIP","a","48500100202","Ola"]'],
  });
});
