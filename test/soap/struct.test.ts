import { describe, expect, it } from 'vitest';
import * as codecs from '../../generated/codecs.js';
import type { Codec } from '../../src/soap/codec.js';
import { int, string } from '../../src/soap/scalars.js';
import { FieldTable } from '../../src/soap/struct.js';

describe('the literal that the generator writes for a struct', () => {
  const all = Object.entries<Pick<Codec<object>, 'fields'>>(codecs as never);
  const structs = all.flatMap(([name, { fields }]) => (fields === undefined ? [] : [[name, fields] as const]));

  it('is there for all of them', () => {
    expect(structs.length).toBeGreaterThan(5);
  });

  it.each(structs)('%s has every value in its own field', (_name, fields) => {
    const names = Object.keys(fields.blank());
    expect(Object.entries(fields.make(names))).toEqual(names.map((name) => [name, name]));
  });
});

describe('a table of fields without such a literal', () => {
  it('makes the same records', () => {
    const table = new FieldTable<object>({ b: int, ['__proto__']: string, a: string });
    const record = table.make([1, 'p', null]);
    expect(Object.entries(record)).toEqual([
      ['b', 1],
      ['__proto__', 'p'],
      ['a', null],
    ]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
  });
});
