import { at, Problem } from '../../../errors/problem.js';
import { isName } from '../../../xml/chars.js';
import { escapeAttribute, escapeText } from '../../../xml/escape.js';
import type { SoapAttributes } from '../../decoder/attributes.js';
import { type Codec, type ValueReader, writeElement } from '../../decoder/codec.js';
import { APACHE_SOAP, SOAP_ENCODING } from '../../decoder/names.js';
import { array } from '../array.js';
import { type AnnouncedArray, announcedArray, fold } from '../matrix.js';
import {
  announcedType,
  expandedName,
  isUnspecific,
  type KnownType,
  KnownTypes,
  resolveTypeName,
  type TypeName,
  typeNameOf,
} from './known-types.js';
import { announcedScalar, type GenericValue, scalarNamed } from './scalar-types.js';

const ANY_TYPE = 'xsd:anyType';

/** Any value. Values of known types are opaque here. */
type Value = GenericValue<{ readonly $type: string; readonly value: unknown }> | null;

/**
 * Creates the codec of an arbitrary value (`xsd:anyType`, a bare `SOAP-ENC:Array`, an Apache `Map`). The value is read
 * according to its `xsi:type` and written with one.
 *
 * @param types - returns the types of the WSDL that a value may have; called on first use
 *
 * @example
 * ```ts
 * import { any, type Codec, type GenericValue } from 'sms-service-client/soap';
 *
 * const AnyValueCodec: Codec<GenericValue> = any();
 * ```
 */
export function any<T extends { readonly $type: string }>(types: () => readonly KnownType[] = () => []): Codec<T> {
  let found: KnownTypes | undefined;
  const known = (): KnownTypes => (found ??= new KnownTypes(types()));
  const items = new Map<string, Codec<unknown>>();
  const codec: Codec<unknown> = {
    type: ANY_TYPE,
    isArray: false,
    write: (name, value) => writeAny(codec, known(), name, value as Value),
    read: (decoder, attributes) => {
      const { tag } = decoder.xml;
      const type = announcedType(tag);
      const announced = announcedArray(tag);
      return readAny({ codec, items, known: known(), decoder, attributes, type, announced });
    },
  };
  return codec as Codec<T>;
}

interface Element {
  readonly codec: Codec<unknown>;
  /** The codec of array items by their announced type. Reused, because values behind references are cached by codec. */
  readonly items: Map<string, Codec<unknown>>;
  readonly known: KnownTypes;
  readonly decoder: ValueReader;
  readonly attributes: SoapAttributes;
  readonly type: TypeName | undefined;
  readonly announced: AnnouncedArray | undefined;
}

function readAny(element: Element): Value {
  const { known, decoder, attributes, type, announced } = element;
  if (attributes.map) return readMap(element);
  const scalar = type && announcedScalar(type);
  if (scalar !== undefined) {
    // Values announced as base64 are read as bytes here, not as text.
    return { $type: scalar.type, value: scalar.read(decoder, { ...attributes, base64: false }) };
  }
  const one = type && known.announced(type);
  if (one !== undefined) return { $type: one[0], value: one[2].read(decoder, attributes) };
  if (announced !== undefined || isArrayName(type)) return readArray(element);
  return readUntyped(element);
}

function isArrayName(type: TypeName | undefined): boolean {
  return type?.uri === SOAP_ENCODING && type.local === 'Array';
}

function readArray(element: Element): Value {
  const { codec, decoder, attributes, announced } = element;
  const { tag, offset } = decoder.xml;
  const itemType = announced?.itemName === undefined ? undefined : resolveTypeName(tag, announced.itemName);
  const item = itemType === undefined ? codec : itemCodec(element, itemType);
  const items = array(ANY_TYPE, item).read(decoder, attributes) as readonly Value[];
  const sizes = announced?.sizes ?? [];
  if (sizes.length < 2) return { $type: 'Array', items };
  const wrap = (inner: readonly unknown[]): Value => ({ $type: 'Array', items: inner as readonly Value[] });
  return wrap(fold(decoder, items, sizes, offset, wrap));
}

function itemCodec({ codec, items, known }: Element, itemType: TypeName): Codec<unknown> {
  // Create codecs for known types only: a document can contain any number of other names.
  const isKnown = announcedScalar(itemType) !== undefined || known.announced(itemType) !== undefined;
  if (!isKnown) return codec;
  const name = expandedName(itemType);
  const item = items.get(name) ?? {
    ...codec,
    read: (decoder: ValueReader, attributes: SoapAttributes) => {
      const { tag } = decoder.xml;
      const type = announcedType(tag) ?? itemType;
      return readAny({ codec, items, known, decoder, attributes, type, announced: announcedArray(tag) });
    },
  };
  items.set(name, item);
  return item;
}

function readMap({ codec, decoder }: Element): Value {
  const { xml } = decoder;
  const entries: [Value, Value][] = [];
  while (xml.nextChild() !== undefined) {
    const entry: { key?: Value; value?: Value } = {};
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      const { local } = tag;
      if (local !== 'key' && local !== 'value') xml.skip();
      else if (entry[local] !== undefined) xml.fail(`an entry of a Map with a second ${local}`);
      else entry[local] = readAt(entries.length, () => decoder.value(codec) as Value);
    }
    const { key, value } = entry;
    if (key === undefined || value === undefined) return xml.fail('an entry of a Map without key or value');
    entries.push([key, value]);
  }
  return { $type: 'Map', entries };
}

function readUntyped({ codec, decoder, type }: Element): Value {
  const { xml } = decoder;
  const name = type === undefined || isUnspecific(type) ? undefined : expandedName(type);
  let value = '';
  let isBlank = true;
  const fields: [string, Value][] = [];
  for (;;) {
    const { position } = xml;
    const token = xml.next();
    if (token === 'text') {
      isBlank &&= xml.value.trim() === '';
      if (fields.length === 0) value += xml.value;
      else if (!isBlank) xml.fail('text where elements are expected', position);
    } else if (token === 'start') {
      if (!isBlank) xml.fail('an element where text is expected', position);
      const { local } = xml.tag;
      fields.push([local, readAt(fields.length, () => decoder.value(codec) as Value)]);
    } else break;
  }
  const isStruct = fields.length > 0 || (type?.uri === SOAP_ENCODING && type.local === 'Struct');
  const named = name === undefined ? {} : { name };
  return isStruct ? { $type: 'Struct', ...named, fields } : { $type: 'Text', ...named, value };
}

function readAt<T>(index: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw at(index, error);
  }
}

function writeAny(codec: Codec<unknown>, known: KnownTypes, name: string, value: Value): string {
  if (typeof value !== 'object' || value === null) throw new Problem('must be an object with a $type');
  const { $type } = value;
  if (typeof $type !== 'string') throw at('$type', new Problem('is missing'));
  const one = known.named($type);
  if (one !== undefined) return written('value', () => writeKnown(one, name, valueIn(value)));
  const scalar = scalarNamed($type);
  if (scalar !== undefined) return written('value', () => scalar.write(name, valueIn(value)));
  switch ($type) {
    case 'Text': {
      const { name: type, value: text } = value as Extract<Value, { $type: 'Text' }>;
      if (typeof text !== 'string') throw at('value', new Problem('must be a string'));
      return `<${name}${ownType(type)}>${written('value', () => escapeText(text))}</${name}>`;
    }
    case 'Array':
      return writeArray(codec, name, (value as Extract<Value, { $type: 'Array' }>).items);
    case 'Map':
      return writeMap(codec, name, (value as Extract<Value, { $type: 'Map' }>).entries);
    case 'Struct': {
      const { name: type, fields } = value as Extract<Value, { $type: 'Struct' }>;
      const start = type === undefined ? ' xsi:type="SOAP-ENC:Struct"' : ownType(type);
      return `<${name}${start}>${writeFields(codec, fields)}</${name}>`;
    }
    default:
      throw at('$type', new Problem('is an unknown type'));
  }
}

function valueIn(value: object): unknown {
  const inside = 'value' in value ? value.value : undefined;
  if (inside === undefined) throw new Problem('is missing');
  if (inside === null) throw new Problem('must not be null. Use null for the complete value');
  return inside;
}

/** Writes a value of a known type. Adds `xsi:type` to a simple type: the codec of a restriction does not write it. */
function writeKnown([, wireName, codec]: KnownType, name: string, value: unknown): string {
  if (codec.text === undefined) return codec.write(name, value);
  return `<${name}${ownType(wireName)}>${codec.text(value)}</${name}>`;
}

/** Writes an `xsi:type` and the declaration of its prefix. */
function ownType(expanded: string | undefined): string {
  if (expanded === undefined) return '';
  const { uri, local } = typeNameOf(expanded);
  if (!isName(local)) throw at('name', new Problem('is not a type name'));
  return uri === ''
    ? ` xmlns="" xsi:type="${local}"`
    : ` xmlns:type="${escapeAttribute(uri)}" xsi:type="type:${local}"`;
}

function writeArray(codec: Codec<unknown>, name: string, items: readonly Value[]): string {
  return written('items', () => {
    if (!Array.isArray(items)) throw new Problem('must be an array');
    const content = items.map((item: Value, index) => written(index, () => writeItem(codec, 'item', item)));
    const type = `${commonType(items)}[${items.length}]`;
    return `<${name} SOAP-ENC:arrayType="${type}" xsi:type="SOAP-ENC:Array">${content.join('')}</${name}>`;
  });
}

/** Returns the simple type that all items share. Some servers know only simple types and need its name. */
function commonType(items: readonly Value[]): string {
  const [first] = items;
  const type = first?.$type ?? ANY_TYPE;
  return type.startsWith('xsd:') && items.every((item) => item?.$type === type) ? type : ANY_TYPE;
}

function writeMap(codec: Codec<unknown>, name: string, entries: readonly (readonly [Value, Value])[]): string {
  return written('entries', () => {
    if (!Array.isArray(entries)) throw new Problem('must be an array');
    const items = entries.map((entry: unknown, index) =>
      written(index, () => {
        if (!Array.isArray(entry) || entry.length !== 2) throw new Problem('must be a key and a value');
        const [key, value] = entry as [Value, Value];
        const parts =
          written(0, () => writeItem(codec, 'key', key)) + written(1, () => writeItem(codec, 'value', value));
        return `<item>${parts}</item>`;
      }),
    );
    return `<${name} xmlns:apachesoap="${APACHE_SOAP}" xsi:type="apachesoap:Map">${items.join('')}</${name}>`;
  });
}

function writeFields(codec: Codec<unknown>, fields: readonly (readonly [string, Value])[]): string {
  return written('fields', () => {
    if (!Array.isArray(fields)) throw new Problem('must be an array');
    const items = fields.map((field: unknown, index) =>
      written(index, () => {
        if (!Array.isArray(field) || field.length !== 2) throw new Problem('must be a name and a value');
        const [name, value] = field as [unknown, Value];
        if (typeof name !== 'string' || !isName(name) || name.includes(':')) {
          throw at(0, new Problem('is not a field name'));
        }
        return written(1, () => writeItem(codec, name, value));
      }),
    );
    return items.join('');
  });
}

function writeItem(codec: Codec<unknown>, name: string, value: Value | undefined): string {
  if (value === undefined) throw new Problem('is missing');
  return writeElement(codec, name, value);
}

function written<T>(segment: string | number, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw at(segment, error);
  }
}
