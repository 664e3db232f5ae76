import { describe, expect, it } from 'vitest';
import { parsedObject, parseJson } from '../../src/files/json.js';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('untrusted JSON', () => {
  it.each(['{"a":[1,{"b":"c"}],"d":null}', '5', '"\\"[[["', '"\\\\"', '[["\\\\\\"]]"],"]"]', '[]'])(
    'is read: %s',
    (text) => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    },
  );

  it.each(['', '{', '"', '"\\"', '[1,]', '\ufeff\ufeff1', ']'])('is refused if it is invalid: %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('has at most 256 levels of any kind', () => {
    expect(parseJson(deep(256))).toHaveLength(1);
    expect(() => parseJson(deep(257))).toThrow('is nested deeper than 256 levels, at character 257');
    expect(() => parseJson(`\ufeff${'{"a":'.repeat(257)}`)).toThrow('deeper than 256 levels, at character 1282');
    expect(() => parseJson(`["\\"]",${deep(256)}]`)).toThrow('at character 263');
    expect(() => parseJson(`["\\\\",${deep(256)}]`)).toThrow('at character 262');
  });

  it('has at most 50,000 objects and lists, or a tenth of its characters', () => {
    expect(parseJson(`[${'{},'.repeat(49_998)}{}]`)).toHaveLength(49_999);
    expect(() => parseJson(`[${'{},'.repeat(49_999)}[]]`)).toThrow(
      'objects and lists for its length, at character 149999',
    );
    expect(parseJson(`[${'{"ab":123},'.repeat(60_000)}1]`)).toHaveLength(60_001);
    expect(() => parseJson(`[${'{"a":12},'.repeat(60_000)}1]`)).toThrow('contains too many objects and lists');
  });
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['{"a":', {}],
  [deep(257), {}],
])('the object that a text is, or an empty one: %.20s', (text, object) => {
  expect(parsedObject(text)).toEqual(object);
});
