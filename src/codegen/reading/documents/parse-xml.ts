import { XMLParser } from 'fast-xml-parser';
import { Problem } from '../../../errors/problem.js';
import { expandReferences } from '../../../xml/chars.js';
import { toUtf8 } from '../../../xml/charset.js';
import { XmlReader } from '../../../xml/reader.js';
import { XmlSource } from '../../../xml/source.js';
import { type Place, Refusal } from '../../model/refusal.js';
import { expandedName, presentNamespace } from './namespaces.js';
import { INITIAL_PREFIXES, type XmlElement } from './xml-tree.js';

const ATTRIBUTE = '@';
const TEXT = '#text';
const CDATA = '#cdata';
const METADATA = XMLParser.getMetaDataSymbol().valueOf();

// By default, this parser converts "007" to 7, trims text, omits attributes and expands entities.
const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** 100 is the maximum depth of fast-xml-parser. */
const LIMITS = { maxDepth: 100, maxAttributes: 256 };

/**
 * Parses a document into elements with resolved names.
 *
 * @param defaultNamespace - for names without a prefix: an included schema gets the namespace of the including one
 * @throws {@link Refusal} if the document is not well-formed, has a DOCTYPE or uses an unbound prefix
 */
export function parseXml(file: string, bytes: Uint8Array, defaultNamespace = ''): XmlElement {
  const utf8 = decoded(file, bytes);
  const text = Buffer.from(utf8).toString('utf8');
  const placeAt = places(file, text);
  requireWellFormed(utf8, placeAt);
  const root = (parser.parse(text) as readonly Node[]).find(isElementNode);
  if (root === undefined) throw new TypeError('fast-xml-parser found no element');
  return toElement(root, new Map([...INITIAL_PREFIXES, ['', defaultNamespace]]), placeAt);
}

type PlaceAt = (offset: number) => Place;

function decoded(file: string, bytes: Uint8Array): Uint8Array {
  try {
    return toUtf8(bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Refusal({ file, line: 1, column: 1 }, 'encoding', error.message);
  }
}

function places(file: string, text: string): PlaceAt {
  const lineStarts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) lineStarts.push(end.index + end[0].length);
  return (offset) => {
    let line = 0;
    for (let end = lineStarts.length; end - line > 1; ) {
      const middle = (line + end) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { file, line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
  };
}

/** Checks the document with the XML reader of the runtime, because fast-xml-parser accepts most malformed documents. */
function requireWellFormed(utf8: Uint8Array, placeAt: PlaceAt): void {
  const open: string[] = [];
  try {
    const xml = new XmlReader(new XmlSource(utf8), LIMITS);
    for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
      if (token === 'start') open.push(xml.tag.rawName);
      if (token === 'end') open.pop();
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, offset = 0, quoted } = error;
    const inside = open.length === 0 ? '' : `, in <${open.at(-1)}>`;
    const place = placeAt(Buffer.from(utf8.subarray(0, offset)).toString('utf8').length);
    throw new Refusal(place, 'XML', message + (quoted === undefined ? inside : `: ${quoted}`));
  }
}

/** The output of fast-xml-parser in document order: one key names the node, ':@' contains the attributes. */
type Node = Readonly<Record<string, unknown>>;

function isElementNode(node: Node): boolean {
  const name = nameOf(node);
  return name !== TEXT && name !== CDATA;
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function offsetOf(node: Node): number {
  const metadata: unknown = Reflect.get(node, METADATA);
  const start: unknown = metadata instanceof Object ? Reflect.get(metadata, 'startIndex') : undefined;
  if (typeof start !== 'number') throw new TypeError('fast-xml-parser returned no position');
  return start;
}

function toElement(node: Node, outer: ReadonlyMap<string, string>, placeAt: PlaceAt): XmlElement {
  const offset = offsetOf(node);
  const tag = nameOf(node);
  const written = Object.entries((node[':@'] ?? {}) as Record<string, string>).map(
    ([key, value]) => [key.slice(ATTRIBUTE.length), expandReferences(value.replace(/[\t\n\r]/g, ' '), offset)] as const,
  );
  const declared = written.flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return [];
    return [[name.slice(6), presentNamespace(value)]];
  });
  const prefixes = declared.length === 0 ? outer : new Map([...outer, ...declared]);
  const resolve = (name: string, unprefixed: string): [namespace: string, localName: string] => {
    const colon = name.indexOf(':');
    return colon < 0 ? [unprefixed, name] : [prefixes.get(name.slice(0, colon)) ?? '', name.slice(colon + 1)];
  };
  const attributes = new Map(
    written.map(([name, value]) => [
      name === 'xmlns' ? 'xmlns' : expandedName(...resolve(name, '')),
      HAVE_SPACE.has(name) ? value : value.trim(),
    ]),
  );
  const [namespace, localName] = resolve(tag, prefixes.get('') ?? '');
  const children: XmlElement[] = [];
  let text = '';
  for (const child of node[tag] as readonly Node[]) {
    const name = nameOf(child);
    if (name === TEXT) text += expandReferences(String(child[TEXT]), offset);
    else if (name === CDATA) text += (child[CDATA] as readonly Node[]).map((part) => part[TEXT]).join('');
    else {
      const element = toElement(child, prefixes, placeAt);
      children.push(element);
      text += element.text;
    }
  }
  return { namespace, localName, attributes, children, text, place: placeAt(offset), prefixes };
}

/** The attributes whose white space is significant; all others are names, numbers and addresses. */
const HAVE_SPACE: ReadonlySet<string> = new Set(['value', 'default', 'fixed', 'soapAction']);
