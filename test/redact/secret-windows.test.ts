import { describe, expect, it } from 'vitest';
import { SecretWindows } from '../../src/redact/secret-windows.js';

const codesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));

function windowsOf(...secrets: string[]): SecretWindows {
  const windows = new SecretWindows();
  for (const secret of secrets) windows.add(codesOf(secret));
  return windows;
}

/** What is found in a text, as text. */
function foundIn(text: string, windows: SecretWindows): string[] {
  return windows.find(codesOf(text)).map(([first, last]) => text.slice(first, last + 1));
}

describe('pieces of secrets', () => {
  it.each<[string, string[], string, string[]]>([
    ['a whole secret', ['abcdefghij'], '12 abcdefghij 34', ['abcdefghij']],
    [
      'its beginning, its end and its middle',
      ['abcdefghij'],
      'abcdefgx cdefghix defghij',
      ['abcdefg', 'cdefghi', 'defghij'],
    ],
    ['nothing shorter than seven', ['abcdefghij'], 'abcdef efghij defghi', []],
    ['what stands at the very beginning and end', ['abcdefg'], 'abcdefg', ['abcdefg']],
    ['the end of a longer one alone, and nothing before it', ['abcdefghijkl'], '12345fghijkl', ['fghijkl']],
    [
      'short ones as a whole',
      ['abcd', 'efghi', 'jklmno'],
      'xabcdx efghi jklmno bcd fghi klmno',
      ['abcd', 'efghi', 'jklmno'],
    ],
    ['a short one behind others of its end', ['12cd', '1234ef'], 'x2cd x34ef 12cd 1234ef', ['12cd', '1234ef']],
    ['nothing of what is too short', ['abc'], 'abc', []],
    ['overlapping ones as one', ['abcdefg', 'fghijkl'], 'abcdefghijkl', ['abcdefghijkl']],
    ['a short one inside and at the end of others', ['abcdefgh', 'cdef', 'ghij'], '-abcdefghij-', ['abcdefghij']],
    [
      'a long one that begins before a short one which was found first',
      ['cdefg', 'abcdefghi'],
      'abcdefghi',
      ['abcdefghi'],
    ],
    ['neighbours that do not overlap one by one', ['abcd', 'efgh'], 'abcdefgh', ['abcd', 'efgh']],
    ['those that meet in one character as one', ['abcd', 'defg'], 'abcdefg', ['abcdefg']],
    ['a secret without the spaces around it', [' abcde '], 'xabcdex', ['abcde']],
    ['a secret with the spaces inside it', ['ab de'], 'ab de abde', ['ab de']],
    ['no secret that is too short without spaces', [' abc '], ' abc ', []],
  ])('%s', (_name, secrets, text, found) => {
    expect(foundIn(text, windowsOf(...secrets))).toEqual(found);
  });

  it('of a form with fewer distinct characters have at least seven characters', () => {
    const windows = new SecretWindows();
    windows.addLong(codesOf('abcdef'));
    windows.addLong(codesOf('1234567'));
    expect(foundIn('abcdef 1234567', windows)).toEqual(['1234567']);
  });

  it('are all found in any number', () => {
    const secrets = Array.from({ length: 5000 }, (_, index) => String(48_500_000_000 + index * 7919));
    const windows = windowsOf(...secrets);
    for (const secret of secrets) expect(foundIn(`<${secret}>`, windows)).toEqual([secret]);
    const strangers = Array.from({ length: 5000 }, (_, index) => (48_500_000_000 + index).toString(26));
    for (const stranger of strangers) expect(foundIn(stranger, windows)).toEqual([]);
  });
});
