import { describe, expect, it } from 'vitest';
import { escapedCell, unescapedCell } from '../../../src/address-book/formats/csv/spreadsheet-cells.js';

const FORMULAS = ['=1+1', '+48500100200', '-5', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', '='];
const CHANGED = ['007', '0048500100200', '1e5', '1/2', 'Jan 2', 'Mon, 5 May 2020 10:00 PM', '٣', 'TRUE'];
const KEPT = ['', '48500100200', 'Jan', 'Jan Maria Kowalski senior 2', 'a+b', ' =x', "O'Hara", 'untrue'];

describe('a cell', () => {
  it.each(FORMULAS)('that a spreadsheet would run begins with an apostrophe: %j', (cell) => {
    expect(escapedCell(cell)).toBe(`'${cell}`);
  });

  it.each(CHANGED)('that a spreadsheet would take for something else does, too: %j', (cell) => {
    expect(escapedCell(cell)).toBe(`'${cell}`);
  });

  it.each(KEPT)('of other text is written as it is: %j', (cell) => {
    expect(escapedCell(cell)).toBe(cell);
    expect(unescapedCell(cell)).toBe(cell);
  });

  it.each([...FORMULAS, ...CHANGED, "'", "'x", "'=1", "''=1", "''x", "'''''"])(
    'is read as it was, also when a spreadsheet has taken an apostrophe away: %j',
    (cell) => {
      expect(unescapedCell(escapedCell(cell))).toBe(cell);
      expect(unescapedCell(escapedCell(cell).slice(1))).toBe(cell);
    },
  );

  it('that was typed with an apostrophe keeps it', () => {
    expect(unescapedCell("'t Hooft")).toBe("'t Hooft");
  });

  it('of any length is looked through in a time that grows with it', () => {
    const long = `${'1 '.repeat(500_000)}a${' 1'.repeat(500_000)}b c d`;
    expect(escapedCell(long) === long).toBe(true);
  });
});

describe('a formula within a cell', () => {
  it.each([
    ['a,=x', "a,'=x"],
    ['a\r\n=x', "a\r\n'=x"],
    ['a,"=x', `a,'"=x`],
    ['a,\t=x', "a,'\t'=x"],
    ['a,\rb', "a,'\rb"],
    ['a,＝x', "a,'＝x"],
    ["a,'=x", "a,''=x"],
    ['a,', "a,'"],
    ['a\n', "a\n'"],
    ['=x,=y', "'=x,'=y"],
    ["'a,=x", "'''a,'=x"],
  ])('has an apostrophe if a cell would begin with another delimiter: %j', (cell, written) => {
    expect(escapedCell(cell)).toBe(written);
    expect(unescapedCell(written)).toBe(cell);
    // As gnumeric gives it, which takes one away at the beginning.
    expect(unescapedCell(written.replace(/^'/, ''))).toBe(cell);
  });

  it.each(['a, =x', 'a=x', 'a,b', 'Hello,\r\nhow are you\n\nI am well', "a,'b", 'a,"b', "it's; ok", 'a:=x'])(
    'is none: %j',
    (cell) => {
      expect(escapedCell(cell)).toBe(cell);
      expect(unescapedCell(cell)).toBe(cell);
    },
  );

  it('costs no more than the length of the cell', () => {
    for (const text of [`,${'"'.repeat(200_000)}x`, `,${"'".repeat(200_000)}x`, ',"'.repeat(100_000)]) {
      expect(unescapedCell(escapedCell(text))).toBe(text);
    }
  });
});
