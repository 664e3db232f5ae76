import { describe, expect, it } from 'vitest';
import { type CheckedOrder, checkSending } from '../../../src/domain/sending/check-sending.js';
import type { InterfaceVariant } from '../../../src/domain/sending/message-parts.js';
import { type RuleContext, ruleOption, SEND_RULES, type ValidationRules } from '../../../src/domain/sending/rules.js';
import { readOptions } from '../../../src/options/table.js';

const { validation: rules } = readOptions({}, { validation: ruleOption<ValidationRules>(SEND_RULES) });

function context(variant?: InterfaceVariant): RuleContext {
  return { operation: 'sms.do', rules, now: () => new Date('2026-11-30T10:00:00Z'), variant };
}

const refused = (order: CheckedOrder, variant?: InterfaceVariant): string | undefined => {
  try {
    checkSending(order, context(variant));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the length of a text is checked for the variant:', () => {
  it.each<[string, InterfaceVariant | undefined, string | undefined]>([
    ['a'.repeat(918), 'earlier', undefined],
    ['a'.repeat(919), 'earlier', 'needs 7 parts; at most 6 are allowed'],
    ['ż'.repeat(402), 'earlier', undefined],
    ['ż'.repeat(403), 'earlier', 'needs 7 parts; at most 6 are allowed'],
    ['a'.repeat(1530), 'current', undefined],
    ['a'.repeat(1531), 'current', 'needs 11 parts; at most 10 are allowed'],
    // A character of two units is not split: 33 of them are a part of 66 units.
    ['😀'.repeat(330), undefined, undefined],
    ['😀'.repeat(331), undefined, 'needs 11 parts; at most 10 are allowed'],
    ['😀'.repeat(198), 'earlier', undefined],
    ['😀'.repeat(199), 'earlier', 'needs 7 parts; at most 6 are allowed'],
  ])('%#', (message, variant, reason) => {
    const expected = reason && `sms.do: message: ${reason} (section 8; gateway code 12)`;
    expect(refused({ to: '500100200', message }, variant)).toBe(expected);
  });
});

describe('an order of the HTTP interface', () => {
  it.each<[string, CheckedOrder]>([
    ['to a group, without a count of recipients', { message: 'x', idx: 'a', from: 'Test' }],
    ['by a template, without a text', { to: '500100200', params: [['a', 'b']], noUnicode: true }],
    ['with rows for one recipient in a list', { to: ['500100200'], message: '[%1%]', params: [['a']], idx: 'a' }],
    ['with an empty idx for two', { to: ['500', '501'], message: 'x', idx: '' }],
  ])('%s is not refused', (_what, order) => {
    expect(refused(order)).toBeUndefined();
  });

  it.each<[string, CheckedOrder, string]>([
    [
      'rows for two, and one recipient',
      { to: '500100200', message: 'x', params: [['a'], ['b']] },
      'params: has 2 entries for 1 recipients (section 4.1 rule 5; gateway code 18)',
    ],
    [
      'one idx for two recipients',
      { to: ['500', '501'], message: 'x', idx: 'a' },
      'idx: has 1 entries for 2 recipients (section 4.1 rule 5; gateway code 18)',
    ],
    [
      'too many values, though to a group',
      { message: 'x', params: [['1', '2', '3', '4', '5']] },
      'params[0]: has 5 values; a message allows at most 4 (section 8; gateway code 18)',
    ],
    [
      'a binary message without a udh',
      { to: '500', message: 'ab', datacoding: 'bin', udh: '' },
      "udh: must be a hex string with datacoding 'bin' (two digits for each byte, at least one byte) " +
        '(section 4.1; gateway code 30)',
    ],
  ])('with %s is refused', (_what, order, words) => {
    expect(refused(order)).toBe(`sms.do: ${words}`);
  });
});
