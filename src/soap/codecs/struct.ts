import { at, Problem } from '../../errors/problem.js';
import { notKnown } from '../../options/table.js';
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
import { recordActual } from './describe-actual.js';
import { eachMapEntry } from './map.js';

/** The codec for each field of `T`. */
export type FieldCodecs<T> = { readonly [K in keyof T]-?: Codec<NonNullable<T[K]>> };

/** Creates a record from the values of all fields, in field order. */
export type RecordMaker<T> = (...values: never[]) => T;

/** The fields of a struct or the parts of a message. They are read by name and written in the order of the WSDL. */
export class FieldTable<T> implements Fields<T> {
  readonly #fields: readonly Field[];
  readonly #byName: ReadonlyMap<string, Field>;
  readonly #byFoldedName: Map<string, Field> = new Map();
  #listFields: readonly Field[] | undefined;
  readonly #absentValues: readonly unknown[];
  readonly #pattern: Record<string, unknown> = {};
  readonly #maker: ((...values: readonly unknown[]) => T) | undefined;

  /** @param maker - creates records with an object literal, the fastest way */
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
      // `defineProperty`, because assigning to a field called `__proto__` would set the prototype.
      Object.defineProperty(this.#pattern, name, { value: undefined, enumerable: true, writable: true });
    }
  }

  /** Also matches names that differ only in case, if no name matches exactly. */
  ignoringCase(): this {
    for (const field of this.#fields) this.#byFoldedName.set(field.name.toLowerCase(), field);
    return this;
  }

  get names(): readonly string[] {
    return this.#fields.map(({ name }) => name);
  }

  get firstName(): string | undefined {
    return this.#fields[0]?.name;
  }

  /**
   * Writes all fields in order; absent ones are omitted. @param required - every field must be present, possibly `null`
   */
  write(value: T, required: boolean): string {
    const record = this.checkedRecord(value);
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

  protected checkedRecord(value: T): Readonly<Record<string, unknown>> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('must be an object');
    const record = value as Record<string, unknown>;
    for (const key of Object.keys(record)) {
      if (!Object.hasOwn(this.#pattern, key)) throw at(key, new Problem(notKnown(this.#pattern, key)));
    }
    return record;
  }

  read(decoder: ValueReader, isMap: boolean, values: unknown[] = this.absentValues()): T {
    const { xml } = decoder;
    if (isMap) {
      eachMapEntry(decoder, (key) => this.readField(decoder, values, this.find(key)));
      return this.#complete(values);
    }
    const element = xml.tag;
    let unknown: StartTag | undefined;
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) unknown ??= tag;
      this.readField(decoder, values, field);
    }
    const record = this.#complete(values);
    if (unknown !== undefined && values[0] === undefined) recordActual(record as object, element, unknown);
    return record;
  }

  /** Reads the parts of a message: the children of its wrapper, through its end. */
  *readParts(decoder: ValueReader): Steps<T> {
    const { xml } = decoder;
    const values = this.absentValues();
    const element = xml.tag;
    let unknown: StartTag | undefined;
    for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) {
        unknown ??= tag;
        yield* decoder.skipSteps();
      } else if (decoder.isShort || field.codec.steps === undefined || values[field.index] !== undefined) {
        this.readField(decoder, values, field);
      } else {
        try {
          values[field.index] = yield* decoder.valueSteps(field.codec);
        } catch (error) {
          throw at(field.name, error);
        }
      }
    }
    const record = this.#complete(values);
    if (unknown !== undefined || values[0] === undefined) recordActual(record as object, element, unknown);
    return record;
  }

  /** Like {@link read}, for an element that may not be of this type. @throws Problem unless it contains only fields */
  readFieldsOnly(decoder: ValueReader, values: unknown[] = this.absentValues()): T {
    const { xml } = decoder;
    let tag = xml.nextChild();
    if (tag === undefined) xml.fail('has no fields');
    for (; tag !== undefined; tag = xml.nextChild()) {
      const field = this.find(tag.local);
      if (field === undefined) xml.fail('contains an element that is not a field');
      this.readField(decoder, values, field);
    }
    return this.#complete(values);
  }

  /** The list fields. Computed on first use, when all types are defined. */
  get #lists(): readonly Field[] {
    return (this.#listFields ??= this.#fields.filter(({ codec }) => codec.isArray));
  }

  #complete(values: unknown[]): T {
    for (const { index } of this.#lists) {
      if (values[index] === undefined) values[index] = [];
    }
    return this.make(values);
  }

  make(values: readonly unknown[]): T {
    if (this.#maker !== undefined) return this.#maker(...values);
    const record: Record<string, unknown> = { ...this.#pattern };
    for (const { name, index } of this.#fields) record[name] = values[index];
    return record as T;
  }

  absentValues(): unknown[] {
    return this.#absentValues.slice();
  }

  blank(): Record<string, unknown> {
    const record = { ...this.#pattern };
    for (const { name } of this.#lists) record[name] = [];
    return record;
  }

  get hasLists(): boolean {
    return this.#lists.length > 0;
  }

  absent(value: T): readonly string[] {
    const record = value as Record<string, unknown>;
    return this.#fields.filter(({ name }) => record[name] === undefined).map(({ name }) => name);
  }

  find(name: string): Field | undefined {
    return this.#byName.get(name) ?? this.#byFoldedName.get(name.toLowerCase());
  }

  protected readField(decoder: ValueReader, values: unknown[], field: Field | undefined): void {
    if (field === undefined) {
      decoder.xml.skip();
      return;
    }
    try {
      if (values[field.index] !== undefined) decoder.xml.fail('occurs twice');
      values[field.index] = decoder.value(field.codec);
    } catch (error) {
      throw at(field.name, error);
    }
  }
}

/**
 * Creates the codec of a struct (SOAP 1.1 section 5.4.1).
 *
 * @typeParam T - inferred from the expected type of the result, so that the fields are checked against it
 * @param type - its `xsi:type`, with the service's prefix
 * @param fields - a codec for each field, in the order in which they are written
 * @param maker - creates a record from the values of the fields in that order; written by the generator
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
