import type { DecodeLimits } from '../../../src/soap/decoder/limits.js';
import { type Frame, withTargets } from '../envelopes.js';

/** A kind of document that is built to cost more than its size justifies. */
export interface Hostile {
  /** The repeated content. */
  readonly name: string;
  /** Disables the limits that would reject it at once, so that the code after these checks is measured too. */
  readonly limits?: Partial<DecodeLimits>;
  /** The minimum size for the worst case, in bytes. */
  readonly minBytes?: number;
  /** Maximum cost as a multiple of a valid document of its size, if it needs more work. Default: 5. */
  readonly maxMultiple?: number;
  /** Creates a document of approximately this size in bytes. */
  build(size: number): HostileDocument;
}

/** A hostile document and its operation. */
export interface HostileDocument {
  readonly operation: Frame['operation'];
  readonly text: string;
}

/** Only the limit of depth, without which the stack would overflow. */
export const LIFTED: Partial<DecodeLimits> = {
  maxAttributes: Number.POSITIVE_INFINITY,
  maxArrayItems: Number.POSITIVE_INFINITY,
  maxReferences: Number.POSITIVE_INFINITY,
};

/** Joins pieces up to a size. */
export function fill(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length));
  return pieces.join('');
}

/** A document with one text in a frame. */
export function within({ operation, before, after }: Frame, inside: string): HostileDocument {
  return { operation, text: before + inside + after };
}

/** A kind of document: a frame full of pieces. */
export function full(name: string, frame: Frame, piece: (index: number) => string): Hostile {
  return { name, build: (size) => within(frame, fill(size, piece)) };
}

/** A kind of document: one element whose content is full of pieces. */
export function fullElement(
  name: string,
  frame: Frame,
  [open, close]: readonly [string, string],
  piece: (index: number) => string,
): Hostile {
  return { name, build: (size) => within(frame, open + fill(size, piece) + close) };
}

/** A kind of document: five equal elements full of pieces. Five are enough for the decoder to recognise their form. */
export function fullElements(
  name: string,
  frame: Frame,
  [open, close]: readonly [string, string],
  piece: (index: number) => string,
): Hostile {
  return { name, build: (size) => within(frame, (open + fill(size / 5, piece) + close).repeat(5)) };
}

/** A kind of document: items in the wrapper, and after the wrapper the values to which they refer. */
export function referring(
  name: string,
  frame: Frame,
  make: (size: number) => { readonly items: string; readonly targets: string },
): Hostile {
  return {
    name,
    build: (size) => {
      const { items, targets } = make(size);
      return within(withTargets(frame, targets), items);
    },
  };
}
