import { PASSWORD, secretNumber, TEXT } from '../secrets.js';

/** Replacements for values. */
export const VALUES: readonly [string, ...string[]] = [
  'null',
  ...['true', 'false', '0', '-0', '-1', '1', '2', '0.5', '1e999', '-1e999', '1e-999', '2147483648'],
  ...['4294967296', '9007199254740993', '8640000000000001', '99999999999999999999', '""', '" "', '"x"', '"-"'],
  ...['"1"', '"true"', '"__proto__"', '"constructor"', '"\\ud800"', '"\\u0000"', '"\\u202e"'],
  ...['"\\u2028\\n\\r\\t"', '"../../../../etc/hostname"', '"/dev/null"', '"."'],
  ...['"+275760-09-13T00:00:00.000Z"', '"-271821-04-20T00:00:00.000Z"', '"2026-02-30T25:61:00Z"'],
  ...['"http://gateway.invalid/"', '[]', '{}', '[null]', '[[]]', '[[["a"]]]', '{"":0}'],
  ...['{"toString":1,"valueOf":1}', '{"toString":null}', '{"toJSON":"x"}', '{"length":1e9}'],
  ...['{"__proto__":{"a":1}}', '{"then":1}', JSON.stringify(PASSWORD), JSON.stringify(TEXT)],
  ...[JSON.stringify(secretNumber(7)), secretNumber(7)],
];

/** Replacements for keys. */
export const NAMES: readonly [string, ...string[]] = [
  '__proto__',
  ...['constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'hasOwnProperty', 'length', 'then', '', '0'],
  ...['x', 'kind', 'plan', 'group', 'end', 'name', 'ended', 'done', '\\u0000'],
];
