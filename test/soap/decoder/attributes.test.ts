import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { type SoapAttributes, soapAttributes } from '../../../src/soap/decoder/attributes.js';
import { XmlReader } from '../../../src/xml/reader.js';
import { XmlSource } from '../../../src/xml/source.js';
import type { StartTag } from '../../../src/xml/tag.js';

const NAMESPACES =
  'xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/"' +
  ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:i2000="http://www.w3.org/2000/10/XMLSchema-instance"' +
  ' xmlns:i1999="http://www.w3.org/1999/XMLSchema-instance" xmlns:s="http://www.w3.org/2001/XMLSchema"' +
  ' xmlns:s2000="http://www.w3.org/2000/10/XMLSchema" xmlns:s1999="http://www.w3.org/1999/XMLSchema"' +
  ' xmlns:a="http://xml.apache.org/xml-soap" xmlns:t="urn:t"';

/** The attributes of a tag with its `id` and `href`. */
type Meaning = SoapAttributes & Pick<StartTag, 'id' | 'href'>;

const NOTHING: Meaning = {
  nil: false,
  href: undefined,
  id: undefined,
  root: undefined,
  base64: false,
  map: false,
  offset: undefined,
  position: undefined,
  mustUnderstand: false,
  actor: undefined,
};

/** Reads the attributes of consecutive elements of one document. */
function meaning(elements: readonly string[], shortcuts: 'all' | 'none' = 'all', around: string = ''): Meaning[] {
  const document = `<r ${NAMESPACES} ${around}>${elements.join('')}</r>`;
  const xml = new XmlReader(new XmlSource(Buffer.from(document)), { maxDepth: 9, maxAttributes: 99, shortcuts });
  xml.next();
  return elements.map(() => {
    const tag = xml.nextChild();
    if (tag === undefined) throw new Error('no element');
    const attributes = soapAttributes(tag);
    // The result is cached on the tag.
    expect(soapAttributes(tag)).toEqual(attributes);
    xml.skip();
    return { ...attributes, id: tag.id, href: tag.href };
  });
}

const one = (attributes: string, around?: string): Meaning | undefined =>
  meaning([`<x ${attributes}/>`], 'all', around)[0];

describe('the attributes of an element mean', () => {
  it.each<[string, Partial<Meaning>]>([
    ['', {}],
    ['i:nil="true"', { nil: true }],
    ['i:nil="1"', { nil: true }],
    ['i:null="1"', { nil: true }],
    ['i2000:null="true"', { nil: true }],
    ['i1999:null="1"', { nil: true }],
    ['href="#a"', { href: '#a' }],
    ['id="a"', { id: 'a' }],
    ['id="a" href="#b"', { id: 'a', href: '#b' }],
    ['c:root="0"', { root: '0' }],
    ['c:offset="[7]"', { offset: 7 }],
    ['c:position="[0]"', { position: 0 }],
    ['c:position="[4294967296]"', { position: 4_294_967_296 }],
    ['i:type="s:base64Binary"', { base64: true }],
    ['i2000:type="s2000:base64Binary"', { base64: true }],
    ['i:type="c:base64"', { base64: true }],
    ['i:type="a:Map"', { map: true }],
    ['e:mustUnderstand="1"', { mustUnderstand: true }],
    ['e:mustUnderstand="true" e:actor=" urn:x "', { mustUnderstand: true, actor: 'urn:x' }],
  ])('%s', (attributes, meant) => {
    expect(one(attributes)).toEqual({ ...NOTHING, ...meant });
  });

  it('what a type without a prefix means in the default namespace', () => {
    expect(one('i:type="Map"', 'xmlns="http://xml.apache.org/xml-soap"')).toEqual({ ...NOTHING, map: true });
    expect(one('i:type="base64Binary"', 'xmlns="http://www.w3.org/2001/XMLSchema"')).toEqual({
      ...NOTHING,
      base64: true,
    });
  });
});

describe('the attributes of an element mean nothing', () => {
  it.each([
    // Another value.
    'i:nil="false"',
    'i:nil="TRUE"',
    'i:nil="11"',
    'e:mustUnderstand="0"',
    // Another type.
    'i:type="s:Map"',
    'i:type="a:base64Binary"',
    'i:type="c:base64Map"',
    'i:type="t:base64"',
    'i:type="unbound:Map"',
    'i:type="Map"',
    'i:type=""',
    // Another namespace.
    'nil="true"',
    't:nil="true"',
    't:href="#a"',
    't:id="a"',
    'xml:id="a"',
    'root="1"',
    'offset="[1]"',
    't:position="[1]"',
    'type="a:Map"',
    'mustUnderstand="1"',
    'actor="urn:x"',
    // Another name.
    'i:nill="true"',
    'i:schemaLocation="a:Map"',
    'HREF="#a"',
    'ID="a"',
  ])('%s', (attributes) => {
    expect(one(attributes)).toEqual(NOTHING);
  });
});

it.each(['', '1', '[]', '[-1]', '[+1]', '[x]', '[1', '1]', '[1] 2', '0[1]', '(1]', '[1)', '[1,2]', '[12345678901]'])(
  'an index of an array is refused: %j',
  (index) => {
    for (const name of ['offset', 'position']) {
      expect(() => one(`c:${name}="${index}"`)).toThrow(new Problem('an array index that is not of the form [n]'));
    }
  },
);
