import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../src/http-message/response-headers.js';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 30);
const A_DAY = 86_400_000;

describe('Retry-After', () => {
  it.each([
    ['whole seconds', '120', 120_000],
    ['no time at all', '0', 0],
    ['space around it', ' 7 ', 7000],
    ['more than a day', '86401', A_DAY],
    ['more than any number can hold', '9'.repeat(400), A_DAY],
    ['a date as it is written today', 'Sun, 06 Nov 1994 08:49:37 GMT', 7000],
    ['a date by RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT', 7000],
    ["a date by C's asctime(), which is in GMT too", 'Sun Nov  6 08:49:37 1994', 7000],
    ['a date that is over', 'Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['a date beyond a day', 'Tue, 08 Nov 1994 08:49:37 GMT', A_DAY],
  ])('can be %s', (_what, header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['blank', ' '],
    ['a fraction', '1.5'],
    ['below zero', '-5'],
    ['a word', 'soon'],
    ['a date of another kind', '1994-11-06T08:49:37Z'],
    ['a date that does not exist', 'Sun, 99 Nov 1994 08:49:37 GMT'],
    ['two numbers', '5, 10'],
    ['a date behind something else', 'until Sun, 06 Nov 1994 08:49:37 GMT'],
    ['a date by RFC 850 before something else', 'Sunday, 06-Nov-94 08:49:37 GMT (at noon)'],
  ])('is not looked at when it is %s', (_what, header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined();
  });
});
