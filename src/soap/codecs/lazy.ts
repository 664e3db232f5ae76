import type { Codec } from '../decoder/codec.js';

/** Makes a codec of one that is defined later, for types that contain themselves: it has all that that one has. */
export function lazy<T>(codec: () => Codec<T>): Codec<T> {
  return {
    get type() {
      return codec().type;
    },
    get isArray() {
      return codec().isArray;
    },
    get text() {
      return codec().text;
    },
    get parse() {
      return codec().parse;
    },
    get ofDigits() {
      return codec().ofDigits;
    },
    get item() {
      return codec().item;
    },
    get fields() {
      return codec().fields;
    },
    get steps() {
      return codec().steps;
    },
    get inner() {
      return codec().inner ?? codec();
    },
    write: (name, value) => codec().write(name, value),
    read: (decoder, attributes) => codec().read(decoder, attributes),
  };
}
