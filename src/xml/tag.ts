const WIDTH = 16;
const BITS = 4;

type Node = readonly (Node | string | undefined)[];

/** The numbers of the prefixes that the scopes of one root know: each is counted when it is met first. */
class Prefixes {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  find(prefix: string): number | undefined {
    return this.#numbers.get(prefix);
  }

  number(prefix: string): number {
    const known = this.#numbers.get(prefix);
    if (known !== undefined) return known;
    const { size } = this.#numbers;
    this.#numbers.set(prefix, size);
    return size;
  }
}

/**
 * An immutable table of namespaces by prefix number. A new binding shares all but a few nodes, so neither nested scopes
 * nor look-ups are slow.
 */
export class Bindings {
  static readonly NONE: Bindings = new Bindings([], 0);
  readonly #root: Node;
  readonly #shift: number;

  private constructor(root: Node, shift: number) {
    this.#root = root;
    this.#shift = shift;
  }

  get(number: number): string | undefined {
    if (number >> this.#shift >= WIDTH) return undefined;
    let node: Node | string | undefined = this.#root;
    for (let shift = this.#shift; node !== undefined && shift >= 0; shift -= BITS) {
      node = (node as Node)[(number >> shift) & (WIDTH - 1)];
    }
    return node as string | undefined;
  }

  with(number: number, uri: string): Bindings {
    let root: Node = this.#root;
    let shift = this.#shift;
    for (; number >> shift >= WIDTH; shift += BITS) root = [root];
    return new Bindings(replaced(root, shift, number, uri), shift);
  }
}

function replaced(node: Node, shift: number, number: number, uri: string): Node {
  const copy = node.slice();
  const index = (number >> shift) & (WIDTH - 1);
  while (copy.length < index) copy.push(undefined);
  copy[index] = shift === 0 ? uri : replaced((copy[index] ?? []) as Node, shift - BITS, number, uri);
  return copy;
}

/** An attribute with its namespace resolved; namespace declarations are not attributes here. */
export interface Attribute {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
}

/** A start tag, parsed and checked. The same object stands for every repetition of the tag in one scope. */
export interface StartTag {
  /** The bytes of the name with its prefix, which the end tag must repeat. */
  readonly rawName: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly Attribute[];
  /** The values of the attributes of these names without a prefix. */
  readonly id: string | undefined;
  readonly href: string | undefined;
  readonly selfClosing: boolean;
  readonly scope: Scope;
  readonly length: number;
  /** For the reader's cache: its own characters, the scope it is remembered in, and the tag that followed it last. */
  raw: string;
  outer: Scope | undefined;
  next: StartTag | undefined;
  /** The tag that is the same but for its `id` and `href`, which are empty there: see {@link LikeTag}. */
  readonly shape: StartTag | undefined;
  /** For a shape: the text around the values. */
  cut: TagCut | undefined;
  /** A slot in which a higher layer caches its view of the attributes. */
  note: unknown;
}

/** The parts of a tag around the values of `id`, `href` or both. */
export interface TagCut {
  readonly before: string;
  readonly between: string | undefined;
  readonly after: string;
  readonly isIdFirst: boolean;
}

/** The namespace that the prefix `xml` is bound to everywhere. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** The most tags that the scopes of one root remember together. */
const MAX_TAGS = 1024;

/** The memory that all scopes of one root share: all of them together have to stay small. */
class Shared {
  readonly prefixes = new Prefixes();
  tags = 0;
}

/** The namespace prefixes in scope; they are never changed, so that a scope can be kept and returned to. */
export class Scope {
  #tags: Map<string, StartTag> | undefined;
  /** The last tag without a known predecessor; in the outermost scope, the last root element. */
  firstTag: StartTag | undefined;
  /** The namespace of names without a prefix; empty if there is none. */
  readonly defaultUri: string;
  readonly #bindings: Bindings;
  readonly #shared: Shared;

  private constructor(bindings: Bindings, defaultUri: string, shared: Shared) {
    this.#bindings = bindings;
    this.defaultUri = defaultUri;
    this.#shared = shared;
  }

  static root(): Scope {
    const shared = new Shared();
    return new Scope(Bindings.NONE.with(shared.prefixes.number('xml'), XML_NAMESPACE), '', shared);
  }

  with(declared: ReadonlyMap<string, string>): Scope {
    let bindings = this.#bindings;
    for (const [prefix, uri] of declared) bindings = bindings.with(this.#shared.prefixes.number(prefix), uri);
    return new Scope(bindings, declared.get('') ?? this.defaultUri, this.#shared);
  }

  lookup(prefix: string): string | undefined {
    const number = this.#shared.prefixes.find(prefix);
    return number === undefined ? undefined : this.#bindings.get(number);
  }

  /** The number of tags and prefixes that are remembered, here and in all scopes of the same root. */
  get size(): number {
    return this.#shared.tags + this.#shared.prefixes.count;
  }

  get hasRoom(): boolean {
    return this.#shared.tags < MAX_TAGS;
  }

  find(raw: string): StartTag | undefined {
    return this.#tags?.get(raw);
  }

  /** Remembers a tag. Its strings must not be slices of a document, or they would keep it in memory. */
  add(raw: string, tag: StartTag): void {
    tag.outer = this;
    tag.raw = raw;
    (this.#tags ??= new Map()).set(raw, tag);
    this.#shared.tags += 1;
  }
}

/** The responses of a service repeat a few dozen tags. If the cache exceeds this size, it is cleared. */
const MAX_CACHED_TAGS = 512;

/** The outermost scope of all responses of a service, which caches their tags. */
export class TagScope {
  #scope = Scope.root();

  get scope(): Scope {
    if (this.#scope.size > MAX_CACHED_TAGS) this.#scope = Scope.root();
    return this.#scope;
  }
}
