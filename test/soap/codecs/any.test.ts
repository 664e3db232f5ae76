import { describe, expect, it } from 'vitest';
import { array } from '../../../src/soap/codecs/array.js';
import { required } from '../../../src/soap/codecs/members.js';
import { record } from '../../../src/soap/codecs/record.js';
import { int, token } from '../../../src/soap/codecs/scalars.js';
import { any } from '../../../src/soap/codecs/typed/any.js';
import type { KnownType } from '../../../src/soap/codecs/typed/known-types.js';
import type { GenericValue } from '../../../src/soap/codecs/typed/scalar-types.js';
import { readElement } from '../../support/read-element.js';

interface User {
  readonly id: number;
}
type Known = { readonly $type: 'User'; readonly value: User } | { readonly $type: 'Color'; readonly value: string };
const TYPES: readonly KnownType[] = [
  ['User', '{urn:sms-service}User', record<User>('ns1:User', { id: required(int) })],
  ['Color', '{urn:sms-service}Color', token],
  ['Ids', '{urn:sms-service}Ids', array('ns1:Ids', int)],
];
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const ANY = any<GenericValue<Known>>(() => TYPES);
const problem = (message: string, path: string): object => expect.objectContaining({ message, path });

/** Both directions: what is written, and read again. */
const PAIRS: readonly (readonly [GenericValue<Known>, string])[] = [
  [{ $type: 'xsd:int', value: 5 }, '<v xsi:type="xsd:int">5</v>'],
  [{ $type: 'xsd:long', value: 5n }, '<v xsi:type="xsd:long">5</v>'],
  [{ $type: 'xsd:string', value: '<' }, '<v xsi:type="xsd:string">&lt;</v>'],
  [{ $type: 'xsd:boolean', value: true }, '<v xsi:type="xsd:boolean">true</v>'],
  [{ $type: 'xsd:gYear', value: '2026' }, '<v xsi:type="xsd:gYear">2026</v>'],
  [{ $type: 'Text', value: ' a ' }, '<v> a </v>'],
  [{ $type: 'Text', name: '{urn:a"b}T', value: 'x' }, '<v xmlns:type="urn:a&quot;b" xsi:type="type:T">x</v>'],
  [{ $type: 'Text', name: 'T', value: 'x' }, '<v xmlns="" xsi:type="T">x</v>'],
  [
    {
      $type: 'Array',
      items: [
        { $type: 'xsd:int', value: 1 },
        { $type: 'xsd:int', value: 2 },
      ],
    },
    '<v SOAP-ENC:arrayType="xsd:int[2]" xsi:type="SOAP-ENC:Array">' +
      '<item xsi:type="xsd:int">1</item><item xsi:type="xsd:int">2</item></v>',
  ],
  [
    { $type: 'Array', items: [{ $type: 'xsd:int', value: 1 }, null, { $type: 'User', value: { id: 2 } }] },
    '<v SOAP-ENC:arrayType="xsd:anyType[3]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:int">1</item>' +
      '<item xsi:type="xsd:anyType" xsi:nil="true"/>' +
      '<item xsi:type="ns1:User"><id xsi:type="xsd:int">2</id></item></v>',
  ],
  [
    { $type: 'Map', entries: [[{ $type: 'xsd:string', value: 'k' }, null]] },
    '<v xmlns:apachesoap="http://xml.apache.org/xml-soap" xsi:type="apachesoap:Map"><item>' +
      '<key xsi:type="xsd:string">k</key><value xsi:type="xsd:anyType" xsi:nil="true"/></item></v>',
  ],
  [
    {
      $type: 'Struct',
      fields: [
        ['a', { $type: 'Text', value: 'x' }],
        ['a', null],
      ],
    },
    '<v xsi:type="SOAP-ENC:Struct"><a>x</a><a xsi:type="xsd:anyType" xsi:nil="true"/></v>',
  ],
  [
    { $type: 'Struct', name: '{urn:x}S', fields: [['a', { $type: 'xsd:int', value: 1 }]] },
    '<v xmlns:type="urn:x" xsi:type="type:S"><a xsi:type="xsd:int">1</a></v>',
  ],
  [{ $type: 'User', value: { id: 1 } }, '<v xsi:type="ns1:User"><id xsi:type="xsd:int">1</id></v>'],
  [{ $type: 'Color', value: 'red' }, '<v xmlns:type="urn:sms-service" xsi:type="type:Color">red</v>'],
];

describe('any value', () => {
  it.each(PAIRS)('%o is written and read', (value, element) => {
    expect(ANY.write('v', value)).toBe(element);
    expect(readElement(ANY, element)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ['<v xsi:nil="1"/>', null],
    ['<v/>', { $type: 'Text', value: '' }],
    ['<v xsi:type="xsd:anyType">x</v>', { $type: 'Text', value: 'x' }],
    ['<v xsi:type="nowhere:T">x</v>', { $type: 'Text', value: 'x' }],
    ['<v>\n <a>1</a> <!-- --> </v>', { $type: 'Struct', fields: [['a', { $type: 'Text', value: '1' }]] }],
    ['<v xsi:type="SOAP-ENC:int"> 5 </v>', { $type: 'xsd:int', value: 5 }],
    [`<e:int xmlns:e="${ENCODING}">5</e:int>`, { $type: 'xsd:int', value: 5 }],
    ['<v xsi:type="xsd:base64Binary">YQ==</v>', { $type: 'xsd:base64Binary', value: Buffer.from('a') }],
    [
      '<v xmlns:x="http://www.w3.org/1999/XMLSchema" xsi:type="x:timeInstant">2001-01-01T00:00:00Z</v>',
      { $type: 'xsd:dateTime', value: '2001-01-01T00:00:00Z' },
    ],
    // Items have the type that their array announces, unless they say another one.
    [
      '<v SOAP-ENC:arrayType="xsd:int[2]"><i>1</i><i xsi:type="xsd:string">a</i></v>',
      {
        $type: 'Array',
        items: [
          { $type: 'xsd:int', value: 1 },
          { $type: 'xsd:string', value: 'a' },
        ],
      },
    ],
    [
      '<v SOAP-ENC:arrayType="xsd:int[2,1]"><i>1</i><i>2</i></v>',
      {
        $type: 'Array',
        items: [
          { $type: 'Array', items: [{ $type: 'xsd:int', value: 1 }] },
          { $type: 'Array', items: [{ $type: 'xsd:int', value: 2 }] },
        ],
      },
    ],
    [
      '<v xsi:type="SOAP-ENC:Array"><i>x</i><j SOAP-ENC:position="[2]"/></v>',
      { $type: 'Array', items: [{ $type: 'Text', value: 'x' }, null, { $type: 'Text', value: '' }] },
    ],
    [
      '<v xsi:type="apache:Map"><item><value xsi:type="xsd:int">1</value><key>k</key></item></v>',
      {
        $type: 'Map',
        entries: [
          [
            { $type: 'Text', value: 'k' },
            { $type: 'xsd:int', value: 1 },
          ],
        ],
      },
    ],
    [
      '<v><a href="#x"/><b id="x" xsi:type="xsd:int">5</b></v>',
      {
        $type: 'Struct',
        fields: [
          ['a', { $type: 'xsd:int', value: 5 }],
          ['b', { $type: 'xsd:int', value: 5 }],
        ],
      },
    ],
  ])('%s is read', (element, wanted) => {
    expect(readElement(ANY, element)).toEqual(wanted);
  });

  it.each([
    ['<v xsi:type="xsd:int">x</v>', 'must be a whole number', ''],
    ['<v><a/>text</v>', 'text where elements are expected', ''],
    ['<v><a xsi:type="ns1:User"/></v>', 'is missing', '[0].id'],
    ['<v id="x"><a href="#x"/></v>', 'a circular reference', '[0]'],
    ['<v xsi:type="apache:Map"><item><key>k</key></item></v>', 'an entry of a Map without key or value', ''],
    ['<v SOAP-ENC:arrayType="xsd:int[2,2]"><i>1</i></v>', 'an array of 2 × 2 items with 1 items', ''],
  ])('%s is refused: %s', (element, message, path) => {
    expect(() => readElement(ANY, element)).toThrow(problem(message, path));
  });
  it('has names of types that a document makes up, which cost no memory', () => {
    const arrays = Array.from({ length: 5 }, (_, index) => `<a SOAP-ENC:arrayType="ns1:Z${index}[1]"><i>1</i></a>`);
    expect(readElement(ANY, `<v>${arrays.join('')}</v>`)).toMatchObject({
      fields: arrays.map(() => ['a', { $type: 'Array', items: [{ $type: 'Text', value: '1' }] }]),
    });
  });

  it('is nested as deeply as a document may be, and no deeper', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(readElement(ANY, nested(200))).toMatchObject({ $type: 'Struct' });
    expect(() => readElement(ANY, nested(300))).toThrow(/256/);
    expect(() => readElement(ANY, nested(5000), { maxDepth: 100_000 })).toThrow(/more than 512 nested values/);
  });

  it.each<[unknown, string, string]>([
    [5, 'must be an object with a $type', ''],
    [{}, 'is missing', '$type'],
    [{ $type: 'Nothing' }, 'is an unknown type', '$type'],
    [{ $type: '__proto__' }, 'is an unknown type', '$type'],
    [{ $type: 'xsd:int', value: null }, 'must not be null. Use null for the complete value', 'value'],
    [{ $type: 'xsd:int', value: 'x' }, 'must be a whole number', 'value'],
    [{ $type: 'User', value: {} }, 'is missing', 'value.id'],
    [{ $type: 'Text', name: '{a}b c', value: '' }, 'is not a type name', 'name'],
    [{ $type: 'Array', items: [5] }, 'must be an object with a $type', 'items[0]'],
    [{ $type: 'Map', entries: [[null]] }, 'must be a key and a value', 'entries[0]'],
    [{ $type: 'Struct', fields: [['a b', null]] }, 'is not a field name', 'fields[0][0]'],
    [
      { $type: 'Struct', fields: [['a', { $type: 'xsd:int', value: 1.5 }]] },
      'must be a whole number',
      'fields[0][1].value',
    ],
  ])('%j is not written: %s', (value, message, path) => {
    expect(() => ANY.write('v', value as never)).toThrow(problem(message, path));
  });

  it('is read in a time that grows with the white space between its elements, not with its square', () => {
    const count = 200_000;
    const spaced = readElement(ANY, `<v>${'\n   <a>1</a>'.repeat(count)}</v>`) as Extract<
      GenericValue,
      { $type: 'Struct' }
    >;
    expect(spaced.fields).toHaveLength(count);
  });

  it('without types of a WSDL is one of the built-in ones', () => {
    const plain = any<GenericValue>();
    expect(readElement(plain, '<v xsi:type="ns1:User"><id xsi:type="xsd:int">1</id></v>')).toEqual({
      $type: 'Struct',
      name: '{urn:sms-service}User',
      fields: [['id', { $type: 'xsd:int', value: 1 }]],
    });
  });
});
