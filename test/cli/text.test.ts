import { describe, expect, it } from 'vitest';
import {
  counted,
  coveredNumber,
  plural,
  printable,
  printableLines,
  quoted,
  safeJson,
} from '../../src/cli/output/text.js';

/** Typed by hand, from the tables of Unicode 15. */
const UNSAFE: Readonly<Record<string, string>> = {
  NUL: '\u0000',
  escape: '\u001b',
  delete: '\u007f',
  'next line': '\u0085',
  'control sequence introducer': '\u009b',
  'Arabic number sign': '\u0600',
  'zero width space': '\u200b',
  'zero width joiner': '\u200d',
  'right-to-left mark': '\u200f',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'right-to-left override': '\u202e',
  'first isolate': '\u2066',
  'byte order mark': '\ufeff',
  'half of a character': '\ud800',
  'other half of a character': '\udfff',
};
const ABOVE: Readonly<Record<string, readonly [string, string, string]>> = {
  'language tag': ['\u{e0001}', '\\udb40\\udc01', '\\U000e0001'],
  'variation selector 17': ['\u{e0100}', '\\udb40\\udd00', '\\U000e0100'],
};
const SHORT: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const HARMLESS = ['Zażółć gęślą', '日本語', 'שלום', 'مرحبا', '😀', '❤\ufe0f', '☎\ufe0e', 'é', 'a\u00a0b', '"', '\\'];

describe('text for a terminal', () => {
  it.each(Object.entries(UNSAFE))('has no %s', (_name, character) => {
    const shown = `a\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}b`;
    expect(printable(`a${character}b`)).toBe(shown);
    expect(printableLines(`a${character}b`)).toBe(shown);
    expect(safeJson([`a${character}b`]).replace('\\b', '\\u0008')).toBe(`["${shown}"]`);
    expect(JSON.parse(safeJson({ [character]: character }))).toEqual({ [character]: character });
  });

  it.each(Object.entries(ABOVE))('has no %s', (_name, [character, shown, forShell]) => {
    expect(printable(`a${character}b`)).toBe(`a${shown}b`);
    expect(printableLines(`a${character}b`)).toBe(`a${shown}b`);
    expect(safeJson(character)).toBe(`"${shown}"`);
    expect(quoted([`it's ${character}`])).toBe(`$'it\\'s ${forShell}'`);
  });

  it('has no line breaks and tabs from values', () => {
    for (const [character, shown] of Object.entries(SHORT)) expect(printable(`a${character}b`)).toBe(`a${shown}b`);
    expect(printableLines('a\tb\nc\rd')).toBe('a\tb\nc\\rd');
    expect(safeJson('a\tb\nc\rd')).toBe('"a\\tb\\nc\\rd"');
  });

  it.each(HARMLESS)('has other characters unchanged: %s', (text) => {
    expect(printable(text)).toBe(text);
    expect(printableLines(text)).toBe(text);
    expect(safeJson(text)).toBe(JSON.stringify(text));
  });
});

describe('a number', () => {
  it('is printed before its noun, which has an s except after 1', () => {
    expect([0, 1, 2, 1234, 1_234_567].map((count) => counted(count, 'group'))).toEqual([
      '0 groups',
      '1 group',
      '2 groups',
      '1,234 groups',
      '1,234,567 groups',
    ]);
    expect([plural(1, 'call'), plural(3, 'call')]).toEqual(['call', 'calls']);
  });

  it('of a telephone is hidden except for its last three digits, in any form', () => {
    expect(coveredNumber('48500100234')).toBe('…234');
    expect(coveredNumber('+48 500-100-2 3 4')).toBe('…234');
    expect(coveredNumber('٥٠٠١٠٠٢٣٤')).toBe('…٢٣٤');
    expect(coveredNumber('12')).toBe('…12');
  });

  it('is shown unchanged if it is the name of a sender', () => {
    expect(coveredNumber('Shop')).toBe('Shop');
    expect(coveredNumber('')).toBe('');
  });
});
