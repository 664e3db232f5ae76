import { describe, expect, it } from 'vitest';
import { placeTooDeep } from '../../../src/replay/yaml/nesting.js';

describe('nested values', () => {
  it.each([
    ['[[a], [b]]', 2, undefined],
    ['[[[a]]]', 2, 2],
    ['a:\n  - [x, {b: [c]}]\n', 2, 11],
    ['a:\n  - [x, {b: [c]}]\n', 4, undefined],
    ['a: [[1], [[2]]]\n', 2, 10],
    // Brackets of a text are none: in quotation marks, in a text of several lines, in a plain one.
    ['a: "[[[[["\nb: \'{{{{{\'\n', 2, undefined],
    ['a: |\n  [[[[[\n  {{{{{\n', 2, undefined],
    ['a: >\n  [\nb: |\n  [\nc: |-\n  [\nd: |\n  {\n', 2, undefined],
    ['a: x[[[[[{{{{\n', 2, undefined],
    ['# [[[[[\na: b\n', 2, undefined],
    // More that close than have opened.
    [']]]]]]] [[a]] [[b]]', 2, undefined],
    ['\ufeffa: "ł"\nb: [[[', 2, 13],
    // Lists that begin on one line; in a text they are none.
    ['- - - - - - - - - a\n', 8, 16],
    ['- - - - - - - - a\n- - - - - - - - a\n', 8, undefined],
    ['- ? - ? - ? - ? - a\n', 8, 16],
    ['a: |\n  - - - - - - - - - - -\n', 8, undefined],
    ['a: - - - - - - - - - - -\n', 30, undefined],
  ])('%j has one too deep at %j levels: %j', (text, levels, offset) => {
    expect(placeTooDeep(text, levels)).toBe(offset);
  });
});
