import { at, Problem } from '../../../errors/problem.js';
import { notKnown } from '../../../options/names.js';
import type { StartTag } from '../../../xml/tag.js';
import type { SoapAttributes } from '../../decoder/attributes.js';
import { type Field, type Fields, type ValueReader, writeElement } from '../../decoder/codec.js';
import { tooMany } from '../../decoder/items/array-items.js';
import { isXsi, SOAP_ENCODING, SOAP_ENVELOPE } from '../../decoder/names.js';
import { eachMapEntry } from '../map.js';
import type { RecordMaker } from '../struct.js';
import { checkRead, checkWritten, type NamedMember } from './checks.js';

interface WrittenRecord {
  readonly attributes: string;
  readonly content: string;
}

export class MemberTable<T> implements Fields<T> {
  readonly names: readonly string[];
  readonly #members: readonly NamedMember[];
  readonly #elements: ReadonlyMap<string, Field>;
  readonly #attributes: ReadonlyMap<string, number>;
  readonly #content: number;
  readonly #pattern: Record<string, unknown> = {};
  readonly #maker: ((...values: readonly unknown[]) => T) | undefined;

  constructor(members: readonly NamedMember[], maker: RecordMaker<T> | undefined) {
    this.#members = members;
    this.#maker = maker as ((...values: readonly unknown[]) => T) | undefined;
    this.names = members.map(({ name }) => name);
    const elements = new Map<string, Field>();
    const attributes = new Map<string, number>();
    for (const [index, { name, place, codec, wireName = name }] of members.entries()) {
      if (place === 'attribute') attributes.set(localOf(wireName), index);
      else if (place !== 'content') elements.set(wireName, { name, index, codec });
      // `defineProperty`, because assigning to a field called `__proto__` would set the prototype.
      Object.defineProperty(this.#pattern, name, { value: undefined, enumerable: true, writable: true });
    }
    this.#elements = elements;
    this.#attributes = attributes;
    this.#content = members.findIndex(({ place }) => place === 'content');
  }

  // True for every table, because record patterns support neither lists nor attributes.
  get hasLists(): boolean {
    return true;
  }

  find(name: string): Field | undefined {
    return this.#elements.get(name);
  }

  absentValues(): unknown[] {
    return this.#members.map(() => undefined);
  }

  make(values: readonly unknown[]): T {
    const all = this.#members.map(({ place, codec, isNillable }, index) => {
      const value = values[index];
      if (value === undefined) return place === 'elements' || codec.isArray ? [] : value;
      return place === 'elements' && !isNillable && isOneNil(value) ? [] : value;
    });
    const complete = checkRead(this.#members, all);
    if (this.#maker !== undefined) return this.#maker(...complete);
    const record: Record<string, unknown> = { ...this.#pattern };
    for (const [index, { name }] of this.#members.entries()) record[name] = complete[index];
    return record as T;
  }

  /** Writes a record. @throws Problem for an invalid value, a missing one, or an unknown key */
  write(value: T): WrittenRecord {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('is not an object');
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      if (!Object.hasOwn(this.#pattern, key)) throw at(key, new Problem(notKnown(this.#pattern, key)));
    }
    checkWritten(this.#members, record);
    let attributes = '';
    let content = '';
    for (const member of this.#members) {
      const field = Object.hasOwn(record, member.name) ? record[member.name] : undefined;
      if (field === undefined) continue;
      try {
        if (member.place === 'attribute') attributes += ` ${nameOf(member)}="${attributeText(member, field)}"`;
        else if (member.place === 'elements') content += writeItems(member, field);
        else if (member.place === 'content') content += member.codec.text?.(field) ?? '';
        else content += writeElement(member.codec, nameOf(member), field);
      } catch (error) {
        throw at(member.name, error);
      }
    }
    return { attributes, content };
  }

  /** Reads the current element through its end; unknown children and attributes are skipped. */
  read(decoder: ValueReader, attributes: SoapAttributes): T {
    const values = this.absentValues();
    this.#readAttributes(decoder.xml.tag, values);
    const content = this.#members[this.#content];
    if (content !== undefined) {
      try {
        values[this.#content] = content.codec.read(decoder, attributes);
      } catch (error) {
        throw at(content.name, error);
      }
    } else if (attributes.map) eachMapEntry(decoder, (key) => this.#readElement(decoder, values, this.find(key)));
    else this.#readChildren(decoder, values, false);
    return this.make(values);
  }

  readFieldsOnly(decoder: ValueReader): T {
    const values = this.absentValues();
    this.#readAttributes(decoder.xml.tag, values);
    if (this.#content !== -1) decoder.xml.fail('has no fields');
    this.#readChildren(decoder, values, true);
    return this.make(values);
  }

  #readChildren(decoder: ValueReader, values: unknown[], fieldsOnly: boolean): void {
    const { xml } = decoder;
    let isEmpty = true;
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      isEmpty = false;
      const field = this.find(tag.local);
      if (field === undefined && fieldsOnly) xml.fail('holds what is no field');
      this.#readElement(decoder, values, field);
    }
    if (isEmpty && fieldsOnly) xml.fail('has no fields');
  }

  #readElement(decoder: ValueReader, values: unknown[], field: Field | undefined): void {
    if (field === undefined) {
      decoder.xml.skip();
      return;
    }
    const { name, index, codec } = field;
    const { place, isNillable } = this.#members[index] as NamedMember;
    try {
      if (place !== 'elements') {
        if (values[index] !== undefined) decoder.xml.fail('stands twice');
        values[index] = decoder.value(codec);
        return;
      }
      const items = (values[index] ??= []) as unknown[];
      if (items.length >= decoder.limits.maxArrayItems) tooMany(decoder);
      const item = readItem(decoder, field, items.length);
      const hasNil = item === null || items[0] === null;
      if (hasNil && !isNillable && items.length > 0) {
        throw at(item === null ? items.length : 0, new Problem('must not be nil', { xsdType: codec.type }));
      }
      items.push(item);
    } catch (error) {
      throw at(name, error);
    }
  }

  #readAttributes(tag: StartTag, values: unknown[]): void {
    if (this.#attributes.size === 0) return;
    for (const { local, uri, value } of tag.attributes) {
      const index = this.#attributes.get(local);
      // Attributes defined by SOAP or XML Schema are not fields.
      if (index === undefined || isXsi(uri) || uri === SOAP_ENCODING || uri === SOAP_ENVELOPE) continue;
      const { name, codec } = this.#members[index] as NamedMember;
      try {
        if (values[index] !== undefined) throw new Problem('stands twice');
        values[index] = codec.parse?.(value);
      } catch (error) {
        const problem = error instanceof Problem ? new Problem(error.message, { xsdType: codec.type }) : error;
        throw at(name, problem);
      }
    }
  }
}

function readItem(decoder: ValueReader, { codec }: Field, index: number): unknown {
  try {
    return decoder.value(codec);
  } catch (error) {
    throw at(index, error);
  }
}

function isOneNil(list: unknown): boolean {
  return Array.isArray(list) && list.length === 1 && list[0] === null;
}

function writeItems(member: NamedMember, values: unknown): string {
  if (!Array.isArray(values)) throw new Problem('is not an array');
  let items = '';
  for (let index = 0; index < values.length; index++) {
    const value: unknown = values[index];
    try {
      if (value === undefined) throw new Problem('is missing');
      if (value === null && !member.isNillable) throw new Problem('must not be null');
      items += writeElement(member.codec, nameOf(member), value);
    } catch (error) {
      throw at(index, error);
    }
  }
  return items;
}

/** Text of a simple type is already escaped for element content. Attributes need more. */
const MORE_REFERENCES: Readonly<Record<string, string>> = { '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

function attributeText({ codec }: NamedMember, value: unknown): string {
  const text = codec.text?.(value) ?? '';
  const plain = text.startsWith('<![CDATA[') ? text.slice(9, -3) : text;
  return plain.replace(/["\t\n]/g, (character) => MORE_REFERENCES[character] ?? character);
}

function nameOf({ name, wireName = name }: NamedMember): string {
  return wireName;
}

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
