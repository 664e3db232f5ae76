import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readGiven, readSlots, readWarned, structOf, wsdl } from './given.js';

const doc = (content: string) =>
  structOf('T', '').replace(
    '<xsd:all>',
    `<xsd:annotation><xsd:documentation>${content}</xsd:documentation></xsd:annotation><xsd:all>`,
  );
const documented = (content: string) => readSlots({ schema: doc(content) }).types[0]?.documentation;

describe('a document is read', () => {
  it.each([
    ['references', '&lt;&#97;&#x1F600;&gt; &amp;amp;', '<a😀> &amp;'],
    ['CDATA as it stands', 'a <![CDATA[<b>&amp;]]> c', 'a <b>&amp; c'],
    ['digits as text', '007', '007'],
    ['comments as nothing', 'a<!-- b --> c', 'a c'],
    ['markup as its text', 'an <b xmlns="x">important</b> word', 'an important word'],
    ['paragraphs', '\n  one\n  two\n\n  three\n', 'one two\n\nthree'],
  ])('with %s', (_, content, wanted) => {
    expect(documented(content)).toBe(wanted);
  });
  it.each([
    ['a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf]), 'utf8' as const, ''],
    ['UTF-16', new Uint8Array([0xff, 0xfe]), 'utf16le' as const, ''],
    ['another encoding', new Uint8Array(), 'latin1' as const, '<?xml version="1.0" encoding="iso-8859-2"?>'],
  ])('with %s', (_, mark, encoding, declaration) => {
    // ó is the same byte in ISO-8859-1 and ISO-8859-2.
    const text = Buffer.from(declaration + wsdl({ schema: doc('ósmy') }), encoding);
    expect(readGiven({ 't.wsdl': Buffer.concat([mark, text]) }).types[0]?.documentation).toBe('ósmy');
  });

  it.each([
    ['an unknown encoding', '<?xml version="1.0" encoding="utf-12"?>', /^t.wsdl:1:1: encoding: the charset /],
    ['bytes that its encoding does not have', '\xff', /^t.wsdl:1:1: encoding: the bytes /],
  ])('unless with %s', (_, start, wanted) => {
    expect(() => readGiven({ 't.wsdl': Buffer.from(start + wsdl(), 'latin1') })).toThrow(wanted);
  });
  it('with the prefixes in scope of a name', () => {
    const schema = structOf(
      'T',
      '<xsd:element xmlns:tns="http://www.w3.org/2001/XMLSchema" name="f" type="tns:int"/><xsd:element name="g" type="tns:T"/>',
    );
    expect(readSlots({ schema }).types[0]).toMatchObject({
      fields: [{ type: { kind: 'scalar' } }, { type: { kind: 'named', identifier: 'T' } }],
    });
  });
});

describe('imports', () => {
  const namespace = 'urn:u';
  const schemaFile = (target: string, content: string) =>
    `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:u="urn:u" ${target}>${content}</xsd:schema>`;
  const part = (type: string) => `<wsdl:part name="p-${type.replace(':', '-')}" xmlns:u="urn:u" type="${type}"/>`;
  const importing = (location: string, attributes = '') =>
    wsdl({
      attributes,
      schema: `<xsd:import namespace="${namespace}" schemaLocation="${location}"/>`,
      output: part('u:U'),
    });

  it('are read once each, in the order they are met, and all count in the hash', () => {
    const files = {
      't.wsdl': importing('sub/a%20b.xsd'),
      'sub/a b.xsd': schemaFile('targetNamespace="urn:u"', '<xsd:include schemaLocation="../c.xsd"/>'),
      'c.xsd': schemaFile(
        'targetNamespace="urn:u"',
        `<xsd:include schemaLocation="sub/a%20b.xsd"/>${structOf('U', '')}`,
      ),
    };
    const { types, source } = readGiven(files);
    expect(types.map(({ name }) => name)).toEqual(['U']);
    const all = files['t.wsdl'] + files['sub/a b.xsd'] + files['c.xsd'];
    expect(source).toEqual({ fileName: 't.wsdl', sha256: createHash('sha256').update(all).digest('hex') });
  });
  it('of another namespace than the file has are read under its own, with a warning', () => {
    const imported = { 'u.xsd': schemaFile('targetNamespace="urn:v"', structOf('U', '')) };
    const { model, warnings } = readWarned({
      't.wsdl': importing('u.xsd').replace('xmlns:u="urn:u" type', 'xmlns:u="urn:v" type'),
      ...imported,
    });
    expect(model.types).toMatchObject([{ name: 'U', namespace: 'urn:v' }]);
    expect(warnings).toEqual([
      't.wsdl:8:7: xsd:import: imports the namespace "urn:u", but the file\'s target namespace is "urn:v"',
    ]);
  });

  it('of a schema without a namespace give it that of the import', () => {
    const imported = { 'u.xsd': schemaFile('', structOf('U', '<xsd:element name="f" type="U"/>')) };
    expect(readGiven({ 't.wsdl': importing('u.xsd'), ...imported }).types).toMatchObject([
      { name: 'U', namespace: 'urn:u', fields: [{ type: { identifier: 'U' } }] },
    ]);
  });

  it('from elsewhere are read from files that stand for them', () => {
    const files = {
      't.wsdl': importing('http://t.example/a/u.xsd'),
      'local/one.xsd': schemaFile('targetNamespace="urn:u"', '<xsd:include schemaLocation="../b.xsd"/>'),
      'local/two.xsd': schemaFile('targetNamespace="urn:u"', structOf('U', '')),
    };
    const documents = new Map([
      ['http://t.example/a/u.xsd', '/given/local/one.xsd'],
      ['http://t.example/b.xsd', '/given/local/two.xsd'],
    ]);
    expect(readWarned(files, { documents }).model.types).toMatchObject([{ name: 'U' }]);
  });

  it('that cannot be read are ignored if they are not needed', () => {
    const missing = '<wsdl:import namespace="urn:u" location="http://t.example/u.wsdl"/>';
    const schema = '<xsd:import namespace="urn:u" schemaLocation="http://t.example/u.xsd"/>';
    expect(readWarned(wsdl({ top: missing, schema })).warnings).toEqual([]);
  });

  it('of a document that is not a schema are refused', () => {
    const files = { 't.wsdl': importing('u.xsd'), 'u.xsd': '<html/>' };
    expect(() => readGiven(files)).toThrow('u.xsd:1:1: html: is not an xsd:schema');
  });

  it('let one schema without a namespace belong to two', () => {
    const common = schemaFile('', structOf('C', '<xsd:element name="f" type="C"/>'));
    const one = readGiven({
      't.wsdl': wsdl({ schema: '<xsd:include schemaLocation="c.xsd"/>', output: part('tns:C') }),
      'c.xsd': common,
    });
    expect(one.types).toMatchObject([{ name: 'C', namespace: 'urn:t', fields: [{ type: { identifier: 'C' } }] }]);
    const two = {
      't.wsdl': wsdl({
        schema:
          '<xsd:include schemaLocation="c.xsd"/></xsd:schema><xsd:schema targetNamespace="urn:u"><xsd:include schemaLocation="c.xsd"/>',
        output: part('tns:C') + part('u:C'),
      }),
      'c.xsd': common,
    };
    expect(readGiven(two).types).toMatchObject([
      { name: 'C', namespace: 'urn:t', identifier: 'C', fields: [{ type: { identifier: 'C' } }] },
      { name: 'C', namespace: 'urn:u', identifier: 'C_2', fields: [{ type: { identifier: 'C_2' } }] },
    ]);
  });
});

describe('the port', () => {
  const other = '<wsdl:binding name="other" type="tns:type"><soap12:binding style="rpc"/></wsdl:binding>';
  const twoPorts =
    '<wsdl:port name="new" binding="tns:other"/><wsdl:port name="old" binding="tns:binding"><soap:address location="http://old/"/></wsdl:port>';

  it('is the one bound to SOAP 1.1 where another is bound to SOAP 1.2', () => {
    expect(readSlots({ top: other, ports: twoPorts }).address).toBe('http://old/');
  });

  it('is the one in RPC style where another is in document style', () => {
    const top = other.replace('soap12:binding style="rpc"', 'soap:binding style="document"');
    expect(readSlots({ top, ports: twoPorts }).address).toBe('http://old/');
  });

  it('is the one that is asked for', () => {
    const ports = '<wsdl:port name="a" binding="tns:binding"/><wsdl:port name="b" binding="tns:binding"/>';
    expect(readSlots({ ports }, 'b')).toMatchObject({ name: 'S', address: undefined });
  });
});
