import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/codegen/unified-diff.js';

const lines = (text: string) => text.split(' ').join('\n').concat('\n');

describe('a unified diff', () => {
  it.each([
    ['of equal texts is empty', 'a b c', 'a b c', ''],
    [
      'shows a changed line between three of context',
      'a b c d e f g h',
      'a b c d X f g h',
      '@@ -2,7 +2,7 @@| b| c| d|-e|+X| f| g| h|',
    ],
    ['shows an added line at the end', 'a b', 'a b c', '@@ -1,2 +1,3 @@| a| b|+c|'],
    ['shows a removed line at the start', 'a b', 'b', '@@ -1,2 +1,1 @@|-a| b|'],
    ['keeps what moved only once', 'a b c', 'c a b', '@@ -1,3 +1,3 @@|+c| a| b|-c|'],
    [
      'splits changes that are far apart',
      'a 1 2 3 4 5 6 7 b',
      'A 1 2 3 4 5 6 7 B',
      '@@ -1,4 +1,4 @@|-a|+A| 1| 2| 3|@@ -6,4 +6,4 @@| 5| 6| 7|-b|+B|',
    ],
    [
      'joins changes whose context meets',
      'a 1 2 3 4 5 6 b',
      'A 1 2 3 4 5 6 B',
      '@@ -1,8 +1,8 @@|-a|+A| 1| 2| 3| 4| 5| 6|-b|+B|',
    ],
  ])('%s', (_, before, after, wanted) => {
    expect(unifiedDiff(lines(before), lines(after))).toBe(wanted.replaceAll('|', '\n'));
  });

  it('counts no lines of an empty text', () => {
    expect(unifiedDiff('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a\n');
  });

  it('stays quick where everything changed', () => {
    const many = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}\n`).join('');
    expect(unifiedDiff(many('a'), many('b')).split('\n')).toHaveLength(10_002);
  });
});
