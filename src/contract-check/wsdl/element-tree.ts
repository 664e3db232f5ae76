import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { toUtf8 } from '../../xml/charset.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import type { StartTag } from '../../xml/tag.js';

/** An element of a document that is small: a WSDL. */
export interface Element {
  readonly local: string;
  /** Its namespace. */
  readonly uri: string;
  readonly children: readonly Element[];
  /** The value of an attribute; without a namespace unless one is named. */
  attribute(local: string, uri?: string): string | undefined;
  /** The name that an attribute's value stands for: its namespace and its local part. */
  qualified(name: string): QualifiedName;
}

/** A name in a namespace. */
export interface QualifiedName {
  readonly uri: string;
  readonly local: string;
}

/** Reads a document. @throws Problem when it is not well-formed, or asks for more than a response may */
export function readElements(document: Uint8Array, charset: string | undefined): Element {
  const xml = new XmlReader(new XmlSource(toUtf8(document, charset)), DEFAULT_LIMITS);
  xml.next();
  const root = readElement(xml);
  xml.next();
  return root;
}

function readElement(xml: XmlReader): Element {
  const { tag } = xml;
  const children: Element[] = [];
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'start') children.push(readElement(xml));
  }
  return elementOf(tag, children);
}

function elementOf(tag: StartTag, children: readonly Element[]): Element {
  const { local, uri, attributes, scope } = tag;
  return {
    local,
    uri,
    children,
    attribute: (name, namespace = '') =>
      attributes.find((one) => one.local === name && one.uri === namespace && !one.name.startsWith('xmlns'))?.value,
    qualified: (name) => {
      const [, prefix, part] = /^([^:]*):(.*)$/s.exec(name.trim()) ?? [];
      return prefix === undefined || part === undefined
        ? { uri: scope.defaultUri, local: name.trim() }
        : { uri: scope.lookup(prefix) ?? '', local: part };
    },
  };
}

/** All elements below one, of a name. */
export function* descendants(element: Element, local: string): Generator<Element, void, undefined> {
  for (const child of element.children) {
    if (child.local === local) yield child;
    yield* descendants(child, local);
  }
}
