import { describe, expect, it } from 'vitest';
import { emitCodecs } from '../../scripts/codegen/emit-codecs.js';
import { emitTypes } from '../../scripts/codegen/emit-types.js';
import { arrayOf, readSlots, structOf } from './given.js';

interface Row {
  readonly schema: string;
  readonly types: string;
  readonly codecs: string;
}

const rows: Readonly<Record<string, Row>> = {
  'a struct, by what may be absent and nil': {
    schema: structOf(
      'T',
      `<xsd:element name="must" type="xsd:string"/>
       <xsd:element name="nil" type="xsd:int" nillable="true"/>
       <xsd:element name="absent" type="xsd:boolean" minOccurs="0"/>
       <xsd:element name="both" type="xsd:float" minOccurs="0" nillable="true"/>`,
    ),
    types: `
export interface T {
  readonly must: string;
  readonly nil: number | null;
  readonly absent?: boolean | undefined;
  readonly both?: number | null | undefined;
}`,
    codecs: `
export const T: StructCodec<types.T> = struct<types.T>('ns1:T', {
  must: string,
  nil: int,
  absent: boolean,
  both: float,
}, (v0, v1, v2, v3) => ({
  must: v0,
  nil: v1,
  absent: v2,
  both: v3,
}));`,
  },
  'a struct whose group may be absent': {
    schema:
      '<xsd:complexType name="T"><xsd:sequence minOccurs="0"><xsd:element name="f" type="xsd:int"/></xsd:sequence></xsd:complexType>',
    types: `
export interface T {
  readonly f?: number | undefined;
}`,
    codecs: `
export const T: StructCodec<types.T> = struct<types.T>('ns1:T', { f: int }, (v0) => ({ f: v0 }));`,
  },
  'an array of scalars, of which any may be nil': {
    schema: arrayOf('T', 'xsd:int[]'),
    types: `
export type T = readonly (number | null)[];`,
    codecs: `
export const T: ArrayCodec<number | null> = array<number>('ns1:T', int);`,
  },
  'an array of a fixed size, which is not believed': {
    schema: arrayOf('T', ' xsd:string[5] '),
    types: `
export type T = readonly (string | null)[];`,
    codecs: `
export const T: ArrayCodec<string | null> = array<string>('ns1:T', string);`,
  },
  'an array of named arrays, none of which is nil, and which come later in the schema': {
    schema: arrayOf('T', 'tns:U[]') + arrayOf('U', 'xsd:string[]'),
    types: `
export type T = readonly U[];

export type U = readonly (string | null)[];`,
    codecs: `
export const U: ArrayCodec<string | null> = array<string>('ns1:U', string);

export const T: ArrayCodec<types.U> = array<types.U>('ns1:T', U);`,
  },
  'an array of arrays that have no name': {
    schema: arrayOf('T', 'xsd:int[][][]'),
    types: `
export type T = readonly (readonly (readonly (number | null)[])[])[];`,
    codecs: `
export const T: ArrayCodec<readonly (readonly (number | null)[])[]> = array<readonly (readonly (number | null)[])[]>('ns1:T', array<readonly (number | null)[]>('SOAP-ENC:Array', array<number>('SOAP-ENC:Array', int)));`,
  },
  'an array that contains itself': {
    schema: arrayOf('T', 'tns:T[]'),
    types: `
export type T = readonly T[];`,
    codecs: `
export const T: ArrayCodec<types.T> = array<types.T>('ns1:T', lazy(() => T));`,
  },
  'structs that contain each other': {
    schema:
      structOf('A', '<xsd:element name="b" type="tns:B"/>') +
      structOf('B', '<xsd:element name="a" type="tns:A" minOccurs="0"/>'),
    types: `
export interface A {
  readonly b: B;
}

export interface B {
  readonly a?: A | undefined;
}`,
    codecs: `
export const B: StructCodec<types.B> = struct<types.B>('ns1:B', { a: lazy(() => A) }, (v0) => ({ a: v0 }));

export const A: StructCodec<types.A> = struct<types.A>('ns1:A', { b: B }, (v0) => ({ b: v0 }));`,
  },
  'a simple type, with its allowed values': {
    schema: `<xsd:simpleType name="T"><xsd:annotation><xsd:documentation>A size.</xsd:documentation></xsd:annotation>
      <xsd:restriction base="xsd:string"><xsd:enumeration value="S"/><xsd:enumeration value='"L"'/></xsd:restriction></xsd:simpleType>`,
    types: `
/**
 * A size.
 *
 * Allowed values: "S", "\\"L\\"".
 */
export type T = string;`,
    codecs: `
/**
 * A size.
 *
 * Allowed values: "S", "\\"L\\"".
 */
export const T: Codec<types.T> = string;`,
  },
  'names that TypeScript or JavaScript would take for something else': {
    schema: structOf(
      'string',
      `<xsd:element name="class" type="xsd:string"/><xsd:element name="a.b" type="xsd:string"/>
       <xsd:element name="constructor" type="xsd:string"/><xsd:element name="__proto__" type="xsd:string"/>`,
    ),
    types: `
export interface string_ {
  readonly class: string;
  readonly 'a.b': string;
  readonly constructor: string;
  readonly __proto__: string;
}`,
    codecs: `
export const string_: StructCodec<types.string_> = struct<types.string_>('ns1:string', {
  class: string,
  'a.b': string,
  constructor: string,
  ['__proto__']: string,
}, (v0, v1, v2, v3) => ({
  class: v0,
  'a.b': v1,
  constructor: v2,
  ['__proto__']: v3,
}));`,
  },
  'types called like what the codecs import': {
    schema:
      structOf('struct', '<xsd:element name="f" type="xsd:int"/>') +
      structOf('types', '<xsd:element name="g" type="tns:int"/>') +
      structOf('int', ''),
    types: `
export interface struct {
  readonly f: number;
}

export interface types {
  readonly g: int;
}

export interface int {
}`,
    codecs: `
export const struct: StructCodec<types_.struct> = struct_<types_.struct>('ns1:struct', { f: int_ }, (v0) => ({ f: v0 }));

export const int: StructCodec<types_.int> = struct_<types_.int>('ns1:int', {}, () => ({}));

export const types: StructCodec<types_.types> = struct_<types_.types>('ns1:types', { g: int }, (v0) => ({ g: v0 }));`,
  },
};

describe('types and codecs of', () => {
  it.each(Object.entries(rows))('%s', (_, { schema, types, codecs }) => {
    const model = readSlots({ schema });
    expect(withoutMessages(emitTypes(model))).toBe(types.trim());
    expect(withoutImports(emitCodecs(model, '#runtime'))).toBe(codecs.trim());
  });

  it('no types at all is a module all the same', () => {
    expect(emitCodecs(readSlots({}), '#runtime').trim()).toBe('export { };');
  });

  it('changes with a field of the schema', () => {
    const before = readSlots({ schema: structOf('T', '<xsd:element name="f" type="xsd:int"/>') });
    const after = readSlots({ schema: structOf('T', '<xsd:element name="f" type="xsd:long"/>') });
    expect(emitTypes(before)).toContain('readonly f: number;');
    expect(emitTypes(after)).toContain('readonly f: bigint;');
  });
});

function withoutMessages(text: string): string {
  return text.slice(0, text.indexOf('/** Input parts of op.')).trim();
}

function withoutImports(text: string): string {
  return text.slice(text.search(/^(?:\/\*\*|export )/m)).trim();
}
