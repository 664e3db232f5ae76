import { describe, expect, it } from 'vitest';
import { TextCleaner } from '../../../src/replay/privacy/clean-text.js';
import { Pseudonyms } from '../../../src/replay/privacy/pseudonyms.js';

const pseudonyms = new Pseudonyms(
  { numbers: true, names: false, texts: false },
  Buffer.from('a key of many characters'),
);
/** The last six digits of what stands for 48500731942. */
const OTHERS = pseudonyms.number('48500731942').slice(-6);
const [ONE, TWO] = [OTHERS.slice(0, 3), OTHERS.slice(3)];
const wide = (digits: string): string => digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

describe('all spellings of a number have one pseudonym in the same spelling', () => {
  it.each([
    ['500731942', `500${OTHERS}`],
    ['+48500731942', `+48500${OTHERS}`],
    ['0048500731942', `0048500${OTHERS}`],
    ['+48 500 731 942', `+48 500 ${ONE} ${TWO}`],
    ['48-500-731-942', `48-500-${ONE}-${TWO}`],
    ['(48) 500.731.942', `(48) 500.${ONE}.${TWO}`],
    ['500/731/942', `500/${ONE}/${TWO}`],
    ['tel:+48-500-731-942', `tel:+48-500-${ONE}-${TWO}`],
    ['４８５００７３１９４２', wide(`48500${OTHERS}`)],
    ['500\u00a0731\r\n    942', `500\u00a0${ONE}\r\n    ${TWO}`],
    ['call 500731942, or 48500731942; bye', `call 500${OTHERS}, or 48500${OTHERS}; bye`],
    ['500731942/500731942', `500${OTHERS}/500${OTHERS}`],
  ])('%s', (given, expected) => {
    expect(pseudonyms.others(given)).toBe(expected);
  });

  it.each([
    ['&#x35;&#x30;&#x30;731942', `500${OTHERS}`],
    ['\\u0035\\u0030\\u0030731942', `500${OTHERS}`],
    ['%2B48%20500%20731%20942', `%2B48 500 ${ONE} ${TWO}`],
  ])('an escaped number is replaced in plain text: %s', (given, expected) => {
    expect(pseudonyms.others(given)).toBe(expected);
  });

  it.each([
    'a group of 500 for 731.94 PLN',
    '2026-11',
    'SGVsbG8gV29ybGQhIQ==',
    '3f2504e04f8941d39a0c0305e82c3301',
    '&amp; &#38; %20 \\n',
  ])('other texts are unchanged: %s', (given) => {
    expect(pseudonyms.others(given)).toBe(given);
  });
});

it('an id that contains one digit of a number is unchanged', () => {
  const rules = { pseudonyms, mask: (text: string) => text, kindOf: () => 'id' as const };
  expect(new TextCleaner(rules, ['1']).of('id', 'a1')).toBe('a1');
  expect(new TextCleaner(rules, ['500731942']).of('id', '48500731942')).toBe(`48500${OTHERS}`);
});
