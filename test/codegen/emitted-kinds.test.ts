import { describe, expect, it } from 'vitest';
import { emitCodecs } from '../../src/codegen/emitting/emit-codecs.js';
import { emitTypes } from '../../src/codegen/emitting/emit-types.js';
import { readSlots, readWarned, structOf, wsdl } from './given.js';
import { KINDS, KINDS_PARTS } from './kinds.js';

const model = readSlots({ schema: KINDS, input: KINDS_PARTS });
const types = emitTypes(model, '#runtime');
const codecs = emitCodecs(model, '#runtime');

/** The code generated for one type. */
function typeOf(name: string): string {
  const pattern = new RegExp(`export (?:type|interface) ${name.replace('$', '\\$')} [^]*?(?:;|})\\n(?=\\n)`);
  return pattern.exec(types)?.[0].trim() ?? '';
}

describe('a field', () => {
  it('that repeats is a list, with nil items if they are nillable', () => {
    expect(typeOf('Order')).toContain('readonly lines: readonly Line[];');
    expect(typeOf('Order')).toContain('readonly marks: readonly (string | null)[];');
    expect(codecs).toContain('lines: repeated(LineCodec),');
    expect(codecs).toContain('marks: repeatedNillable(string),');
  });

  it('without a named type has a type named by its position', () => {
    expect(typeOf('Order')).toContain('readonly items: Order_items;');
    expect(typeOf('Order_items')).toContain('readonly sub: Order_items_sub;');
    expect(typeOf('Order_items_sub')).toContain('readonly depth?: number | undefined;');
    expect(codecs).toContain("record(\n  '',\n  { name: required(string), sub: required(Order_items_subCodec) },");
  });

  it('without any type may be anything', () => {
    expect(typeOf('Order')).toContain('readonly extra: AnyValue | null;');
    expect(codecs).toContain('extra: nillable(AnyValueCodec),');
  });

  it('by reference has the name and the type of the element', () => {
    expect(typeOf('Order')).toContain('readonly stamp: string;');
    expect(codecs).toContain('stamp: required(dateTime),');
  });

  it('in an attribute has its name, with a $ if an element has the same name', () => {
    expect(typeOf('Line')).toBe(
      'export interface Line {\n  readonly lang: string;\n  readonly $lang?: string | undefined;\n  readonly no: number;\n}',
    );
    expect(codecs).toContain(
      "{ lang: required(string), $lang: attribute(language, 'lang'), no: requiredAttribute(int) }",
    );
  });

  it('for the text beside attributes is $value', () => {
    expect(typeOf('Price')).toBe(
      'export interface Price {\n  readonly $value: string;\n  readonly currency?: string | undefined;\n' +
        '  readonly lang?: string | undefined;\n}',
    );
    expect(codecs).toContain(
      "{ $value: content(decimal), currency: attribute(string), lang: attribute(string, 'xml:lang') }",
    );
  });

  it('of a choice may be absent in any group, and occurs once', () => {
    expect(typeOf('Shape')).toBe(
      'export interface Shape {\n  readonly circle?: number | undefined;\n  readonly width?: number | undefined;\n' +
        '  readonly height?: number | undefined;\n}',
    );
  });

  it('of its own type is optional, because no value could be built otherwise', () => {
    expect(typeOf('Array')).toContain('readonly self?: Array | null | undefined;');
    expect(typeOf('Left')).toContain('readonly right?: Right | null | undefined;');
    expect(typeOf('Right')).toContain('readonly left?: Left | null | undefined;');
    expect(typeOf('Right')).toContain('readonly order: Order;');
  });
});

describe('a type', () => {
  it.each([
    ['Sizes', 'readonly number[]', "list('ns1:Sizes', int)"],
    ['Few', 'Sizes', "restriction('ns1:Few', SizesCodec)"],
    ['Either', 'string', "restriction('ns1:Either', string)"],
    ['Grid', 'readonly (readonly (number | null)[])[]', "matrix('ns1:Grid', int, 2)"],
    ['MoreGrid', 'readonly (readonly (number | null)[])[]', "matrix('ns1:MoreGrid', int, 2)"],
    ['Bare', 'readonly (AnyValue | null)[]', "array('ns1:Bare', AnyValueCodec)"],
    ['Unknown', 'readonly (AnyValue | null)[]', "array('ns1:Unknown', AnyValueCodec)"],
    [
      'Cubes',
      'readonly (readonly (readonly (readonly (string | null)[])[])[])[]',
      "array(\n  'ns1:Cubes',\n  matrix('SOAP-ENC:Array', string, 3),\n)",
    ],
  ])('%s is %s', (name, type, codec) => {
    expect(typeOf(name)).toBe(`export type ${name} = ${type};`);
    expect(codecs).toMatch(new RegExp(`export const ${name}Codec: [^]*? = ${codec.replace(/[()[\]$]/g, '\\$&')};`));
  });

  it('with derived types is a union of all of them', () => {
    expect(typeOf('Entity')).toBe(
      "export interface Entity {\n  readonly $type?: 'Entity' | undefined;\n  readonly id: number;\n}",
    );
    expect(typeOf('$Entity')).toBe('export type $Entity = Entity | User | Admin;');
    expect(typeOf('Admin')).toContain('readonly friend?: $Entity | undefined;');
    expect(types).toContain('readonly Entity: $Entity | null;');
    expect(codecs).toContain("['Admin', '{urn:t}Admin', AdminCodec],");
  });

  it('that is abstract is none of them', () => {
    expect(typeOf('$Base')).toBe('export type $Base = Only;');
    expect(codecs).toContain("derived(\n  'ns1:Base',\n  undefined,\n  () => [['Only', '{urn:t}Only', OnlyCodec]],\n)");
  });

  it('is one of any value, by a name that no other kind of value has', () => {
    expect(typeOf('AnyValue')).toContain("  | { readonly $type: 'User'; readonly value: User }\n");
    expect(typeOf('AnyValue')).toContain("  | { readonly $type: 'Array_'; readonly value: Array }\n");
    expect(codecs).toContain("['Array_', '{urn:t}Array', ArrayCodec],");
  });
});

describe('a type that is nowhere defined', () => {
  it.each(['tns:Client', 'xsd:strnig'])('such as %s may be any value, with a warning', (name) => {
    const { model: read, warnings } = readWarned(wsdl({ input: `<wsdl:part name="p" type="${name}"/>` }));
    expect(read.operations[0]?.input[0]?.type).toEqual({ kind: 'named', identifier: 'AnyValue', of: 'any' });
    expect(warnings).toEqual([
      expect.stringMatching(/^t\.wsdl:11:27: wsdl:part "p": its type "[^"]+" is not defined: it may be any value$/),
    ]);
  });
});

it('an Apache Map may be any value, for any schema', () => {
  const map =
    '<xsd:schema targetNamespace="http://xml.apache.org/xml-soap"><xsd:complexType name="Map"><xsd:sequence/>' +
    '</xsd:complexType></xsd:schema>';
  const part = '<wsdl:part name="p" xmlns:a="http://xml.apache.org/xml-soap" type="a:Map"/>';
  const given = wsdl({ input: part }).replace('<wsdl:types>', `<wsdl:types>${map}`);
  expect(readWarned(given).model.operations[0]?.input[0]?.type).toMatchObject({ of: 'any' });
});

describe('what the types say of their fields', () => {
  const schema = structOf('T', '<xsd:element name="f" type="xsd:int"/>');
  const read = (strictness: 'strict' | 'lenient' | 'plain') => {
    const input = '<wsdl:part name="p" type="tns:T"/>';
    const given = readWarned(wsdl({ schema, input }), { strictness }).model;
    return [emitTypes(given, '#runtime'), emitCodecs(given, '#runtime')].join('');
  };

  it('is held against what is read, unless it is read leniently or plainly', () => {
    expect(read('strict')).toContain('readonly f: number;');
    expect(read('strict')).toContain('{ f: required(int) }');
    expect(read('lenient')).toContain('readonly f?: number | null | undefined;');
    expect(read('lenient')).toContain('{ f: int }');
    expect(read('plain')).toContain('readonly f: number;');
    expect(read('plain')).toContain('{ f: int }');
  });
});
