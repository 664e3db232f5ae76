import type { XmlReader } from '../../xml/reader.js';
import type { ReadingTime, Steps } from '../../xml/reading-time.js';
import type { SoapAttributes } from './attributes.js';
import type { DecodeSettings } from './limits.js';

/** The document that a codec reads from, with what SOAP section 5 needs across elements. */
export interface ValueReader {
  readonly xml: XmlReader;
  readonly limits: DecodeSettings;
  /** The time that reading may take. */
  readonly time: ReadingTime | undefined;
  /** True where the document is read without a stop. Steps would only cost time: half a microsecond of three. */
  readonly isShort: boolean;
  /** True where the wrapper has the name that it should have: in one that has not, every part must have its own. */
  readonly isNamed: boolean;
  /** True where only the first piece of the document was there at the beginning. */
  readonly isStream: boolean;
  /** True while an element with an id is being read. */
  readonly isInsideId: boolean;
  /**
   * Reads the element whose start tag was just read as a value of the codec's type, wherever the value stands.
   *
   * @returns `null` for a nil element (for a nil array: an empty one)
   */
  value<T>(codec: Codec<T>): T | null;
  /** The same in steps, where the type can be read so; what is referred to is read in one. */
  valueSteps<T>(codec: Codec<T>): Steps<T | null>;
  /**
   * The value that a reference stands for.
   *
   * @param id - without its `#`
   * @param offset - of the reference, for the error
   */
  follow<T>(codec: Codec<T>, id: string, offset: number): T | null;
  /** Passes over the current element in steps, through its end. */
  skipSteps(): Steps<void>;
  /** Counts the members that a sparse array leaves out. */
  leaveOut(count: number): void;
  /** Remembers the place between two elements, to go back to by {@link reset}. */
  mark(): void;
  /** Goes back to the last {@link mark}, as if nothing had been read since. */
  reset(): void;
}

/**
 * Writes and reads the values of one type.
 *
 * @typeParam T - the value; nil and absent values are the business of whoever holds the field
 */
export interface Codec<T> extends Shortcuts<T> {
  /** The `xsi:type` that is written, with the service's own prefix: `xsd:int`, `ns1:Group`. */
  readonly type: string;
  /** An array: a nil one reads as empty, an absent one too. */
  readonly isArray: boolean;
  /** True where elements do not name their type: one that the schema says better than a name could. Default: false. */
  readonly isUntyped?: boolean | undefined;
  /**
   * Writes a value as an element.
   *
   * @throws Problem when the value is not of the type
   */
  write(name: string, value: T): string;
  /**
   * Reads the element whose start tag was just read, through its end.
   *
   * @throws Problem when it is not of the type
   */
  read(decoder: ValueReader, attributes: SoapAttributes): T;
}

/**
 * Shortcuts past {@link Codec.write} and {@link Codec.read}, and what is known of a type's inside, for whoever writes
 * or reads thousands of values. A codec need not have them: they never change what is written or read.
 */
interface Shortcuts<T> {
  /**
   * A simple type: the text of a value as it stands in its element.
   *
   * @throws Problem when the value is not of the type
   */
  readonly text?: Formatter<T>['format'] | undefined;
  /** A simple type: reads its text. @throws Problem when the text is not in the type's lexical space */
  readonly parse?: ((text: string) => T) | undefined;
  /**
   * A type of numbers: makes the value of a text of up to 15 digits and nothing else, given as a number.
   *
   * @throws Problem when the type does not hold it
   */
  readonly ofDigits?: ((value: number) => T) | undefined;
  /** An array: the codec of its items. */
  readonly item?: Codec<unknown> | undefined;
  /** A struct: its fields. */
  readonly fields?: Fields<T> | undefined;
  /** Reads in steps a value that can be long. */
  readonly steps?: ((decoder: ValueReader, attributes: SoapAttributes) => Steps<T>) | undefined;
  /** A codec of one that is defined later: that one, by which all is remembered that is remembered by codec. */
  readonly inner?: Codec<T> | undefined;
}

/** A field of a struct, or a part of a message. */
export interface Field {
  readonly name: string;
  /** Its place in the order of the fields. */
  readonly index: number;
  readonly codec: Codec<unknown>;
}

/** The fields of a struct or the parts of a message, for whoever reads them. */
export interface Fields<T> {
  /** The names of the fields, in their order. */
  readonly names: readonly string[];
  /** True where a field is a list. */
  readonly hasLists: boolean;
  /** The field of a name; `undefined` for an unknown one. */
  find(name: string): Field | undefined;
  /** The values of a record in which every field is absent. */
  absentValues(): unknown[];
  /** Makes a record. @param values - of all fields, in their order */
  make(values: readonly unknown[]): T;
  /**
   * Reads the fields of an element that may be something else, through its end.
   *
   * @throws Problem when it holds anything but fields, or none
   */
  readFieldsOnly(decoder: ValueReader): T;
}

/** Declares a method, whose parameter may be narrower than that of the method it stands for: as with `write`. */
interface Formatter<T> {
  format(value: T): string;
}

/** A codec of an object with named fields. */
export type StructCodec<T> = Codec<T>;

/** A codec of a list; its items are `T`, which includes `null` where an item can be nil. */
export type ArrayCodec<T> = Codec<readonly T[]>;

/** Writes a value that may be nil or absent: `null` is `xsi:nil`, `undefined` is left out. */
export function writeElement<T>(codec: Codec<T>, name: string, value: T | null | undefined): string {
  if (value === undefined) return '';
  return value === null ? `<${name}${typeAttribute(codec)} xsi:nil="true"/>` : codec.write(name, value);
}

/** The attribute that says the type of an element, with a space before it; empty where none does. */
export function typeAttribute({ type, isUntyped }: Pick<Codec<unknown>, 'type' | 'isUntyped'>): string {
  return isUntyped === true ? '' : ` xsi:type="${type}"`;
}
