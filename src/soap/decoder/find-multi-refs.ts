import { Problem } from '../../errors/problem.js';
import { type Bookmark, XmlReader, type XmlSettings } from '../../xml/reader.js';
import type { ReadingTime } from '../../xml/reading-time.js';
import type { XmlSource } from '../../xml/source.js';
import type { StartTag } from '../../xml/tag.js';
import { isReference, type MultiRef, Resolvable } from './multi-ref.js';
import { mayUsePatterns } from './record-pattern.js';
import { SiblingSkipper } from './sibling-skipper.js';

/** A multiRef that was read token by token. */
class ReadMultiRef extends Resolvable implements MultiRef {
  readonly tag: StartTag;
  readonly position: number;

  constructor({ tag, position }: Bookmark) {
    super();
    this.tag = tag;
    this.position = position;
  }

  get shape(): StartTag {
    return this.tag.shape ?? this.tag;
  }

  get forward(): string | undefined {
    return isReference(this.tag) ? this.tag.href : undefined;
  }
}

/** Finds every element with an `id` in one pass, which also checks that the document is well-formed. */
export function findMultiRefs(
  source: XmlSource,
  limits: XmlSettings,
  time?: ReadingTime,
): ReadonlyMap<string, MultiRef> {
  try {
    return allMultiRefs(source, limits, time);
  } catch (error) {
    // The problem is unrelated to the reference that caused this pass.
    throw error instanceof Problem ? error.ofDocument() : error;
  }
}

function allMultiRefs(source: XmlSource, limits: XmlSettings, time?: ReadingTime): ReadonlyMap<string, MultiRef> {
  const xml = new XmlReader(source, limits, time);
  const multiRefs = new Map<string, MultiRef>();
  const add = (id: string, multiRef: MultiRef): void => {
    if (multiRefs.size === multiRefs.set(id, multiRef).size) xml.fail('an id that stands twice', multiRef.position);
  };
  const shortcut = mayUsePatterns(limits) ? new SiblingSkipper(xml, add) : undefined;
  for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
    if (token === 'end') shortcut?.leave();
    if (token !== 'start') continue;
    const { tag } = xml;
    const { id } = tag;
    if (id !== undefined) add(id, new ReadMultiRef(xml.bookmark()));
    shortcut?.enter(id !== undefined);
  }
  return multiRefs;
}
