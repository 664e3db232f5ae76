import type { DecodeLimits } from '../../../src/soap/decoder/limits.js';
import { type Frame, withTargets } from '../envelopes.js';

/** A kind of document that is meant to cost more than its size. */
export interface Hostile {
  /** What it is full of. */
  readonly name: string;
  /** Limits that would refuse it at once are lifted, so that what lies behind them is measured too. */
  readonly limits?: Partial<DecodeLimits>;
  /** It shows its worst only from this size on, in bytes. */
  readonly minBytes?: number;
  /** How many times an honest document of its size it may cost, where the work is really more. Default: 5. */
  readonly maxMultiple?: number;
  /** Makes one of about a size in bytes. */
  build(size: number): HostileDocument;
}

/** A hostile document, and for which operation it is a response. */
export interface HostileDocument {
  readonly operation: Frame['operation'];
  readonly text: string;
}

/** No limit but that of the depth, without which the stack would end it. */
export const LIFTED: Partial<DecodeLimits> = {
  maxAttributes: Number.POSITIVE_INFINITY,
  maxArrayItems: Number.POSITIVE_INFINITY,
  maxReferences: Number.POSITIVE_INFINITY,
};

/** Pieces one after the other, up to a size. */
export function fill(size: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < size; length += pieces.at(-1)?.length ?? 1) pieces.push(piece(pieces.length));
  return pieces.join('');
}

/** A document with one text put into a frame. */
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

/** A kind of document: five equal elements, enough of them to be recognised, each full of pieces. */
export function fullElements(
  name: string,
  frame: Frame,
  [open, close]: readonly [string, string],
  piece: (index: number) => string,
): Hostile {
  return { name, build: (size) => within(frame, (open + fill(size / 5, piece) + close).repeat(5)) };
}

/** A kind of document: items inside, and what they refer to behind the wrapper. */
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
