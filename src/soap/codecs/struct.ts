import { at, Problem } from '../../errors/problem.js';
import { notKnown } from '../../options/names.js';
import type { Bookmark } from '../../xml/reader.js';
import type { Steps } from '../../xml/reading-time.js';
import type { StartTag } from '../../xml/tag.js';
import {
  type Codec,
  type Field,
  type Fields,
  type StructCodec,
  type ValueReader,
  writeElement,
} from '../decoder/codec.js';
import { noteFound } from './found-instead.js';
import { eachMapEntry } from './map.js';

/** For each field of `T` the codec of its value. */
export type FieldCodecs<T> = { readonly [K in keyof T]-?: Codec<NonNullable<T[K]>> };

/** Makes a record of the values of all its fields, in the order of the fields. */
export type RecordMaker<T> = (...values: never[]) => T;

/** The fields of a struct or the parts of a message: both are read by name and written in the WSDL's order. */
export class FieldTable<T> implements Fields<T> {
  readonly #fields: readonly Field[];
  readonly #byName: ReadonlyMap<string, Field>;
  readonly #byFoldedName: Map<string, Field> = new Map();
  #listFields: readonly Field[] | undefined;
  readonly #absentValues: readonly unknown[];
  readonly #pattern: Record<string, unknown> = {};
  readonly #maker: ((...values: readonly unknown[]) => T) | undefined;
  /** Reads the first field under another name; see {@link acceptingUnnamedFirst}. */
  #unnamed: Codec<unknown> | undefined;

  /** @param maker - a literal is the fastest way to make a record; without one it is put together field by field */
  constructor(codecs: FieldCodecs<T>, maker?: RecordMaker<T>) {
    this.#maker = maker as ((...values: readonly unknown[]) => T) | undefined;
    this.#fields = Object.entries<unknown>(codecs).map(([name, codec], index) => ({
      name,
      index,
      codec: codec as Codec<unknown>,
    }));
    this.#absentValues = this.#fields.map(() => undefined);
    this.#byName = new Map(this.#fields.map((field) => [field.name, field]));
    for (const { name } of this.#fields) {
      // Defined, not assigned: a field may be called `__proto__`.
      Object.defineProperty(this.#pattern, name, { value: undefined, enumerable: true, writable: true });
    }
  }

  /** Lets names be found whose letters differ only in case, where no name fits exactly. */
  ignoringCase(): this {
    for (const field of this.#fields) this.#byFoldedName.set(field.name.toLowerCase(), field);
    return this;
  }

  /**
   * Lets the first child be the first field whatever its name is (SOAP 1.1 section 7.1: that of the return value is not
   * significant), where no field has that name, the first field is nowhere else, and what stands there fits its type.
   */
  acceptingUnnamedFirst(): this {
    const first = this.#fields[0]?.codec;
    if (first !== undefined) this.#unnamed = strictCodec(first);
    return this;
  }

  /** Tells whether the first child may be the first field whatever its name is. */
  get acceptsUnnamedFirst(): boolean {
    return this.#unnamed !== undefined;
  }

  /** The names of the fields, in their order. */
  get names(): readonly string[] {
    return this.#fields.map(({ name }) => name);
  }

  /** The name of the first field. */
  get firstName(): string | undefined {
    return this.#fields[0]?.name;
  }

  /**
   * Writes all fields in order; absent ones are left out.
   *
   * @param required - every field must be there (it may be `null`)
   * @throws Problem for a wrong value, a missing field, or a key that is no field
   */
  write(value: T, required: boolean): string {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('is not an object');
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      if (!Object.hasOwn(this.#pattern, key)) throw at(key, new Problem(notKnown(this.#pattern, key)));
    }
    let written = '';
    for (const { name, codec } of this.#fields) {
      const field = Object.hasOwn(record, name) ? record[name] : undefined;
      if (required && field === undefined) throw at(name, new Problem('is missing'));
      try {
        written += writeElement(codec, name, field);
      } catch (error) {
        throw at(name, error);
      }
    }
    return written;
  }

  /** Reads the children of the current element through its end; unknown ones are passed over. */
  read(decoder: ValueReader, isMap: boolean): T {
    const { xml } = decoder;
    const values = this.absentValues();
    if (isMap) {
      eachMapEntry(decoder, (key) => this.#readField(decoder, values, this.find(key)));
      return this.#complete(values);
    }
    const element = xml.tag;
    let unknown: StartTag | undefined;
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) unknown ??= tag;
      this.#readField(decoder, values, field);
    }
    const record = this.#complete(values);
    if (unknown !== undefined && values[0] === undefined) noteFound(record as object, element, unknown);
    return record;
  }

  /** Reads the parts of a message: the children of its wrapper, through its end. */
  *readParts(decoder: ValueReader): Steps<T> {
    const { xml } = decoder;
    const unnamed = decoder.isNamed ? this.#unnamed : undefined;
    const values = this.absentValues();
    const element = xml.tag;
    let unknown: StartTag | undefined;
    let tag = xml.nextChild();
    const first = tag === undefined || unnamed === undefined || this.find(tag.local) ? undefined : xml.bookmark();
    for (; tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) {
        unknown ??= tag;
        yield* decoder.skipSteps();
      } else if (decoder.isShort || field.codec.steps === undefined || values[field.index] !== undefined) {
        this.#readField(decoder, values, field);
      } else {
        try {
          values[field.index] = yield* decoder.valueSteps(field.codec);
        } catch (error) {
          throw at(field.name, error);
        }
      }
    }
    if (first !== undefined && unnamed !== undefined && values[0] === undefined) {
      values[0] = valueIfValid(decoder, unnamed, first);
    }
    const record = this.#complete(values);
    if (unknown !== undefined || values[0] === undefined) noteFound(record as object, element, unknown);
    return record;
  }

  /**
   * The same for an element that may be something else.
   *
   * @throws Problem when it holds anything but fields, or none
   */
  readFieldsOnly(decoder: ValueReader): T {
    const { xml } = decoder;
    const values = this.absentValues();
    let tag = xml.nextChild();
    if (tag === undefined) xml.fail('has no fields');
    for (; tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) xml.fail('holds what is no field');
      this.#readField(decoder, values, field);
    }
    return this.#complete(values);
  }

  /** The fields that are lists; known when all types are defined. */
  get #lists(): readonly Field[] {
    return (this.#listFields ??= this.#fields.filter(({ codec }) => codec.isArray));
  }

  /** Makes a record in which absent lists are empty. */
  #complete(values: unknown[]): T {
    for (const { index } of this.#lists) {
      if (values[index] === undefined) values[index] = [];
    }
    return this.make(values);
  }

  /** Makes a record. @param values - of all fields, in their order */
  make(values: readonly unknown[]): T {
    if (this.#maker !== undefined) return this.#maker(...values);
    const record: Record<string, unknown> = { ...this.#pattern };
    for (const { name, index } of this.#fields) record[name] = values[index];
    return record as T;
  }

  /** The values of a record in which every field is absent. */
  absentValues(): unknown[] {
    return this.#absentValues.slice();
  }

  /** A record in which every field is absent: lists are empty, everything else undefined. */
  blank(): Record<string, unknown> {
    const record = { ...this.#pattern };
    for (const { name } of this.#lists) record[name] = [];
    return record;
  }

  /** Tells whether a field is a list. */
  get hasLists(): boolean {
    return this.#lists.length > 0;
  }

  /** The names of the fields that a decoded value does not have. */
  absent(value: T): readonly string[] {
    const record = value as Record<string, unknown>;
    return this.#fields.filter(({ name }) => record[name] === undefined).map(({ name }) => name);
  }

  /** The field of a name; `undefined` for an unknown one. */
  find(name: string): Field | undefined {
    return this.#byName.get(name) ?? this.#byFoldedName.get(name.toLowerCase());
  }

  #readField(decoder: ValueReader, values: unknown[], field: Field | undefined): void {
    if (field === undefined) {
      decoder.xml.skip();
      return;
    }
    try {
      if (values[field.index] !== undefined) decoder.xml.fail('stands twice');
      values[field.index] = decoder.value(field.codec);
    } catch (error) {
      throw at(field.name, error);
    }
  }
}

/**
 * Reads a type only from what cannot be another: a struct has its fields and nothing else, and any list could be one.
 */
function strictCodec(codec: Codec<unknown>): Codec<unknown> | undefined {
  const { fields } = codec;
  if (fields !== undefined) return { ...codec, inner: undefined, read: (decoder) => fields.readFieldsOnly(decoder) };
  return codec.parse === undefined ? undefined : codec;
}

/** Reads an element, if it is a value of the type; `undefined` for any other, and for nil. */
function valueIfValid(decoder: ValueReader, codec: Codec<unknown>, element: Bookmark): unknown {
  decoder.mark();
  try {
    return decoder.xml.visit(element, () => decoder.value(codec)) ?? undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    decoder.reset();
    return undefined;
  }
}

/**
 * Makes the codec of a struct (SOAP 1.1 section 5.4.1).
 *
 * @typeParam T - taken from what the codec is to be, so that the fields are checked against it
 * @param type - its `xsi:type`, with the service's prefix
 * @param fields - a codec for each field, in the order in which they are written
 * @param maker - makes a record of the fields' values in that order; the generator writes it
 *
 * @example
 * ```ts
 * import { int, type StructCodec, string, struct } from 'sms-service-client/soap';
 *
 * const GroupCodec: StructCodec<{ id: number; name: string }> = struct('ns1:Group', { id: int, name: string });
 * ```
 */
export function struct<T>(
  type: string,
  fields: NoInfer<FieldCodecs<T>>,
  maker?: NoInfer<RecordMaker<T>>,
): StructCodec<T> {
  const table = new FieldTable<T>(fields, maker);
  return {
    type,
    isArray: false,
    fields: table,
    write: (name, value) => `<${name} xsi:type="${type}">${table.write(value, false)}</${name}>`,
    read: (decoder, attributes) => table.read(decoder, attributes.map),
  };
}
