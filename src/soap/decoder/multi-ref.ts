import type { Bookmark } from '../../xml/reader.js';
import type { StartTag } from '../../xml/tag.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import type { Resolved } from './reference-cost.js';

/** The inside of an element with an `id`; what came of it, once it was read. */
export interface MultiRef extends Bookmark, Resolved {
  /** Its tag, or one that differs from it in `id` and `href` alone. */
  readonly shape: StartTag;
  /** Of one that is nothing but a reference: the `href`. */
  readonly forward: string | undefined;
  /** The codec that it was read with first. */
  readonly codec: Codec<unknown> | undefined;
  /** Takes note of what came of it. */
  resolve(codec: Codec<unknown>, value: unknown, references: number, otherBytes: number): void;
}

/** Holds the value and the cost that every {@link MultiRef} gets. */
export abstract class Resolvable implements Resolved {
  codec: Codec<unknown> | undefined = undefined;
  value: unknown = undefined;
  references: number = 0;
  otherBytes: number = 0;

  resolve(codec: Codec<unknown>, value: unknown, references: number, otherBytes: number): void {
    this.codec = codec;
    this.value = value;
    this.references = references;
    this.otherBytes = otherBytes;
  }
}

/** Tells whether an element is nothing but a reference to another one. */
export function isReference(tag: StartTag): boolean {
  return tag.href !== undefined && tag.selfClosing && !soapAttributes(tag).nil;
}
