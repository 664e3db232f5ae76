import { Bindings, Prefixes } from './bindings.js';

/** An attribute with its namespace resolved; namespace declarations are not attributes here. */
export interface Attribute {
  readonly name: string;
  readonly local: string;
  /** The namespace; empty if there is none. */
  readonly uri: string;
  readonly value: string;
}

/** A start tag, parsed and checked. The same object stands for every repetition of the tag in one scope. */
export interface StartTag {
  /** The bytes of the name with its prefix, which the end tag must repeat. */
  readonly rawName: string;
  readonly local: string;
  /** The namespace; empty where there is none. */
  readonly uri: string;
  readonly attributes: readonly Attribute[];
  /** The values of the attributes of these names without a prefix. */
  readonly id: string | undefined;
  readonly href: string | undefined;
  readonly selfClosing: boolean;
  /** The namespaces in scope inside the element. */
  readonly scope: Scope;
  /** The number of characters of the tag. */
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
  /** Between two values. */
  readonly between: string | undefined;
  readonly after: string;
  /** True if the first value is the `id`. */
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
  /** Tags already parsed in this scope, by their raw text. */
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

  /** The scope outside the root element. */
  static root(): Scope {
    const shared = new Shared();
    return new Scope(Bindings.NONE.with(shared.prefixes.number('xml'), XML_NAMESPACE), '', shared);
  }

  /** The scope inside an element that declares prefixes. */
  with(own: ReadonlyMap<string, string>): Scope {
    let bindings = this.#bindings;
    for (const [prefix, uri] of own) bindings = bindings.with(this.#shared.prefixes.number(prefix), uri);
    return new Scope(bindings, own.get('') ?? this.defaultUri, this.#shared);
  }

  /** Returns the namespace of a prefix; `undefined` if it is unbound. */
  lookup(prefix: string): string | undefined {
    const number = this.#shared.prefixes.find(prefix);
    return number === undefined ? undefined : this.#bindings.get(number);
  }

  /** The number of tags and prefixes that are remembered, here and in all scopes of the same root. */
  get size(): number {
    return this.#shared.tags + this.#shared.prefixes.count;
  }

  /** True where another tag can be remembered. */
  get hasRoom(): boolean {
    return this.#shared.tags < MAX_TAGS;
  }

  /** The tag of this raw text, if it was met here before. */
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
