import type { Bookmark } from '../../xml/reader.js';
import type { StartTag } from '../../xml/tag.js';
import { soapAttributes } from './attributes.js';
import type { Codec } from './codec.js';
import type { Resolved } from './reference-cost.js';

/** The content of an element with an `id`, and its value after it was read. */
export interface MultiRef extends Bookmark, Resolved {
  /** Its tag, or a tag that differs only in `id` and `href`. */
  readonly shape: StartTag;
  readonly forward: string | undefined;
  /** The first codec that read it. */
  readonly codec: Codec<unknown> | undefined;
  resolve(codec: Codec<unknown>, value: unknown, references: number, otherBytes: number): void;
}

/** Stores the value and the cost of a {@link MultiRef}. */
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

export function isReference(tag: StartTag): boolean {
  return tag.href !== undefined && tag.selfClosing && !soapAttributes(tag).nil;
}
