import { at, Problem } from '../../errors/problem.js';
import type { StartTag } from '../../xml/tag.js';
import { tooMany } from '../decoder/array-items.js';
import type { SoapAttributes } from '../decoder/attributes.js';
import { type Codec, type Field, type StructCodec, type ValueReader, writeElement } from '../decoder/codec.js';
import { isXsi, SOAP_ENCODING, SOAP_ENVELOPE } from '../decoder/names.js';
import { checkRead, checkWritten, type Member, type Members, memberOf, type NamedMember } from './members.js';
import { type FieldCodecs, FieldTable, type RecordMaker } from './struct.js';

const UNNAMED = 'xsd:anyType';

/**
 * Creates the codec of a struct with required fields, repeated elements or attributes. For a struct of optional
 * elements only, use `struct`.
 *
 * @typeParam T - inferred from the expected type of the result, so that the fields are checked against it
 * @param type - its `xsi:type`, with the service's prefix; empty for a type without a name
 * @param members - the fields, in the order in which they are written
 * @param maker - creates a record from the values of the fields in that order; written by the generator
 *
 * @example
 * ```ts
 * import { int, optional, record, repeated, required, type StructCodec, string } from 'sms-service-client/soap';
 *
 * interface Order {
 *   readonly id: number;
 *   readonly note?: string | undefined;
 *   readonly lines: readonly string[];
 * }
 * const OrderCodec: StructCodec<Order> = record('ns1:Order', {
 *   id: required(int),
 *   note: optional(string),
 *   lines: repeated(string),
 * });
 * ```
 */
export function record<T>(type: string, members: NoInfer<Members<T>>, maker?: NoInfer<RecordMaker<T>>): StructCodec<T> {
  const entries = Object.entries<Member<unknown> | Codec<unknown>>(members as never);
  const named = entries.map(([name, member]): NamedMember => ({ ...memberOf(member), name }));
  const fields = new MemberTable<T>(named, maker);
  const start = type === '' ? '' : ` xsi:type="${type}"`;
  return {
    type: type === '' ? UNNAMED : type,
    isArray: false,
    fields,
    write: (name, value) => {
      const { attributes, content } = fields.writeMembers(value);
      return `<${name}${start}${attributes}>${content}</${name}>`;
    },
    read: (decoder, attributes) => fields.readElement(decoder, attributes),
  };
}

/** The members of a record: fields with cardinality that may also be attributes, lists or the text of the element. */
class MemberTable<T> extends FieldTable<T> {
  readonly #members: readonly NamedMember[];
  readonly #elements = new Map<string, Field>();
  readonly #attributes = new Map<string, number>();
  readonly #content: number;
  readonly #isPlain: boolean;

  constructor(members: readonly NamedMember[], maker: RecordMaker<T> | undefined) {
    super(codecsOf(members), maker);
    this.#members = members;
    this.#isPlain = members.every(({ place }) => place === 'element');
    this.#content = members.findIndex(({ place }) => place === 'content');
    for (const [index, { name, place, codec, wireName = name }] of members.entries()) {
      if (place === 'attribute') this.#attributes.set(wireName.slice(wireName.indexOf(':') + 1), index);
      else if (place !== 'content') this.#elements.set(wireName, { name, index, codec });
    }
  }

  // Record patterns support neither lists nor attributes.
  override get hasLists(): boolean {
    return !this.#isPlain || super.hasLists;
  }

  override find(name: string): Field | undefined {
    return this.#elements.get(name);
  }

  override make(values: readonly unknown[]): T {
    return super.make(checkRead(this.#members, this.#isPlain ? values : this.#withLists(values)));
  }

  #withLists(values: readonly unknown[]): readonly unknown[] {
    return this.#members.map(({ place, isNillable }, index) => {
      const value = values[index];
      if (place !== 'elements') return value;
      return value === undefined || (!isNillable && isOneNil(value)) ? [] : value;
    });
  }

  /** Writes the attributes and the content. @throws Problem for an invalid value, a missing one, or an unknown key */
  writeMembers(value: T): { readonly attributes: string; readonly content: string } {
    const record = this.checkedRecord(value);
    checkWritten(this.#members, record);
    let attributes = '';
    let content = '';
    for (const member of this.#members) {
      const field = Object.hasOwn(record, member.name) ? record[member.name] : undefined;
      if (field === undefined) continue;
      const { place, codec, wireName = member.name } = member;
      try {
        if (place === 'attribute') attributes += ` ${wireName}="${attributeText(codec, field)}"`;
        else if (place === 'elements') content += writeItems(member, wireName, field);
        else if (place === 'content') content += codec.text?.(field) ?? '';
        else content += writeElement(codec, wireName, field);
      } catch (error) {
        throw at(member.name, error);
      }
    }
    return { attributes, content };
  }

  readElement(decoder: ValueReader, attributes: SoapAttributes): T {
    const values = this.#attributeValues(decoder.xml.tag);
    const content = this.#members[this.#content];
    if (content === undefined) return this.read(decoder, attributes.map, values);
    try {
      values[this.#content] = content.codec.read(decoder, attributes);
    } catch (error) {
      throw at(content.name, error);
    }
    return this.make(values);
  }

  override readFieldsOnly(decoder: ValueReader): T {
    if (this.#content !== -1) decoder.xml.fail('has no fields');
    return super.readFieldsOnly(decoder, this.#attributeValues(decoder.xml.tag));
  }

  protected override readField(decoder: ValueReader, values: unknown[], field: Field | undefined): void {
    if (field === undefined || this.#members[field.index]?.place !== 'elements') {
      super.readField(decoder, values, field);
      return;
    }
    const { name, index, codec } = field;
    const items = (values[index] ??= []) as unknown[];
    try {
      if (items.length >= decoder.limits.maxArrayItems) tooMany(decoder);
      const item = readItem(decoder, field, items.length);
      const hasNil = item === null || items[0] === null;
      if (hasNil && this.#members[index]?.isNillable === false && items.length > 0) {
        throw at(item === null ? items.length : 0, new Problem('must not be nil', { xsdType: codec.type }));
      }
      items.push(item);
    } catch (error) {
      throw at(name, error);
    }
  }

  #attributeValues(tag: StartTag): unknown[] {
    const values = this.absentValues();
    if (this.#attributes.size === 0) return values;
    for (const { local, uri, value } of tag.attributes) {
      const index = this.#attributes.get(local);
      // Attributes defined by SOAP or XML Schema are not fields.
      if (index === undefined || isXsi(uri) || uri === SOAP_ENCODING || uri === SOAP_ENVELOPE) continue;
      const { name, codec } = this.#members[index] as NamedMember;
      try {
        if (values[index] !== undefined) throw new Problem('occurs twice');
        values[index] = codec.parse?.(value);
      } catch (error) {
        const problem = error instanceof Problem ? new Problem(error.message, { xsdType: codec.type }) : error;
        throw at(name, problem);
      }
    }
    return values;
  }
}

function codecsOf<T>(members: readonly NamedMember[]): FieldCodecs<T> {
  // Not assigned: that would set the prototype for a field called `__proto__`.
  return Object.fromEntries(members.map(({ name, codec }) => [name, codec])) as FieldCodecs<T>;
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

function writeItems({ codec, isNillable }: NamedMember, name: string, values: unknown): string {
  if (!Array.isArray(values)) throw new Problem('must be an array');
  let items = '';
  for (let index = 0; index < values.length; index++) {
    const value: unknown = values[index];
    try {
      if (value === undefined) throw new Problem('is missing');
      if (value === null && !isNillable) throw new Problem('must not be null');
      items += writeElement(codec, name, value);
    } catch (error) {
      throw at(index, error);
    }
  }
  return items;
}

/** Text of a simple type is already escaped for element content. Attributes need more. */
const MORE_REFERENCES: Readonly<Record<string, string>> = { '"': '&quot;', '\t': '&#9;', '\n': '&#10;' };

function attributeText(codec: Codec<unknown>, value: unknown): string {
  const text = codec.text?.(value) ?? '';
  const plain = text.startsWith('<![CDATA[') ? text.slice(9, -3) : text;
  return plain.replace(/["\t\n]/g, (character) => MORE_REFERENCES[character] ?? character);
}
