import { describe, expect, it } from 'vitest';
import { checkNames, checkObject, notKnown } from '../../src/options/table.js';
import { errorOf } from '../support/unreadable.js';

const KNOWN = { first: true, second: true } as const;
const refused = (check: () => unknown): Promise<unknown> => errorOf(async () => check());

describe('an object with known names', () => {
  it.each([
    ['third', { third: 1 }],
    ['toString', { toString: 1 }],
  ])('has no other ones: %s', async (name, input) => {
    const why = 'is unknown. Known names: first, second';
    expect(await refused(() => checkNames<object>(input, KNOWN, 'options', 'soap_SendSms'))).toMatchObject({
      path: name,
      operation: 'soap_SendSms',
      message: `soap_SendSms: ${name}: ${why}`,
    });
    expect(await refused(() => checkObject<object>(input, KNOWN, 'limits'))).toMatchObject({
      path: `limits.${name}`,
      message: `limits.${name}: ${why}`,
    });
  });
});

it.each([
  ['mesage', 'message'],
  ['massage', 'message'],
  ['Message', 'message'],
  ['mseasge', 'message'],
  ['no_unicode', 'noUnicode'],
  ['timeout', 'timeoutMs'],
  ['tos', 'to'],
  ['x', undefined],
  ['text', undefined],
  ['__proto__', undefined],
  ['', undefined],
  ['m'.repeat(100_000), undefined],
])('of the names that are known, the nearest is named: %.20s', (name, nearest) => {
  const known = { to: 1, message: 2, noUnicode: 3, timeoutMs: 4 };
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  expect(notKnown(known, name)).toBe(`is unknown. Known names: to, message, noUnicode, timeoutMs${hint}`);
});
