import { describe, expect, it } from 'vitest';
import { isPlanLine } from '../../../src/address-book/plan/plan-shape.js';

const ENTRY = { number: '48500100200', name: 'Anna' };
const SOURCE = { source: { id: 1, name: 'A' } };
const COUNTS = {
  addGroups: 1,
  addNumbers: 3,
  deleteGroups: 0,
  deleteNumbers: 0,
  renameNumbers: 0,
  deletedEntries: 0,
  unchanged: 0,
  notCopied: 0,
  warnings: 0,
};

/** Each kind of line: its required fields, and those that it may have. */
const LINES: readonly (readonly [name: string, required: object, optional: object])[] = [
  [
    'plan',
    { version: 2, purpose: 'copy', createdAt: '2026-11-22T14:00:00.000Z' },
    {
      labels: { from: 'old' },
      accounts: { from: 'a', to: 'b' },
      selection: { include: ['A*'] },
      accept: ['name'],
    },
  ],
  ['addGroup', { name: 'A', info: 'i' }, SOURCE],
  ['group', { name: 'A' }, { id: 7, line: 2, ...SOURCE }],
  ['addNumber', ENTRY, {}],
  ['deleteNumber', { number: '48500100200', entries: [ENTRY, ENTRY] }, {}],
  ['deleteGroup', { id: -5, name: 'A', info: '' }, { copies: { name: 'A', ids: [7, 8] } }],
  ['entry', ENTRY, {}],
  ['notCopied', { kind: 'name', group: 'A' }, { ...ENTRY, info: 'i' }],
  ['end', { ...COUNTS, sha256: 'h' }, {}],
];
/** Values that no field can have; the text only where any text is allowed. */
const WRONG = [-1.5, 'of nothing', [], null, true, { a: 1 }, [7.5]];
const TEXTS = new Set(['name', 'info', 'number', 'group', 'createdAt', 'sha256']);
const EMPTY_LISTS = new Set(['accept', 'entries']);

const without = (part: object, field: string): object =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== field));

describe('a line of a plan', () => {
  it.each(LINES)('has its required fields, and may have the others: %s', (name, required, optional) => {
    expect(isPlanLine({ [name]: required })).toBe(true);
    expect(isPlanLine({ [name]: { ...required, ...optional } })).toBe(true);
    for (const field of Object.keys(required))
      expect(isPlanLine({ [name]: without(required, field) }), field).toBe(false);
  });

  it.each(LINES)('has no other field, and no field of another type: %s', (name, required, optional) => {
    const all = { ...required, ...optional };
    expect(isPlanLine({ [name]: { ...all, other: 1 } })).toBe(false);
    for (const wrong of WRONG) expect(isPlanLine({ [name]: wrong }), JSON.stringify(wrong)).toBe(false);
    for (const field of Object.keys(all)) {
      for (const wrong of WRONG) {
        if (typeof wrong === 'string' && TEXTS.has(field)) continue;
        if (Array.isArray(wrong) && wrong.length === 0 && EMPTY_LISTS.has(field)) continue;
        expect(isPlanLine({ [name]: { ...all, [field]: wrong } }), `${field} ${JSON.stringify(wrong)}`).toBe(false);
      }
    }
  });

  it.each<readonly [unknown]>([
    [{ warning: 5 }],
    [{ constructor: {} }],
    [null],
    [{ end: { ...COUNTS, sha256: 'h', addGroups: -1 } }],
    [{ plan: { version: 2, purpose: 'copy', createdAt: '', selection: { other: 1 } } }],
    [{ deleteNumber: { number: '1', entries: [{ ...ENTRY, other: 1 }] } }],
  ])('is nothing else: %j', (value) => {
    expect(isPlanLine(value)).toBe(false);
  });
});
