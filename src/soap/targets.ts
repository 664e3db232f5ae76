import { type Bookmark, XmlReader, type XmlSettings } from '../xml/reader.js';
import type { XmlSource } from '../xml/source.js';
import type { Scope } from '../xml/start-tag.js';
import type { Codec } from './codec.js';
import { RecordTemplate } from './record-template.js';
import { struct } from './struct.js';
import { mayUseTemplates, Templates } from './templates.js';

/** Every element with an `id`, found in one pass over the document, which checks all of it on the way. */
export function findTargets(source: XmlSource, limits: XmlSettings): ReadonlyMap<string, Bookmark> {
  const xml = new XmlReader(source, limits);
  const targets = new Map<string, Bookmark>();
  const shortcut = mayUseTemplates(limits) ? new TargetSkipper(xml) : undefined;
  for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
    if (token === 'end') shortcut?.leave();
    if (token !== 'start') continue;
    const id = xml.tag.attributes.find(({ local, uri }) => local === 'id' && uri === '')?.value;
    if (id === undefined) continue;
    if (targets.has(id)) xml.fail('an id that stands twice');
    targets.set(id, xml.bookmark());
    shortcut?.enter();
  }
  return targets;
}

/** Passes over the content of targets that are like those before, which is then known to be well-formed. */
class TargetSkipper {
  readonly #xml: XmlReader;
  readonly #templates = new Templates<unknown>();
  #scope: Scope | undefined;
  /** The target that is being read, to learn from. */
  #inside: (Bookmark & { readonly depth: number }) | undefined;

  constructor(xml: XmlReader) {
    this.#xml = xml;
  }

  /** Called after the start tag of a target. */
  enter(): void {
    const xml = this.#xml;
    const { tag } = xml;
    this.#scope ??= tag.scope;
    if (tag.scope !== this.#scope || tag.selfClosing) return;
    const end = this.#templates.match(xml.source, xml.offset);
    if (end === -1) this.#inside = { ...xml.bookmark(), depth: xml.depth };
    else xml.leave(end);
  }

  /** Called after every end tag. */
  leave(): void {
    const inside = this.#inside;
    const xml = this.#xml;
    if (inside === undefined || xml.depth >= inside.depth) return;
    this.#inside = undefined;
    this.#templates.learn(() =>
      RecordTemplate.learnContent(xml.source, inside.position, xml.offset, inside.tag, ANY_FIELDS),
    );
  }
}

/** A struct of which no field is known: its texts are only checked. */
const ANY_FIELDS: Codec<unknown> = struct('', {});
