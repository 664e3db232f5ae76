import type { XmlReader } from '../../xml/reader.js';
import type { ReadingTime, Steps } from '../../xml/reading-time.js';
import type { SoapAttributes } from './attributes.js';
import type { DecodeSettings } from './limits.js';

/** Reads values from a document, including references and arrays of SOAP 1.1 section 5. */
export interface ValueReader {
  readonly xml: XmlReader;
  readonly limits: DecodeSettings;
  readonly time: ReadingTime | undefined;
  /** True if the document is short and read synchronously. Steps would only cost time: 0.5 of 3 µs. */
  readonly isShort: boolean;
  /** True if the wrapper has the expected name. Otherwise every part must have its own name. */
  readonly isNamed: boolean;
  /** True if the decoder started with only the first piece of the document. */
  readonly isStream: boolean;
  /** True while an element with an id is being read. */
  readonly isInsideId: boolean;
  /**
   * Reads the element whose start tag was just read as a value of the codec's type, following a reference if it is one.
   *
   * @returns `null` for a nil element, or an empty array if the type is an array
   */
  value<T>(codec: Codec<T>): T | null;
  /** Like {@link value}, but in steps if the codec supports it. Referenced values are read in one step. */
  valueSteps<T>(codec: Codec<T>): Steps<T | null>;
  /** Returns the value of a referenced element. @param id - without the `#` */
  follow<T>(codec: Codec<T>, id: string, offset: number): T | null;
  skipSteps(): Steps<void>;
  /** Counts the members omitted by a sparse array. */
  leaveOut(count: number): void;
  /** Saves the position between two elements for {@link reset}. */
  mark(): void;
  /** Returns to the last {@link mark} and undoes all reading since then. */
  reset(): void;
}

/**
 * Writes and reads the values of one type.
 *
 * @typeParam T - the value; nil and absent values are handled by the owner of the field
 */
export interface Codec<T> extends Shortcuts<T> {
  /** The `xsi:type` to write, with the service's own prefix: `xsd:int`, `ns1:Group`. */
  readonly type: string;
  /** True for an array. A nil or absent array is read as empty. */
  readonly isArray: boolean;
  /** True if elements are written without `xsi:type`, because the schema defines the type. Default: false. */
  readonly isUntyped?: boolean | undefined;
  /**
   * Writes a value as an element.
   *
   * @throws Problem if the value is not of the type
   */
  write(name: string, value: T): string;
  /**
   * Reads the element whose start tag was just read, through its end.
   *
   * @throws Problem if it is not of the type
   * @internal
   */
  read(decoder: ValueReader, attributes: SoapAttributes): T;
}

/**
 * Optional shortcuts that make reading and writing of thousands of values faster and never change the result.
 *
 * @internal
 */
interface Shortcuts<T> {
  /** For a simple type: formats a value as text. @throws Problem if the value is not of the type */
  readonly text?: Formatter<T>['format'] | undefined;
  /** For a simple type: parses its text. @throws Problem if the text is not in the type's lexical space */
  readonly parse?: ((text: string) => T) | undefined;
  /** For a numeric type: converts an integer of up to 15 digits. @throws Problem if it is out of range */
  readonly ofDigits?: ((value: number) => T) | undefined;
  /** For an array: the codec of its items. */
  readonly item?: Codec<unknown> | undefined;
  /** For a struct: its fields. */
  readonly fields?: Fields<T> | undefined;
  /** Reads a possibly long value in steps. */
  readonly steps?: ((decoder: ValueReader, attributes: SoapAttributes) => Steps<T>) | undefined;
  /** For a codec created by `lazy`: the underlying codec, used as the key of all caches by codec. */
  readonly inner?: Codec<T> | undefined;
}

/** A field of a struct, or a part of a message. */
export interface Field {
  readonly name: string;
  readonly index: number;
  readonly codec: Codec<unknown>;
}

/** The fields of a struct or the parts of a message, as a reader needs them. */
export interface Fields<T> {
  readonly names: readonly string[];
  readonly hasLists: boolean;
  find(name: string): Field | undefined;
  /** Returns the values of a record without any field. */
  absentValues(): unknown[];
  make(values: readonly unknown[]): T;
  /** Reads an element that may not be of this type, through its end. @throws Problem unless it contains only fields */
  readFieldsOnly(decoder: ValueReader): T;
}

/** Declares a method instead of a property: parameters of methods are compared bivariantly, as for `write`. */
interface Formatter<T> {
  format(value: T): string;
}

/** A codec of an object with named fields. */
export type StructCodec<T> = Codec<T>;

/** A codec of a list. The item type `T` includes `null` if items can be nil. */
export type ArrayCodec<T> = Codec<readonly T[]>;

/** Writes a value that may be nil or absent: `null` becomes `xsi:nil`, `undefined` is omitted. */
export function writeElement<T>(codec: Codec<T>, name: string, value: T | null | undefined): string {
  if (value === undefined) return '';
  return value === null ? `<${name}${typeAttribute(codec)} xsi:nil="true"/>` : codec.write(name, value);
}

/** Returns the `xsi:type` attribute of an element with a leading space; empty for an untyped codec. */
export function typeAttribute({ type, isUntyped }: Pick<Codec<unknown>, 'type' | 'isUntyped'>): string {
  return isUntyped === true ? '' : ` xsi:type="${type}"`;
}
