import { describe, expect, it } from 'vitest';
import { Mask } from '../../src/redact/mask.js';

const TEXT = '0123456789abcdef';

function maskOf(hidden: readonly [number, number][], numbers: readonly [number, number, string][] = []): string {
  const mask = new Mask(TEXT);
  for (const [start, end] of hidden) mask.hide(start, end);
  for (const [start, end, lastDigits] of numbers) mask.shorten(start, end, lastDigits);
  return mask.applied();
}

describe('a mask', () => {
  it.each<[string, Parameters<typeof maskOf>, string]>([
    ['that hides nothing', [[]], TEXT],
    ['at the beginning', [[[0, 3]]], '[redacted]3456789abcdef'],
    ['at the end', [[[14, 16]]], '0123456789abcd[redacted]'],
    ['over all', [[[0, 16]]], '[redacted]'],
    [
      'in several parts',
      [
        [
          [1, 2],
          [4, 6],
        ],
      ],
      '0[redacted]23[redacted]6789abcdef',
    ],
    [
      'in parts that touch or overlap',
      [
        [
          [1, 3],
          [3, 5],
          [4, 7],
        ],
      ],
      '0[redacted]789abcdef',
    ],
    ['of a number', [[], [[2, 9, '678']]], '01…6789abcdef'],
    [
      'of a number that was found in part before',
      [
        [],
        [
          [2, 5, '234'],
          [2, 9, '678'],
        ],
      ],
      '01…6789abcdef',
    ],
    [
      'of a number that was found in part afterwards',
      [
        [],
        [
          [2, 9, '678'],
          [4, 9, '678'],
        ],
      ],
      '01…6789abcdef',
    ],
    [
      'of two numbers',
      [
        [],
        [
          [0, 3, '012'],
          [5, 8, '567'],
        ],
      ],
      '…01234…56789abcdef',
    ],
    ['of a number that is hidden in part', [[[3, 5]], [[2, 9, '678']]], '01[redacted]9abcdef'],
    ['of a number beside what is hidden', [[[0, 2]], [[2, 9, '678']]], '[redacted]…6789abcdef'],
    [
      'of a number, part of which is part of another that is hidden',
      [
        [[8, 9]],
        [
          [0, 5, '234'],
          [3, 9, '678'],
        ],
      ],
      '…[redacted]9abcdef',
    ],
  ])('%s', (_name, given, safe) => {
    expect(maskOf(...given)).toBe(safe);
  });
});
