import { describe, expect, it } from 'vitest';
import { globOf } from '../../../src/address-book/selection/glob.js';

const fits = (pattern: string, name: string): boolean => globOf(pattern, 'include[0]')(name);

describe('a pattern of names', () => {
  it.each([
    ['VIP', 'VIP'],
    ['VIP*', 'VIP/Kraków'],
    ['V*P*w', 'VIP/Kraków'],
    ['*ab', 'aab'],
    ['?', '😀'],
    ['[VIP]', '[VIP]'],
    ['\\*', '*'],
    ['\\\\?', '\\x'],
    ['a?c', 'a\nc'],
    // One letter in two forms: é, and e with an accent.
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Caf?', 'Cafe\u0301'],
  ])('%j fits %j', (pattern, name) => {
    expect(fits(pattern, name)).toBe(true);
  });

  it.each([
    ['VIP', 'vip'],
    ['?', ''],
    ['a*a', 'a'],
    ['[VIP]', 'V'],
    ['\\*', 'x'],
    ['a*b*c', 'acb'],
  ])('%j does not fit %j', (pattern, name) => {
    expect(fits(pattern, name)).toBe(false);
  });

  it.each([
    ['', 'is empty'],
    ['x'.repeat(1001), 'has more than 1000 characters'],
  ])('%j is refused, by its place', (pattern, reason) => {
    expect(() => globOf(pattern, 'exclude[2]')).toThrow(`exclude[2]: ${reason}`);
  });

  it('takes no more time for a hostile name than for another', () => {
    const name = 'a'.repeat(100_000);
    const began = process.cpuUsage().user;
    for (const pattern of ['*a*a*a*a*b', `${'*a'.repeat(200)}b`, '?*?*?*b']) expect(fits(pattern, name)).toBe(false);
    // Quadratic time would be minutes.
    expect((process.cpuUsage().user - began) / 1000).toBeLessThan(2000);
  });
});
