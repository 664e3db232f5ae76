import { XMLParser } from 'fast-xml-parser';
import { Refusal } from '../../model/refusal.js';
import { expandedName, presentNamespace } from './namespaces.js';
import type { SourceText } from './source-text.js';
import { requireWellFormed } from './well-formed.js';
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

/**
 * Parses a document into elements with resolved names.
 *
 * @param defaultNamespace - for names without a prefix if the document declares no default: an included schema without
 *   a target namespace gets that of the including schema
 * @throws {@link Refusal} if the document is not well-formed, has a DOCTYPE or uses an unbound prefix
 */
export function parseXml(source: SourceText, defaultNamespace = ''): XmlElement {
  refuseDoctype(source);
  requireWellFormed(source);
  const parsed: readonly Node[] = parser.parse(source.text);
  const root = parsed.find(isElementNode);
  if (root === undefined) throw new TypeError('fast-xml-parser found no element');
  return toElement(source, root, new Map([...INITIAL_PREFIXES, ['', defaultNamespace]]));
}

// The shape of fast-xml-parser's output in document order: one key names the node, ':@' holds attributes.
type Node = Readonly<Record<string, unknown>>;

function refuseDoctype(source: SourceText): void {
  const { text } = source;
  // One piece after the other: a pattern of all of them would keep each in mind.
  const piece = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;
  let end = 0;
  while (piece.test(text)) end = piece.lastIndex;
  if (text.startsWith('<!DOCTYPE', end)) {
    throw new Refusal(source.placeAt(end), 'DOCTYPE', 'document type declarations are not read');
  }
}

function isElementNode(node: Node): boolean {
  const name = nameOf(node);
  return name !== TEXT && name !== CDATA;
}

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

function placeOf(source: SourceText, node: Node) {
  const metadata: unknown = Reflect.get(node, METADATA);
  const start: unknown = metadata instanceof Object ? Reflect.get(metadata, 'startIndex') : undefined;
  if (typeof start !== 'number') throw new TypeError('fast-xml-parser gave no position');
  return source.placeAt(start);
}

function toElement(source: SourceText, node: Node, outer: ReadonlyMap<string, string>): XmlElement {
  const place = placeOf(source, node);
  const tag = nameOf(node);
  const written = Object.entries((node[':@'] ?? {}) as Record<string, string>).map(([key, value]): [string, string] => [
    key.slice(ATTRIBUTE.length),
    expandReferences(value.replace(/[\t\n\r]/g, ' '), source, node),
  ]);
  const declared = written.flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) return [];
    return [[name.slice(6), presentNamespace(value)]];
  });
  const prefixes = declared.length === 0 ? outer : new Map([...outer, ...declared]);
  const resolve = (name: string, unprefixed: string): [namespace: string, localName: string] => {
    const colon = name.indexOf(':');
    if (colon < 0) return [unprefixed, name];
    const namespace = prefixes.get(name.slice(0, colon));
    if (namespace === undefined) throw new Refusal(place, `"${name}"`, 'its prefix is bound to no namespace');
    return [namespace, name.slice(colon + 1)];
  };
  const attributes = new Map<string, string>();
  for (const [name, value] of written) {
    const key = name === 'xmlns' ? 'xmlns' : expandedName(...resolve(name, ''));
    if (attributes.has(key)) throw new Refusal(place, tag, `has the attribute ${name} twice`);
    attributes.set(key, TEXTS.has(name) ? value : value.trim());
  }
  const [namespace, localName] = resolve(tag, prefixes.get('') ?? '');
  const content = node[tag] as readonly Node[];
  const children: XmlElement[] = [];
  let text = '';
  for (const child of content) {
    const name = nameOf(child);
    if (name === TEXT) text += expandReferences(String(child[TEXT]), source, node);
    else if (name === CDATA) text += (child[CDATA] as readonly Node[]).map((part) => part[TEXT]).join('');
    else {
      const element = toElement(source, child, prefixes);
      children.push(element);
      text += element.text;
    }
  }
  return { namespace, localName, attributes, children, text, place, prefixes };
}

/** The attributes whose white space may mean something; all others are names, numbers and addresses. */
const TEXTS: ReadonlySet<string> = new Set(['value', 'default', 'fixed', 'soapAction']);

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function expandReferences(text: string, source: SourceText, node: Node): string {
  return text.replace(/&(?:([^;&\s]*);)?/g, (whole, name = '') => {
    const digits = /^#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/.exec(name);
    const code = digits?.[1] !== undefined ? Number.parseInt(digits[1], 16) : Number(digits?.[2] ?? Number.NaN);
    const character = code <= 0x10ffff ? String.fromCodePoint(code) : PREDEFINED.get(name);
    if (character === undefined) throw new Refusal(placeOf(source, node), whole, 'no such entity or character');
    return character;
  });
}
