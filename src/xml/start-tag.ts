import { Problem } from '../errors/problem.js';
import { isName, refuseForbidden } from './chars.js';
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
  /** For the reader's memo: the scope the tag is remembered in, and the tag that followed it last time. */
  outer: Scope | undefined;
  next: StartTag | undefined;
  /** The tag that is the same but for the value of one attribute, which is empty there: see {@link variant}. */
  readonly shape: StartTag | undefined;
  /** A place where a layer above keeps what it made of the attributes. */
  note: unknown;
}

/** How many tags the scopes of one root remember together. */
const MAX_TAGS = 1024;

/** The namespace prefixes in scope; they are never changed, so that a scope can be kept and returned to. */
export class Scope {
  /** Tags already parsed in this scope, by their raw text. */
  readonly #memo = new Map<string, StartTag>();
  readonly #parent: Scope | undefined;
  readonly #own: ReadonlyMap<string, string>;
  /** Shared by all scopes of one root: it is their memory together that has to stay small. */
  readonly #usage: { tags: number };

  private constructor(parent: Scope | undefined, own: ReadonlyMap<string, string>, usage: { tags: number }) {
    this.#parent = parent;
    this.#own = own;
    this.#usage = usage;
  }

  /** The scope outside the root element. */
  static root(): Scope {
    return new Scope(undefined, new Map([['xml', XML_NAMESPACE]]), { tags: 0 });
  }

  /** The scope inside an element that declares prefixes. */
  with(own: ReadonlyMap<string, string>): Scope {
    return new Scope(this, own, this.#usage);
  }

  /** The namespace bound to a prefix; `undefined` where it is not bound. */
  lookup(prefix: string): string | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const uri = scope.#own.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
  }

  /** How many tags are remembered, here and in all scopes of the same root. */
  get remembered(): number {
    return this.#usage.tags;
  }

  /** Whether another tag can be remembered. */
  get hasRoom(): boolean {
    return this.#usage.tags < MAX_TAGS;
  }

  /** The tag of this raw text, if it was met here before. */
  recall(raw: string): StartTag | undefined {
    return this.#memo.get(raw);
  }

  /** Remembers a tag. Its strings must not be slices of a document, or they would keep it in memory. */
  remember(tag: StartTag): void {
    tag.outer = this;
    this.#memo.set(tag.raw, tag);
    this.#usage.tags += 1;
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

const NAME = /[^ \t\r\n/>=<"'&]+/y;
const ATTRIBUTE = /[ \t\r\n]+([^ \t\r\n/>=<"'&]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const CLOSE = /[ \t\r\n]*(\/?)>/y;

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
  NAME.lastIndex = position + 1;
  const rawName = NAME.exec(text)?.[0];
  if (rawName === undefined) throw new Problem('"<" begins no tag', { offset: position });
  const name = checkedName(rawName, position);
  let end = NAME.lastIndex;

  const written: { name: string; value: string; offset: number }[] = [];
  let names: Names | undefined;
  let declared: Map<string, string> | undefined;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    const attribute = checkedName(match[1] ?? '', end);
    const value = attributeValue(match[2] ?? match[3] ?? '', end);
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
  const close = CLOSE.exec(text);
  if (close === null) throw new Problem('the tag is not well-formed', { offset: end });

  const inner = declared === undefined ? scope : scope.with(declared);
  return {
    rawName,
    ...resolve(name, inner, inner.lookup('') ?? '', position),
    attributes: resolveAttributes(written, inner),
    selfClosing: close[1] === '/',
    scope: inner,
    raw: text.slice(position, CLOSE.lastIndex),
    outer: undefined,
    next: undefined,
    shape: undefined,
    note: undefined,
  };
}

function resolveAttributes(
  written: readonly { readonly name: string; readonly value: string; readonly offset: number }[],
  scope: Scope,
): readonly Attribute[] {
  let expanded: Names | undefined;
  return written.map(({ name, value, offset }) => {
    const { local, uri } = resolve(name, scope, '', offset);
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
  const name = decodeLatin1(raw);
  if (!isName(name)) throw new Problem('not an XML name', { offset });
  return name;
}

const NOT_ASCII = /[\u0080-\u00ff]/;

/** UTF-8 bytes that were read as one character each become text. */
export function decodeLatin1(raw: string): string {
  return NOT_ASCII.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
}

/** XML 1.0 section 3.3.3: white space becomes a space, except where a reference brought it. */
function attributeValue(raw: string, offset: number): string {
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

function resolve(name: string, scope: Scope, defaultUri: string, offset: number): { local: string; uri: string } {
  const colon = name.indexOf(':');
  if (colon === -1) return { local: name, uri: defaultUri };
  const local = name.slice(colon + 1);
  if (colon === 0 || !isName(local) || local.includes(':')) {
    throw new Problem('not a qualified name (Namespaces in XML section 4)', { offset });
  }
  const uri = scope.lookup(name.slice(0, colon));
  if (uri === undefined) throw new Problem('a namespace prefix is not bound', { offset });
  return { local, uri };
}
