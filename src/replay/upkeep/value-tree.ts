import { soapAttributes } from '../../soap/decoder/attributes.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { isFault } from '../../soap/messages/fault.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';

/** An element as a value of SOAP section 5, whatever its type is. */
export interface ValueNode {
  /** Without its prefix. */
  readonly name: string;
  readonly isNil: boolean;
  /** Announced as base64: its text is not that of its type. */
  readonly isBase64: boolean;
  /** Announced as an Apache `Map`: its children are entries. */
  readonly isMap: boolean;
  readonly children: readonly ValueNode[];
  /** What stands in it outside its children. */
  readonly text: string;
}

interface Written extends ValueNode {
  readonly children: Written[];
  readonly isFault: boolean;
  readonly id: string | undefined;
  readonly href: string | undefined;
}

/** How deep references are followed: a value that refers to itself has no end. */
const MAX_DEPTH = 64;

/**
 * Reads the value that is the response of a message, with its references in their places.
 *
 * @param wrapper - the name that it should have; without one of that name the first value counts
 * @returns `undefined` where the message holds none, or a Fault
 * @throws Problem when it is not well-formed
 */
export function readResponseTree(document: Uint8Array, wrapper: string): ValueNode | undefined {
  const root = readDocument(document);
  const body = root.children.find(({ name }) => name === 'Body');
  const values = body?.children ?? [];
  if (values.some((value) => value.isFault)) return undefined;
  const response = values.find(({ name }) => name === wrapper) ?? values.find(({ id }) => id === undefined);
  if (response === undefined) return undefined;
  const byId = new Map<string, Written>();
  collectIds(root, byId);
  return resolved(response, byId, 0);
}

function readDocument(document: Uint8Array): Written {
  const xml = new XmlReader(new XmlSource(document, false, undefined, 0, true), DEFAULT_LIMITS);
  xml.next();
  return readElement(xml);
}

function readElement(xml: XmlReader): Written {
  const { tag } = xml;
  const { nil, id, href, base64, map } = soapAttributes(tag);
  const children: Written[] = [];
  let text = '';
  for (let token = xml.next(); token !== 'end'; token = xml.next()) {
    if (token === 'text') text += xml.value;
    else children.push(readElement(xml));
  }
  return { name: tag.local, isFault: isFault(tag), isNil: nil, isBase64: base64, isMap: map, id, href, children, text };
}

function collectIds(element: Written, byId: Map<string, Written>): void {
  if (element.id !== undefined) byId.set(`#${element.id}`, element);
  for (const child of element.children) collectIds(child, byId);
}

function resolved(element: Written, byId: ReadonlyMap<string, Written>, depth: number): ValueNode {
  const target = element.href === undefined ? element : (byId.get(element.href) ?? element);
  const children = depth > MAX_DEPTH ? [] : target.children.map((child) => resolved(child, byId, depth + 1));
  return { ...target, name: element.name, children: target.isMap ? children.map(mapEntry) : children };
}

/** An entry of an Apache `Map`, under the name that is its key. */
function mapEntry(entry: ValueNode): ValueNode {
  const key = entry.children.find(({ name }) => name === 'key');
  const value = entry.children.find(({ name }) => name === 'value');
  return value === undefined ? entry : { ...value, name: key?.text.trim() ?? '' };
}
