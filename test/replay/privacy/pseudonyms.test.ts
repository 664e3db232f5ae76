import { beforeEach, describe, expect, it } from 'vitest';
import { type PseudonymChoice, Pseudonyms } from '../../../src/replay/privacy/pseudonyms.js';

/** The expected values for this key were computed by a Python program. */
const KEY = Buffer.from('sixteen bytes of key');
const NONE: PseudonymChoice = { numbers: false, names: false, texts: false };
let numbers = new Pseudonyms(NONE, KEY);
let [names, texts, all] = [numbers, numbers, numbers];

// New objects for each test, because they cache their results.
beforeEach(() => {
  numbers = new Pseudonyms({ ...NONE, numbers: true }, KEY);
  names = new Pseudonyms({ ...NONE, names: true }, KEY);
  texts = new Pseudonyms({ ...NONE, texts: true }, KEY);
  all = new Pseudonyms({ numbers: true, names: true, texts: true }, KEY);
});

describe('a number', () => {
  it.each([
    ['500100200', '500660071'],
    ['48500100200', '48500660071'],
    ['+48 500-100-200', '+48 500-660-071'],
    ['447700900123', '447700986237'],
    ['12', '63'],
    ['7100', '7689'],
    ['500100200;12', '500660071;63'],
    ['500100200|12', '500660071|63'],
    ['1234567890123456', '3322614879427285'],
    ['9'.repeat(60), '107122898446817227823574637192808347748360682127543177921157'],
    ['abc 5', 'number-fe1263c462ca'],
  ])('%s becomes %s', (number, pseudonym) => {
    expect(numbers.number(number)).toBe(pseudonym);
    expect(numbers.number(number)).toBe(pseudonym);
    expect(texts.number(number)).toBe(number);
  });

  it('has a unique pseudonym among 3,000 numbers with the same prefix', () => {
    const others = Array.from({ length: 3000 }, (_, index) => numbers.number(String(48_500_100_000 + index)));
    expect(new Set(others).size).toBe(3000);
    expect(others.every((number) => /^48500\d{6}$/.test(number))).toBe(true);
  });
});

describe('another text', () => {
  it('has other numbers, and unchanged short digit sequences', () => {
    expect(numbers.others('call 500100200, or 123456')).toBe('call 500660071, or 123456');
    expect(numbers.others('12345;67')).toMatch(/^1[0-9]{4};[0-9]{2}$/);
    expect(numbers.others('12345;67')).not.toBe('12345;67');
  });
});

describe('a name', () => {
  it('is replaced, also if it looks like a pseudonym', () => {
    expect(names.name('Anna')).toBe('name-7b9482bdcba9');
    expect(names.name('name-7b9482bdcba9')).toMatch(/^name-(?!7b9482bdcba9)[0-9a-f]{12}$/);
    expect(names.name('')).toBe('');
  });

  it('has other numbers where only these are replaced', () => {
    expect(numbers.name('Anna 500100200')).toBe('Anna 500660071');
    expect(texts.name('Anna 500100200')).toBe('Anna 500100200');
  });
});

describe('the text of a message', () => {
  it('is replaced by a text of the same length and encoding', () => {
    expect(texts.text('Hello')).toBe('705d7');
    expect(texts.text('Żółw')).toBe('żbce');
    expect(texts.text('48656C6C6F')).toBe('85eac83d94');
    expect(texts.text('z'.repeat(100))).toMatch(/^[0-9a-f]{64} [0-9a-f]{35}$/);
    expect(texts.text('ab'.repeat(40))).toMatch(/^[0-9a-f]{80}$/);
    expect(texts.text('')).toBe('');
  });

  it('has other numbers where only these are replaced', () => {
    expect(numbers.text('call 500100200')).toBe('call 500660071');
    expect(names.text('call 500100200')).toBe('call 500100200');
  });
});

describe('a file', () => {
  it('is replaced by a file of the same length if texts are replaced', () => {
    expect(texts.file('AAEC')).toBe('ab02');
    expect(texts.file('')).toBe('');
    expect(numbers.file('AAEC')).toBe('AAEC');
    expect(texts.file('A'.repeat(130))).toMatch(/^([0-9a-f]{64})\1[0-9a-f]{2}$/);
  });
});

describe('the mark of a cassette', () => {
  it('contains the replaced kinds and a digest of the key', () => {
    expect(numbers.mark).toEqual({ kinds: ['numbers'], key: '2cc9397629681e38' });
    expect(all.mark).toEqual({ kinds: ['numbers', 'names', 'texts'], key: '2cc9397629681e38' });
  });
});
