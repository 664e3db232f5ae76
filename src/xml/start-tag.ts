import { Problem } from '../errors/problem.js';
import {
  DOUBLE_QUOTE,
  EQUALS,
  expandReferences,
  GREATER_THAN,
  isInName,
  isName,
  LESS_THAN,
  refuseForbidden,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
} from './chars.js';
import { type Attribute, type Scope, type StartTag, type TagCut, XML_NAMESPACE } from './tag.js';

const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** The names in one tag. A few are looked through, many are hashed: no tag takes more than linear time. */
class Names {
  readonly #few: string[];
  #many: Set<string> | undefined;

  constructor(first: string) {
    this.#few = [first];
  }

  get size(): number {
    return this.#many?.size ?? this.#few.length;
  }

  add(name: string): boolean {
    if (this.#many !== undefined) return this.#many.size !== this.#many.add(name).size;
    if (this.#few.includes(name)) return false;
    this.#few.push(name);
    if (this.#few.length > 8) this.#many = new Set(this.#few);
    return true;
  }
}

const NOT_FIRST = 1;
const NOT_ASCII_NAME = 2;
const ENDS_NAME = 4;
const IN_NAME = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (' \t\r\n/>=<"\'&'.includes(character)) return ENDS_NAME;
  if (/[A-Za-z_:]/.test(character)) return 0;
  return /[\d.-]/.test(character) ? NOT_FIRST : NOT_ASCII_NAME;
});

/** Kinds of bytes of a value that ask for more than being copied, as bits. */
const MARKUP = 1;
const MAY_BE_FORBIDDEN = 2;
const LETTER = 4;
const WHITE_SPACE = 8;
const REFERENCE = 16;
const IN_VALUE = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return byte === 0xef ? LETTER | MAY_BE_FORBIDDEN : LETTER;
  if (byte === 0x9 || byte === 0xa || byte === 0xd) return WHITE_SPACE;
  if (byte < 0x20) return MAY_BE_FORBIDDEN;
  return byte === 0x26 ? REFERENCE : byte === LESS_THAN ? MARKUP : 0;
});

const NO_ATTRIBUTES: readonly Attribute[] = [];

interface WrittenAttribute {
  readonly name: string;
  /** For a name with a prefix: first the bytes of the complete name. */
  local: string;
  uri: string;
  readonly value: string;
}

/** Parses the start tag at a position. @param text - the document, one character per byte */
export function parseStartTag(text: string, position: number, scope: Scope, maxAttributes: number): StartTag {
  let end = endOfName(text, position + 1);
  if (end === position + 1) throw new Problem('"<" does not begin a tag', { offset: position });
  const rawName = text.slice(position + 1, end);
  const isPlainName = checkName(rawName, position);

  let attributes: WrittenAttribute[] | undefined;
  let prefixed: number[] | undefined;
  let first: string | undefined;
  let names: Names | undefined;
  let declared: Map<string, string> | undefined;
  for (;;) {
    const start = afterSpace(text, end);
    const byte = text.charCodeAt(start);
    if (byte === GREATER_THAN) {
      end = start + 1;
      break;
    }
    if (byte === SLASH && text.charCodeAt(start + 1) === GREATER_THAN) {
      end = start + 2;
      break;
    }
    const nameEnd = endOfName(text, start);
    const equals = afterSpace(text, nameEnd);
    const quote = afterSpace(text, equals + 1);
    const valueEnd = endOfValue(text, quote);
    const isWritten = start > end && nameEnd > start && text.charCodeAt(equals) === EQUALS && valueEnd !== -1;
    const kinds = isWritten ? kindsIn(text, quote + 1, valueEnd) : MARKUP;
    if ((kinds & MARKUP) !== 0) throw new Problem('the tag is not well-formed', { offset: end });
    const rawAttribute = text.slice(start, nameEnd);
    const attribute = checkName(rawAttribute, end) ? rawAttribute : decodeLatin1(rawAttribute);
    const value = attributeValue(text.slice(quote + 1, valueEnd), kinds, quote + 1);
    if (first === undefined) first = attribute;
    else {
      names ??= new Names(first);
      if (!names.add(attribute)) throw new Problem('a duplicate attribute in one tag', { offset: end });
    }
    if ((names?.size ?? 1) > maxAttributes) {
      throw new Problem(`more than ${maxAttributes} attributes in one tag`, { offset: end });
    }
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
      const prefix = attribute.slice(6);
      declared ??= new Map();
      if (attribute.endsWith(':')) throw new Problem('a namespace prefix without a name', { offset: end });
      declared.set(prefix, checkedBinding(prefix, value, end));
    } else {
      attributes ??= [];
      const isPrefixed = attribute.includes(':');
      if (isPrefixed) (prefixed ??= []).push(attributes.length, end);
      attributes.push({ name: attribute, local: isPrefixed ? rawAttribute : attribute, uri: '', value });
    }
    end = valueEnd + 1;
  }

  const inner = declared === undefined ? scope : scope.with(declared);
  if (attributes !== undefined && prefixed !== undefined) resolvePrefixes(attributes, prefixed, inner, rawName);
  const colon = checkedColon(rawName, position);
  return new ParsedTag(
    rawName,
    !isPlainName ? undefined : colon === -1 ? rawName : rawName.slice(colon + 1),
    colon === -1 ? inner.defaultUri : boundUri(rawName.slice(0, colon), inner, position, rawName),
    attributes ?? NO_ATTRIBUTES,
    text.charCodeAt(end - 2) === SLASH,
    inner,
    end - position,
  );
}

/** A tag as it was parsed. A class, because nearly no local name of other letters is ever asked for. */
class ParsedTag implements StartTag {
  readonly rawName: string;
  readonly uri: string;
  readonly attributes: readonly Attribute[];
  readonly id: string | undefined;
  readonly href: string | undefined;
  readonly selfClosing: boolean;
  readonly scope: Scope;
  readonly length: number;
  raw: string;
  outer: Scope | undefined;
  next: StartTag | undefined;
  readonly shape: undefined;
  cut: TagCut | undefined;
  note: unknown;
  #local: string | undefined;

  constructor(
    rawName: string,
    local: string | undefined,
    uri: string,
    attributes: readonly Attribute[],
    selfClosing: boolean,
    scope: Scope,
    length: number,
  ) {
    this.rawName = rawName;
    this.#local = local;
    this.uri = uri;
    this.attributes = attributes;
    this.id = valueOf(attributes, 'id');
    this.href = valueOf(attributes, 'href');
    this.selfClosing = selfClosing;
    this.scope = scope;
    this.length = length;
    // Assigned here: a separate initializer would be one more call for each tag.
    this.raw = '';
    this.outer = undefined;
    this.next = undefined;
    this.shape = undefined;
    this.cut = undefined;
    this.note = undefined;
  }

  get local(): string {
    return (this.#local ??= decodeLatin1(this.rawName.slice(this.rawName.indexOf(':') + 1)));
  }
}

function endOfName(text: string, start: number): number {
  let end = start;
  while (end < text.length && IN_NAME[text.charCodeAt(end)] !== ENDS_NAME) end += 1;
  return end;
}

function afterSpace(text: string, start: number): number {
  let end = start;
  for (; ; end++) {
    const byte = text.charCodeAt(end);
    if (byte !== SPACE && IN_VALUE[byte] !== WHITE_SPACE) return end;
  }
}

/** Finds the quote that ends a value; -1 where none is begun, or ended. */
function endOfValue(text: string, position: number): number {
  const quote = text.charCodeAt(position);
  if (quote === DOUBLE_QUOTE) return text.indexOf('"', position + 1);
  return quote === SINGLE_QUOTE ? text.indexOf("'", position + 1) : -1;
}

function valueOf(attributes: readonly Attribute[], name: string): string | undefined {
  for (const attribute of attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}

const END_OR_QUOTE = /[>"']/g;

/** Finds the end of the tag at a position, with ">" in quoted values passed over; -1 when it does not end. */
export function endOfTag(text: string, position: number): number {
  for (let at = position; ; ) {
    END_OR_QUOTE.lastIndex = at;
    const found = END_OR_QUOTE.exec(text);
    if (found === null) return -1;
    if (found[0] === '>') return found.index + 1;
    const closing = text.indexOf(found[0], found.index + 1);
    if (closing === -1) return -1;
    at = closing + 1;
  }
}

/** Resolves the prefixes of attributes. @param prefixed - the index and position of each attribute that has one */
function resolvePrefixes(
  attributes: WrittenAttribute[],
  prefixed: readonly number[],
  scope: Scope,
  rawName: string,
): void {
  let expanded: Names | undefined;
  for (let index = 0; index < prefixed.length; index += 2) {
    const attribute = attributes[prefixed[index] as number] as WrittenAttribute;
    const offset = prefixed[index + 1] as number;
    const { local: raw } = attribute;
    const colon = checkedColon(raw, offset);
    attribute.local = decodeLatin1(raw.slice(colon + 1));
    attribute.uri = boundUri(raw.slice(0, colon), scope, offset, rawName, raw);
    if (prefixed.length === 2) return;
    const own = `${attribute.uri} ${attribute.local}`;
    if (expanded === undefined) expanded = new Names(own);
    else if (!expanded.add(own)) {
      throw new Problem('a duplicate attribute in one tag, by its namespace', { offset });
    }
  }
}

function isAsciiName(raw: string): boolean {
  let seen = (IN_NAME[raw.charCodeAt(0)] as number) & NOT_FIRST ? NOT_ASCII_NAME : 0;
  for (let at = 0; at < raw.length; at++) seen |= IN_NAME[raw.charCodeAt(at)] as number;
  return (seen & NOT_ASCII_NAME) === 0;
}

function checkName(raw: string, offset: number): boolean {
  if (isAsciiName(raw)) return true;
  for (let at = 0; at < raw.length; at += lengthOfLetter(raw.charCodeAt(at))) {
    if (!isInName(codeOfLetter(raw, at), at === 0)) throw new Problem('not an XML name', { offset });
  }
  return false;
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** UTF-8 bytes that were read as one character each become text. */
export function decodeLatin1(raw: string): string {
  if (raw.length <= MAX_DECODED_HERE) return isAscii(raw) ? raw : decodeShort(raw);
  return NOT_ASCII.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
}

function isAscii(raw: string): boolean {
  let seen = 0;
  for (let at = 0; at < raw.length; at++) seen |= raw.charCodeAt(at);
  return seen < 0x80;
}

/** Up to here a loop takes less time than a call of the engine. */
const MAX_DECODED_HERE = 64;

function decodeShort(raw: string): string {
  let text = '';
  for (let at = 0; at < raw.length; at += lengthOfLetter(raw.charCodeAt(at))) {
    text += String.fromCodePoint(codeOfLetter(raw, at));
  }
  return text;
}

/**
 * Returns the number of bytes of the letter that begins with this one: of valid UTF-8, as all of a document is by now.
 */
function lengthOfLetter(first: number): number {
  if (first < 0x80) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function codeOfLetter(raw: string, at: number): number {
  const first = raw.charCodeAt(at);
  if (first < 0x80) return first;
  const second = raw.charCodeAt(at + 1) & 0x3f;
  if (first < 0xe0) return ((first & 0x1f) << 6) | second;
  const third = raw.charCodeAt(at + 2) & 0x3f;
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third;
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | (raw.charCodeAt(at + 3) & 0x3f);
}

/** Nothing that SOAP puts into an attribute is longer than a line: this is far from any, and soon looked through. */
const MAX_VALUE_LENGTH = 1_048_576;

function kindsIn(text: string, start: number, end: number): number {
  let kinds = 0;
  for (let at = start; at < end; at++) kinds |= IN_VALUE[text.charCodeAt(at)] as number;
  return kinds;
}

function attributeValue(raw: string, kinds: number, offset: number): string {
  if (raw.length > MAX_VALUE_LENGTH)
    throw new Problem(`an attribute of more than ${MAX_VALUE_LENGTH} bytes`, { offset });
  if (kinds === 0) return raw;
  if ((kinds & MAY_BE_FORBIDDEN) !== 0) refuseForbidden(raw, offset);
  const text = (kinds & LETTER) === 0 ? raw : decodeLatin1(raw);
  const spaced = (kinds & WHITE_SPACE) === 0 ? text : text.replace(/\r\n|[\t\r\n]/g, ' ');
  return (kinds & REFERENCE) === 0 ? spaced : expandReferences(spaced, offset);
}

/** A prefix that is bound to the empty text names no namespace: PHP writes such for `soap:body namespace=""`. */
function checkedBinding(prefix: string, uri: string, offset: number): string {
  const reserved =
    prefix === 'xmlns' ||
    uri === XMLNS_NAMESPACE ||
    (prefix === 'xml') !== (uri === XML_NAMESPACE) ||
    prefix.includes(':') ||
    (prefix !== '' && !isName(prefix));
  if (reserved) throw new Problem('a namespace declaration that Namespaces in XML forbids', { offset });
  return uri;
}

function checkedColon(raw: string, offset: number): number {
  const colon = raw.indexOf(':');
  if (colon === -1) return colon;
  const local = colon + 1;
  // After the end of the text, the code is 0, which is in no name.
  const isQualified = colon > 0 && isInName(codeOfLetter(raw, local), true) && raw.indexOf(':', local) === -1;
  if (!isQualified) throw new Problem('not a qualified name (Namespaces in XML section 4)', { offset });
  return colon;
}

function boundUri(raw: string, scope: Scope, offset: number, element: string, attribute?: string): string {
  const prefix = decodeLatin1(raw);
  const uri = scope.lookup(prefix);
  if (uri !== undefined) return uri;
  const tag = attribute === undefined ? element : `${element} ${attribute}`;
  const quoted = `${prefix} in <${decodeLatin1(tag)}>`;
  throw new Problem('a namespace prefix is not declared', { offset, quoted });
}
