import { soapAttributes } from '../../../soap/decoder/attributes.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import { isFault } from '../../../soap/messages/fault.js';
import { XmlReader } from '../../../xml/reader.js';
import { XmlSource } from '../../../xml/source.js';

export interface ValueNode {
  /** Without its prefix. */
  readonly name: string;
  readonly isNil: boolean;
  /** Declared as base64: its text does not have the form of its type. */
  readonly isBase64: boolean;
  /** Declared as an Apache `Map`: its children are entries. */
  readonly isMap: boolean;
  /** Its children. For a reference, the children of the referenced element. */
  readonly children: () => readonly ValueNode[];
  /** Its text outside of its children. */
  readonly text: string;
  /** The same object for all references to an element. */
  readonly source: object;
}

interface Written extends Omit<ValueNode, 'source' | 'children'> {
  readonly children: Written[];
  readonly isFault: boolean;
  readonly id: string | undefined;
  readonly href: string | undefined;
}

/**
 * Reads the response value of a message, with references resolved.
 *
 * @param wrapper - the expected name; if no value has it, the first value is used
 * @returns `undefined` if the message contains none, or a Fault
 * @throws Problem if it is not well-formed
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
  return new References(byId).resolved(response);
}

function readDocument(document: Uint8Array): Written {
  const xml = new XmlReader(new XmlSource(document, false, undefined, 0, true), DEFAULT_LIMITS);
  xml.next();
  return readElement(xml);
}

function readElement(xml: XmlReader): Written {
  const { tag } = xml;
  const { id, href } = tag;
  const { nil, base64, map } = soapAttributes(tag);
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

class References {
  readonly #byId: ReadonlyMap<string, Written>;
  readonly #children = new Map<Written, readonly ValueNode[]>();

  constructor(byId: ReadonlyMap<string, Written>) {
    this.#byId = byId;
  }

  resolved(element: Written): ValueNode {
    const source = element.href === undefined ? element : (this.#byId.get(element.href) ?? element);
    const { isNil, isBase64, isMap, text } = source;
    const { name } = element;
    return { name, isNil, isBase64, isMap, text, source, children: () => this.#childrenOf(source) };
  }

  #childrenOf(source: Written): readonly ValueNode[] {
    let children = this.#children.get(source);
    if (children === undefined) {
      const all = source.children.map((child) => this.resolved(child));
      children = source.isMap ? all.map(mapEntry) : all;
      this.#children.set(source, children);
    }
    return children;
  }
}

/** Returns an entry of an Apache `Map`, named by its key. */
function mapEntry(entry: ValueNode): ValueNode {
  const key = entry.children().find(({ name }) => name === 'key');
  const value = entry.children().find(({ name }) => name === 'value');
  return value === undefined ? entry : { ...value, name: key?.text.trim() ?? '' };
}
