import { describe, expect, it } from 'vitest';
import * as codecs from '../../generated/codecs.js';
import type { Codec, StructCodec } from '../../src/soap/codec.js';
import { type Operation, operation } from '../../src/soap/operation.js';
import { int, string } from '../../src/soap/scalars.js';
import { FieldTable, struct } from '../../src/soap/struct.js';

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

describe('what the compiler checks of the codecs that the generator writes', () => {
  interface Pair {
    readonly a: string;
    readonly b?: number | null | undefined;
  }
  interface Message {
    readonly pair: Pair | null;
  }

  it('is taken from the type that is wanted', () => {
    const right: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int }, (a, b) => ({ a, b }));
    // @ts-expect-error a field has the codec of another type
    const wrong: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: string }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is missing
    const short: StructCodec<Pair> = struct('ns1:Pair', { a: string }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is not of the type
    const long: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int, c: int }, (a, b) => ({ a, b }));
    // @ts-expect-error a field is missing from the record
    const poor: StructCodec<Pair> = struct('ns1:Pair', { a: string, b: int }, (_a, b) => ({ b }));
    const names = { name: 'op', namespace: 'urn:t', soapAction: '' };
    const send: Operation<Message, object> = operation({ ...names, input: { pair: right }, output: {} });
    // @ts-expect-error a part has the codec of another type
    const bad: Operation<Message, object> = operation({ ...names, input: { pair: string }, output: {} });
    expect([right, wrong, short, long, poor].map(({ type }) => type)).toEqual(Array(5).fill('ns1:Pair'));
    expect([send, bad].map(({ name }) => name)).toEqual(['op', 'op']);
  });
});
