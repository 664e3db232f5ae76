import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/errors/errors.js';
import {
  checkBoolean,
  checkCount,
  checkFunction,
  checkList,
  checkMethods,
  checkOneOf,
  checkOptional,
  checkPositive,
  checkSignal,
  checkString,
  checkSwitch,
  checkUrl,
  checkUrls,
  checkWhole,
  entriesOf,
} from '../../src/options/check.js';
import { untyped } from '../support/unreadable.js';

const PATH = 'options.field';
const INFINITY = Number.POSITIVE_INFINITY;

function errorOf(check: () => unknown): ValidationError {
  try {
    check();
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

/** Each check with a value that it takes, values that it refuses, and why. */
const CHECKS: readonly (readonly [
  name: string,
  check: (value: never) => unknown,
  right: readonly unknown[],
  wrong: readonly unknown[],
  why: string,
])[] = [
  ['a text', (v) => checkString(v, PATH), ['', 'x'], [5, null, ['x']], 'must be a string'],
  ['a flag', (v) => checkBoolean(v, PATH), [true, false], [1, 'true', null], 'must be true or false'],
  ['a function', (v) => checkFunction(v, PATH), [errorOf], ['x', {}, null], 'must be a function'],
  ['a word of two', (v) => checkOneOf(v, ['a', 'b'], PATH), ['a', 'b'], ['A', '', null], "must be 'a' or 'b'"],
  ['a word of three', (v) => checkOneOf(v, ['a', 'b', 'c'], PATH), ['c'], ['d', 0], "must be one of 'a', 'b', 'c'"],
  [
    'a positive number',
    (v) => checkPositive(v, PATH),
    [0.5, 1, INFINITY],
    [0, -1, Number.NaN, '5', null, 5n],
    'must be a number above zero',
  ],
  [
    'a count',
    (v) => checkCount(v, PATH),
    [1, 7, INFINITY],
    [0, -1, 1.5, Number.NaN, '5', null, -INFINITY],
    'must be a whole number above zero',
  ],
  [
    'a whole number of a range',
    (v) => checkWhole(v, PATH, 0, 9),
    [0, 5, 9],
    [-1, 10, 1.5, '5', null, INFINITY],
    'must be a whole number from 0 to 9',
  ],
  [
    'a whole number without an upper end',
    (v) => checkWhole(v, PATH, 1),
    [1, Number.MAX_SAFE_INTEGER],
    [0, 1.5, INFINITY],
    'must be a whole number from 1',
  ],
  ['a list', (v) => checkList(v, PATH), [[]], [{}, 'ab', null, { length: 0 }], 'must be an array'],
  [
    'a switch',
    (v) => checkSwitch(v, PATH),
    [true, false, {}],
    [null, [], 'yes', 1],
    'must be true, false or an object',
  ],
  [
    'an address',
    (v) => checkUrl(v, PATH),
    ['http://a.test/', 'https://a.test/b?c'],
    ['a.test', '/soap', 'ftp://a.test/', '', 5, null, new URL('ftp://a.test/')],
    'must be an absolute http or https address',
  ],
  [
    'an address without credentials',
    (v) => checkUrl(v, PATH),
    [],
    ['http://user@a.test/', 'http://:sesame@a.test/'],
    'contains credentials. Use the option credentials',
  ],
  [
    'a signal',
    (v) => checkSignal(v, PATH),
    [new AbortController().signal],
    [{}, null, new AbortController(), new Proxy(new AbortController().signal, {})],
    'must be an AbortSignal',
  ],
];

describe.each(CHECKS)('%s', (_name, check, right, wrong, why) => {
  it('is given back', () => {
    for (const value of right) expect(check(untyped(value))).toBe(value);
  });

  it('is asked for in an error that names the path', () => {
    for (const value of wrong) {
      expect(errorOf(() => check(untyped(value)))).toMatchObject({ path: PATH, message: `${PATH}: ${why}` });
    }
  });
});

it('an optional value may be absent, and only absent', () => {
  expect(checkOptional(undefined, checkBoolean, PATH)).toBeUndefined();
  expect(checkOptional(false, checkBoolean, PATH)).toBe(false);
  expect(errorOf(() => checkOptional(untyped(null), checkBoolean, PATH))).toMatchObject({ path: PATH });
});

it('methods are all there, or the first one that is not is named', () => {
  const logger = { info: () => undefined, warn: () => undefined };
  expect(checkMethods(logger, ['info', 'warn'], 'logger')).toBe(logger);
  for (const value of [{ info: logger.info, warn: 5 }, { info: logger.info }]) {
    expect(errorOf(() => checkMethods(untyped(value), ['info', 'warn'] as never, 'logger')).message).toBe(
      'logger: has no warn()',
    );
  }
  for (const value of [null, 5]) {
    expect(errorOf(() => checkMethods(untyped(value), ['info'] as never, 'logger')).message).toBe(
      'logger: has no info()',
    );
  }
});

it('the entries of a list have their index in their path, also in its holes', () => {
  const sparse = ['a'];
  sparse[2] = 'c';
  expect(entriesOf(sparse, 'to')).toEqual([
    ['to[0]', 'a'],
    ['to[1]', undefined],
    ['to[2]', 'c'],
  ]);
  expect(errorOf(() => entriesOf(untyped('ab'), 'to')).message).toBe('to: must be an array');
});

it('addresses come in their normal form, and at least one', () => {
  expect(checkUrls(['HTTP://A.test', 'https://b.test:443/x'], 'url')).toEqual(['http://a.test/', 'https://b.test/x']);
  expect(errorOf(() => checkUrls([], 'url')).message).toBe('url: is an empty list');
  expect(errorOf(() => checkUrls(['http://a.test', 'b'], 'url'))).toMatchObject({ path: 'url[1]' });
});

it('a limit of ten digits is written so that it is not masked as a telephone number', () => {
  expect(() => checkWhole(-1, 'latency', 0, 2_147_483_647)).toThrow(
    'latency: must be a whole number from 0 to 2^31 - 1',
  );
});
