import { Problem } from '../errors/problem.js';
import { Bindings, Prefixes } from './bindings.js';
import { isAsciiName, isName, refuseForbidden } from './chars.js';
import { expandReferences } from './references.js';

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';

/** An attribute with its namespace resolved; namespace declarations are not attributes here. */
interface Attribute {
  readonly name: string;
  readonly local: string;
  /** The namespace; empty for an attribute without a prefix. */
  readonly uri: string;
  readonly value: string;
}

/** A start tag, parsed and checked. The same object stands for every repetition of the tag in one scope. */
export interface StartTag {
  /** The name as its bytes stand in the document, with its prefix: what the end tag must repeat. */
  readonly rawName: string;
  readonly local: string;
  /** The namespace; empty where there is none. */
  readonly uri: string;
  readonly attributes: readonly Attribute[];
  readonly selfClosing: boolean;
  /** The namespaces in scope inside the element. */
  readonly scope: Scope;
  /** The tag's own characters. */
  readonly raw: string;
  /** For the reader's cache: the scope the tag is remembered in, and the tag that followed it last time. */
  outer: Scope | undefined;
  next: StartTag | undefined;
  /** The tag that is the same but for the value of one attribute, which is empty there: see {@link withValue}. */
  readonly shape: StartTag | undefined;
  /** A place where a layer above keeps what it made of the attributes. */
  note: unknown;
}

/** How many tags the scopes of one root remember together. */
const MAX_TAGS = 1024;

/** What all scopes of one root share: it is their memory together that has to stay small. */
class Shared {
  readonly prefixes = new Prefixes();
  tags = 0;
}

/** The namespace prefixes in scope; they are never changed, so that a scope can be kept and returned to. */
export class Scope {
  /** Tags already parsed in this scope, by their raw text. */
  #tags: Map<string, StartTag> | undefined;
  readonly #bindings: Bindings;
  readonly #shared: Shared;

  private constructor(bindings: Bindings, shared: Shared) {
    this.#bindings = bindings;
    this.#shared = shared;
  }

  /** The scope outside the root element. */
  static root(): Scope {
    const shared = new Shared();
    return new Scope(Bindings.NONE.with(shared.prefixes.number('xml'), XML_NAMESPACE), shared);
  }

  /** The scope inside an element that declares prefixes. */
  with(own: ReadonlyMap<string, string>): Scope {
    let bindings = this.#bindings;
    for (const [prefix, uri] of own) bindings = bindings.with(this.#shared.prefixes.number(prefix), uri);
    return new Scope(bindings, this.#shared);
  }

  /** The namespace bound to a prefix; `undefined` where it is not bound. */
  lookup(prefix: string): string | undefined {
    const number = this.#shared.prefixes.find(prefix);
    return number === undefined ? undefined : this.#bindings.get(number);
  }

  /** How many tags and prefixes are remembered, here and in all scopes of the same root. */
  get size(): number {
    return this.#shared.tags + this.#shared.prefixes.count;
  }

  /** Whether another tag can be remembered. */
  get hasRoom(): boolean {
    return this.#shared.tags < MAX_TAGS;
  }

  /** The tag of this raw text, if it was met here before. */
  find(raw: string): StartTag | undefined {
    return this.#tags?.get(raw);
  }

  /** Remembers a tag. Its strings must not be slices of a document, or they would keep it in memory. */
  add(tag: StartTag): void {
    tag.outer = this;
    (this.#tags ??= new Map()).set(tag.raw, tag);
    this.#shared.tags += 1;
  }
}

/** The names in one tag. A few are looked through, many are hashed: no tag takes more than linear time. */
class Names {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  get size(): number {
    return this.#many?.size ?? this.#few.length;
  }

  /** @returns `false` when the name is there already */
  add(name: string): boolean {
    if (this.#many !== undefined) return this.#many.size !== this.#many.add(name).size;
    if (this.#few.includes(name)) return false;
    this.#few.push(name);
    if (this.#few.length > 8) this.#many = new Set(this.#few);
    return true;
  }
}

const ATTRIBUTE = /[ \t\r\n]+([^ \t\r\n/>=<"'&]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const CLOSE = /[ \t\r\n]*(\/?)>/y;

/** Which bytes end a name. */
const ENDS_NAME = Uint8Array.from({ length: 256 }, (_, byte) =>
  ' \t\r\n/>=<"\'&'.includes(String.fromCharCode(byte)) ? 1 : 0,
);

const GREATER_THAN = 62;
const SLASH = 47;
const NO_ATTRIBUTES: readonly Attribute[] = [];

/** An attribute before its prefix is looked up. */
interface WrittenAttribute {
  readonly name: string;
  readonly value: string;
  readonly offset: number;
}

/**
 * Parses the start tag at a position of a document.
 *
 * @param text - the document, one character a byte
 * @param position - of its `<`
 * @param scope - the namespaces in scope outside the tag
 * @param maxAttributes - how many attributes and namespace declarations it may have
 * @throws Problem when the tag is not well-formed
 */
export function parseStartTag(text: string, position: number, scope: Scope, maxAttributes: number): StartTag {
  let end = position + 1;
  while (end < text.length && ENDS_NAME[text.charCodeAt(end)] === 0) end += 1;
  if (end === position + 1) throw new Problem('"<" begins no tag', { offset: position });
  const rawName = text.slice(position + 1, end);
  const name = checkedName(rawName, position);
  // Most tags that are parsed at all have no attributes.
  if (text.charCodeAt(end) === GREATER_THAN) return made(text, position, end + 1, rawName, name, scope, NO_ATTRIBUTES);

  const written: WrittenAttribute[] = [];
  let names: Names | undefined;
  let declared: Map<string, string> | undefined;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    const attribute = checkedName(match[1] ?? '', end);
    const raw = match[2] ?? match[3] ?? '';
    const value = attributeValue(raw, ATTRIBUTE.lastIndex - 1 - raw.length);
    names ??= new Names();
    if (!names.add(attribute)) throw new Problem('an attribute stands twice in one tag', { offset: end });
    if (names.size > maxAttributes) {
      throw new Problem(`more than ${maxAttributes} attributes in one tag`, { offset: end });
    }
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
      const prefix = attribute.slice(6);
      declared ??= new Map();
      if (attribute.endsWith(':')) throw new Problem('a namespace prefix without a name', { offset: end });
      declared.set(prefix, checkedBinding(prefix, value, end));
    } else written.push({ name: attribute, value, offset: end });
    end = ATTRIBUTE.lastIndex;
  }

  CLOSE.lastIndex = end;
  if (!CLOSE.test(text)) throw new Problem('the tag is not well-formed', { offset: end });
  const inner = declared === undefined ? scope : scope.with(declared);
  return made(text, position, CLOSE.lastIndex, rawName, name, inner, resolveAttributes(written, inner));
}

/** A tag of which all parts are known. */
function made(
  text: string,
  position: number,
  end: number,
  rawName: string,
  name: string,
  scope: Scope,
  attributes: readonly Attribute[],
): StartTag {
  const local = localName(name, position);
  return {
    rawName,
    local,
    uri: uriOf(name, local, scope, scope.lookup('') ?? '', position),
    attributes,
    selfClosing: text.charCodeAt(end - 2) === SLASH,
    scope,
    raw: text.slice(position, end),
    outer: undefined,
    next: undefined,
    shape: undefined,
    note: undefined,
  };
}

/** What ends a tag, or may hide its end. */
const END_OR_QUOTE = /[>"']/g;

/** Where the tag at a position ends, ">" in quoted values passed over; -1 when it does not. */
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

function resolveAttributes(written: readonly WrittenAttribute[], scope: Scope): readonly Attribute[] {
  let expanded: Names | undefined;
  return written.map(({ name, value, offset }) => {
    const local = localName(name, offset);
    const uri = uriOf(name, local, scope, '', offset);
    if (uri !== '' && written.length > 1) {
      expanded ??= new Names();
      if (!expanded.add(`${uri} ${local}`)) {
        throw new Problem('an attribute stands twice in one tag, by its namespace', { offset });
      }
    }
    return { name, local, uri, value };
  });
}

function checkedName(raw: string, offset: number): string {
  if (isAsciiName(raw)) return raw;
  const name = decodeLatin1(raw);
  if (!isName(name)) throw new Problem('not an XML name', { offset });
  return name;
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** UTF-8 bytes that were read as one character each become text. */
export function decodeLatin1(raw: string): string {
  if (!NOT_ASCII.test(raw)) return raw;
  return raw.length > MAX_DECODED_HERE ? Buffer.from(raw, 'latin1').toString('utf8') : decodeShort(raw);
}

/** Up to here a loop takes less time than a call of the engine. */
const MAX_DECODED_HERE = 64;

/** Valid UTF-8, as all of a document is by now. */
function decodeShort(raw: string): string {
  let text = '';
  const rest = (at: number): number => raw.charCodeAt(at) & 0x3f;
  for (let at = 0; at < raw.length; at++) {
    const byte = raw.charCodeAt(at);
    if (byte < 0x80) text += raw[at];
    else if (byte < 0xe0) text += String.fromCharCode(((byte & 0x1f) << 6) | rest(++at));
    else if (byte < 0xf0) text += String.fromCharCode(((byte & 0x0f) << 12) | (rest(++at) << 6) | rest(++at));
    else {
      const code = ((byte & 0x07) << 18) | (rest(++at) << 12) | (rest(++at) << 6) | rest(++at);
      text += String.fromCodePoint(code);
    }
  }
  return text;
}

/** Nothing that SOAP puts into an attribute is longer than a line: this is far from any, and soon looked through. */
const MAX_VALUE_LENGTH = 1_048_576;

/** XML 1.0 section 3.3.3: white space becomes a space, except where a reference brought it. */
function attributeValue(raw: string, offset: number): string {
  if (raw.length > MAX_VALUE_LENGTH)
    throw new Problem(`an attribute of more than ${MAX_VALUE_LENGTH} bytes`, { offset });
  refuseForbidden(raw, offset);
  const text = decodeLatin1(raw);
  const spaced = /[\t\r\n]/.test(text) ? text.replace(/\r\n|[\t\r\n]/g, ' ') : text;
  return spaced.includes('&') ? expandReferences(spaced, offset) : spaced;
}

function checkedBinding(prefix: string, uri: string, offset: number): string {
  const reserved =
    prefix === 'xmlns' ||
    uri === XMLNS_NAMESPACE ||
    (prefix === 'xml') !== (uri === XML_NAMESPACE) ||
    (prefix !== '' && uri === '') ||
    prefix.includes(':') ||
    (prefix !== '' && !isName(prefix));
  if (reserved) throw new Problem('a namespace declaration that Namespaces in XML forbids', { offset });
  return uri;
}

/** The part of a qualified name behind its prefix. */
function localName(name: string, offset: number): string {
  const colon = name.indexOf(':');
  if (colon === -1) return name;
  const local = name.slice(colon + 1);
  if (colon === 0 || !beginsName(local) || local.includes(':')) {
    throw new Problem('not a qualified name (Namespaces in XML section 4)', { offset });
  }
  return local;
}

/** Whether the rest of a name is a name itself: that hangs on its first character alone. */
function beginsName(rest: string): boolean {
  const first = rest.codePointAt(0);
  return first !== undefined && isName(String.fromCodePoint(first));
}

/** The namespace of a name; without a prefix it is the one given. */
function uriOf(name: string, local: string, scope: Scope, withoutPrefix: string, offset: number): string {
  if (name.length === local.length) return withoutPrefix;
  const uri = scope.lookup(name.slice(0, name.length - local.length - 1));
  if (uri === undefined) throw new Problem('a namespace prefix is not bound', { offset });
  return uri;
}
