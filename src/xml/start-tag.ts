import { Problem } from '../errors/problem.js';
import { isName } from './chars.js';
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
  /** A place where a layer above keeps what it made of the attributes. */
  note: unknown;
}

/** The namespace prefixes in scope; a scope is never changed, so that it can be kept and returned to. */
export class Scope {
  static readonly root: () => Scope = () =>
    new Scope(
      undefined,
      new Map([
        ['xml', XML_NAMESPACE],
        ['', ''],
      ]),
    );

  /** Tags already parsed in this scope, by their raw text. */
  readonly memo: Map<string, StartTag> = new Map();
  readonly #parent: Scope | undefined;
  readonly #own: ReadonlyMap<string, string>;

  private constructor(parent: Scope | undefined, own: ReadonlyMap<string, string>) {
    this.#parent = parent;
    this.#own = own;
  }

  /** The scope inside an element that declares prefixes. */
  with(own: ReadonlyMap<string, string>): Scope {
    return new Scope(this, own);
  }

  /** The namespace bound to a prefix; `undefined` where it is not bound. */
  lookup(prefix: string): string | undefined {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const uri = scope.#own.get(prefix);
      if (uri !== undefined) return uri;
    }
    return undefined;
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
 * @param decode - makes text of a slice of `text` (UTF-8 in latin1 clothes)
 * @param keep - makes of a slice of `text` a string that may live long
 * @throws Problem when the tag is not well-formed
 */
export function parseStartTag(
  text: string,
  position: number,
  scope: Scope,
  maxAttributes: number,
  decode: (raw: string) => string,
  keep: (raw: string) => string,
): StartTag {
  const fail = (reason: string, offset: number): never => {
    throw new Problem(reason, { offset });
  };
  const nameAt = (raw: string, offset: number): string => {
    const name = decode(raw);
    return isName(name) ? name : fail('not an XML name', offset);
  };

  NAME.lastIndex = position + 1;
  const nameMatch = NAME.exec(text);
  if (nameMatch === null) return fail('"<" begins no tag', position);
  const name = nameAt(nameMatch[0], position);
  let end = NAME.lastIndex;

  const written: { name: string; value: string; offset: number }[] = [];
  const names = new Set<string>();
  const declared = new Map<string, string>();
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(text);
    if (match === null) break;
    const attribute = nameAt(match[1] ?? '', end);
    const raw = match[2] ?? match[3] ?? '';
    const value = attributeValue(decode(raw), end);
    if (names.has(attribute)) fail('an attribute stands twice in one tag', end);
    if (names.add(attribute).size > maxAttributes) fail(`more than ${maxAttributes} attributes in one tag`, end);
    if (attribute === 'xmlns') declared.set('', checkedBinding('', value, end));
    else if (attribute.startsWith('xmlns:')) {
      const prefix = attribute.slice(6);
      if (!isName(prefix)) fail('a namespace prefix that is not an XML name', end);
      declared.set(prefix, checkedBinding(prefix, value, end));
    } else written.push({ name: attribute, value, offset: end });
    end = ATTRIBUTE.lastIndex;
  }

  CLOSE.lastIndex = end;
  const close = CLOSE.exec(text);
  if (close === null) return fail('the tag is not well-formed', end);

  const inner = declared.size === 0 ? scope : scope.with(declared);
  const attributes: Attribute[] = [];
  const expanded = new Set<string>();
  for (const { name: attribute, value, offset } of written) {
    const { local, uri } = resolve(attribute, inner, '', offset);
    if (uri !== '' && expanded.size === expanded.add(`${uri} ${local}`).size) {
      fail('an attribute stands twice in one tag, by its namespace', offset);
    }
    attributes.push({ name: attribute, local, uri, value });
  }
  const { local, uri } = resolve(name, inner, inner.lookup('') ?? '', position);
  return {
    rawName: keep(nameMatch[0]),
    local,
    uri,
    attributes,
    selfClosing: close[1] === '/',
    scope: inner,
    raw: keep(text.slice(position, CLOSE.lastIndex)),
    outer: undefined,
    next: undefined,
    note: undefined,
  };
}

/** XML 1.0 section 3.3.3: white space becomes a space, except where a reference brought it. */
function attributeValue(raw: string, offset: number): string {
  const spaced = /[\t\r\n]/.test(raw) ? raw.replace(/\r\n|[\t\r\n]/g, ' ') : raw;
  return spaced.includes('&') ? expandReferences(spaced, offset) : spaced;
}

function checkedBinding(prefix: string, uri: string, offset: number): string {
  const reserved =
    prefix === 'xmlns' ||
    uri === XMLNS_NAMESPACE ||
    (prefix === 'xml') !== (uri === XML_NAMESPACE) ||
    (prefix !== '' && uri === '') ||
    prefix.includes(':');
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
