import { describe, expect, it } from 'vitest';
import { emitCodecs } from '../../src/codegen/emitting/emit-codecs.js';
import { emitTypes } from '../../src/codegen/emitting/emit-types.js';
import { arrayOf, readPlain, structOf } from './given.js';

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
export const TCodec: StructCodec<types.T> = struct(
  'ns1:T',
  { must: string, nil: int, absent: boolean, both: float },
  (must, nil, absent, both) => ({ must, nil, absent, both }),
);`,
  },
  'an array of named arrays, none of which is nil, and which come later in the schema': {
    schema: arrayOf('T', 'tns:U[]') + arrayOf('U', 'xsd:string[]'),
    types: `
export type T = readonly U[];

export type U = readonly (string | null)[];`,
    codecs: `
export const UCodec: ArrayCodec<string | null> = array('ns1:U', string);

export const TCodec: ArrayCodec<types.U> = array('ns1:T', UCodec);`,
  },
  'an array of arrays that have no name': {
    schema: arrayOf('T', 'xsd:int[][][]'),
    types: `
export type T = readonly (readonly (readonly (number | null)[])[])[];`,
    codecs: `
export const TCodec: ArrayCodec<readonly (readonly (number | null)[])[]> = array(
  'ns1:T',
  array('SOAP-ENC:Array', array('SOAP-ENC:Array', int)),
);`,
  },
  'an array that contains itself': {
    schema: arrayOf('T', 'tns:T[]'),
    types: `
export type T = readonly T[];`,
    codecs: `
export const TCodec: ArrayCodec<types.T> = array('ns1:T', lazy(() => TCodec));`,
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
export const BCodec: StructCodec<types.B> = struct('ns1:B', { a: lazy(() => ACodec) }, (a) => ({ a }));

export const ACodec: StructCodec<types.A> = struct('ns1:A', { b: BCodec }, (b) => ({ b }));`,
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
export const string_Codec: StructCodec<types.string_> = struct(
  'ns1:string',
  { class: string, 'a.b': string, constructor: string, ['__proto__']: string },
  (class_, a_b, constructor, __proto__) => ({ class: class_, 'a.b': a_b, constructor, ['__proto__']: __proto__ }),
);`,
  },
  'fields whose names are one as parameters': {
    schema: structOf(
      'T',
      `<xsd:element name="a.b" type="xsd:int"/><xsd:element name="a-b" type="xsd:int"/>
       <xsd:element name="a_b" type="xsd:int"/><xsd:element name="let" type="xsd:int"/>
       <xsd:element name="let_" type="xsd:int"/><xsd:element name="let--" type="xsd:int"/>
       <xsd:element name="żółć" type="xsd:int"/>`,
    ),
    types: `
export interface T {
  readonly 'a.b': number;
  readonly 'a-b': number;
  readonly a_b: number;
  readonly let: number;
  readonly let_: number;
  readonly 'let--': number;
  readonly 'żółć': number;
}`,
    codecs: `
export const TCodec: StructCodec<types.T> = struct(
  'ns1:T',
  { 'a.b': int, 'a-b': int, a_b: int, let: int, let_: int, 'let--': int, 'żółć': int },
  (a_b_, a_b__, a_b, let__, let_, let___, ____) => ({
    'a.b': a_b_,
    'a-b': a_b__,
    a_b,
    let: let__,
    let_,
    'let--': let___,
    'żółć': ____,
  }),
);`,
  },
  'fields called like the codecs of the runtime, and words that no module may use': {
    schema: structOf(
      'Number',
      `<xsd:element name="string" type="xsd:string"/><xsd:element name="number" type="xsd:int"/>
       <xsd:element name="await" type="xsd:int"/><xsd:element name="undefined" type="tns:Number" minOccurs="0"/>`,
    ),
    types: `
export interface Number {
  readonly string: string;
  readonly number: number;
  readonly await: number;
  readonly undefined?: Number | undefined;
}`,
    codecs: `
export const NumberCodec: StructCodec<types.Number> = struct(
  'ns1:Number',
  { string, number: int, await: int, undefined: lazy(() => NumberCodec) },
  (string, number, await_, undefined_) => ({ string, number, await: await_, undefined: undefined_ }),
);`,
  },
  'types called like what the codecs import': {
    schema:
      structOf('Array', '<xsd:element name="f" type="xsd:int"/>') +
      arrayOf('Struct', 'tns:Array[]') +
      structOf('ArrayCodec', ''),
    types: `
export interface Array {
  readonly f: number;
}

export type Struct = readonly (Array | null)[];

export interface ArrayCodec {
}`,
    codecs: `
export const ArrayCodec: StructCodec_<types.Array> = struct('ns1:Array', { f: int }, (f) => ({ f }));

export const StructCodec: ArrayCodec_<types.Array | null> = array('ns1:Struct', ArrayCodec);

export const ArrayCodecCodec: StructCodec_<types.ArrayCodec> = struct('ns1:ArrayCodec', {}, () => ({}));`,
  },
};

describe('types and codecs of', () => {
  it.each(Object.entries(rows))('%s', (_, { schema, types, codecs }) => {
    const model = readPlain({ schema });
    expect(withoutMessages(emitTypes(model, '#runtime'))).toBe(types.trim());
    expect(withoutImports(emitCodecs(model, '#runtime'))).toBe(codecs.trim());
  });

  it('no types at all is a module all the same', () => {
    expect(emitCodecs(readPlain({}), '#runtime').trim()).toBe('export { };');
  });

  it('changes with a field of the schema', () => {
    const before = readPlain({ schema: structOf('T', '<xsd:element name="f" type="xsd:int"/>') });
    const after = readPlain({ schema: structOf('T', '<xsd:element name="f" type="xsd:long"/>') });
    expect(emitTypes(before, '#runtime')).toContain('readonly f: number;');
    expect(emitTypes(after, '#runtime')).toContain('readonly f: bigint;');
  });
});

function withoutMessages(text: string): string {
  return text.slice(0, text.indexOf('/** Input parts of op.')).trim();
}

function withoutImports(text: string): string {
  return text.slice(text.search(/^(?:\/\*\*|export )/m)).trim();
}
