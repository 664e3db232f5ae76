import type { Refusal } from '../model/refusal.js';
import type { Warnings } from '../model/warnings.js';
import { type ComplexBase, complexBase, isArrayBase } from './complex-base.js';
import { expandedName, XSD } from './documents/namespaces.js';
import { isSame } from './documents/same-element.js';
import type { Schemas } from './documents/schemas.js';
import { isElement, type XmlElement } from './documents/xml-tree.js';
import { Globals } from './globals.js';
import { type IdentifierScope, toIdentifier } from './identifiers.js';

/** A type that a schema declares, before its content is read. */
export interface DeclaredType {
  readonly kind: 'struct' | 'array' | 'simple';
  /** Empty for an anonymous type. */
  readonly name: string;
  readonly namespace: string;
  readonly identifier: string;
  readonly element: XmlElement;
  /** A second declaration of the same name that says something else. */
  readonly other?: XmlElement | undefined;
}

export type Strictness = 'strict' | 'lenient' | 'plain';

/** A type as it is written down, before it is known what kind it is. */
type Written = Omit<DeclaredType, 'kind'>;

/**
 * The types that all schemas declare, by expanded name and in the order of the schemas, and those without a name, as
 * they are met. Their content is not read.
 */
export class TypeTable {
  readonly warnings: Warnings;
  /** Takes the names of the types in TypeScript. */
  readonly scope: IdentifierScope;
  readonly globals: Globals;
  readonly strictness: Strictness;
  readonly #written: ReadonlyMap<string, Written>;
  readonly #byIdentifier: ReadonlyMap<string, Written>;
  readonly #types = new Map<Written, DeclaredType>();
  readonly #unnamed = new Map<XmlElement, DeclaredType>();
  readonly #unnamedByIdentifier = new Map<string, DeclaredType>();
  readonly #unions = new Map<DeclaredType, string>();
  readonly #missing: ReadonlyMap<string, Refusal>;
  /** The types that are derived from each directly, by expanded name. */
  #derived: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #allDerived = new Map<DeclaredType, readonly DeclaredType[]>();
  #any: string | undefined;

  constructor(schemas: Schemas, scope: IdentifierScope, warnings: Warnings, strictness: Strictness = 'strict') {
    this.warnings = warnings;
    this.scope = scope;
    this.strictness = strictness;
    this.globals = new Globals(schemas);
    this.#written = writtenTypes(schemas, scope);
    this.#byIdentifier = new Map([...this.#written.values()].map((written) => [written.identifier, written]));
    this.#missing = schemas.missing;
  }

  /**
   * The type of an expanded name. Types of a schema without a target namespace are found by their local names: such a
   * schema is mostly meant to have that of the WSDL.
   */
  get(key: string): DeclaredType | undefined {
    const written = this.#written.get(key) ?? this.#written.get(key.slice(key.lastIndexOf('}') + 1));
    return written && this.#typeOf(written);
  }

  /** All types: those with a name first. */
  values(): readonly DeclaredType[] {
    const named = [...this.#written.values()].map((written) => this.#typeOf(written));
    return [...named, ...this.#unnamed.values()];
  }

  /** The type of this name in TypeScript. */
  identified(identifier: string): DeclaredType | undefined {
    const written = this.#byIdentifier.get(identifier);
    return written ? this.#typeOf(written) : this.#unnamedByIdentifier.get(identifier);
  }

  /** Returns why the imported schema of a namespace could not be read. */
  missing(namespace: string): Refusal | undefined {
    return this.#missing.get(namespace);
  }

  /**
   * Returns the anonymous type in an element.
   *
   * @param owner - the names of the constructs that contain it, such as `Order` and `items`
   */
  unnamed(element: XmlElement, ...owner: readonly string[]): DeclaredType {
    let declared = this.#unnamed.get(element);
    if (declared === undefined) {
      const identifier = this.scope.claim(toIdentifier(owner.join('_')));
      declared = { kind: this.#kindOf(element), name: '', namespace: '', identifier, element };
      this.#unnamed.set(element, declared);
      this.#unnamedByIdentifier.set(identifier, declared);
    }
    return declared;
  }

  /** The identifier of the type that stands for any value. */
  get any(): string {
    return (this.#any ??= this.scope.claim('AnyValue'));
  }

  /** The identifier of the type that stands for a struct and all that are derived from it. */
  unionOf(declared: DeclaredType): string {
    const known = this.#unions.get(declared) ?? this.scope.claim(`$${declared.identifier}`);
    this.#unions.set(declared, known);
    return known;
  }

  /** The struct whose union an identifier names. */
  declaredOfUnion(identifier: string): DeclaredType | undefined {
    return [...this.#unions].find(([, union]) => union === identifier)?.[0];
  }

  /** The structs that are derived from one, directly or not, in the order of the schemas. */
  derivedFrom(declared: DeclaredType): readonly DeclaredType[] {
    const known = this.#allDerived.get(declared) ?? this.#findDerived(declared);
    this.#allDerived.set(declared, known);
    return known;
  }

  #findDerived(declared: DeclaredType): readonly DeclaredType[] {
    if (declared.kind !== 'struct' || declared.name === '' || this.strictness === 'plain') return [];
    this.#derived ??= this.#directlyDerived();
    const found = new Set<string>();
    const waiting = [expandedName(declared.namespace, declared.name)];
    for (const name of waiting) {
      for (const derived of this.#derived.get(name) ?? []) {
        if (!found.has(derived)) waiting.push(derived);
        found.add(derived);
      }
    }
    if (found.size === 0) return [];
    return this.values().filter((type) => type !== declared && found.has(expandedName(type.namespace, type.name)));
  }

  baseOf(declared: DeclaredType): DeclaredType | undefined {
    const base = complexBase(declared.element);
    const found = base === undefined ? undefined : this.get(base.name);
    return found?.kind === 'struct' && found !== declared ? found : undefined;
  }

  #directlyDerived(): ReadonlyMap<string, readonly string[]> {
    const derived = new Map<string, string[]>();
    for (const { name, namespace, element } of this.#written.values()) {
      const base = complexBase(element)?.name;
      if (base !== undefined) derived.set(base, [...(derived.get(base) ?? []), expandedName(namespace, name)]);
    }
    return derived;
  }

  #typeOf(written: Written): DeclaredType {
    let declared = this.#types.get(written);
    if (declared === undefined) {
      declared = { ...written, kind: this.#kindOf(written.element) };
      this.#types.set(written, declared);
    }
    return declared;
  }

  #kindOf(element: XmlElement): DeclaredType['kind'] {
    if (element.localName === 'simpleType') return 'simple';
    const seen = new Set<XmlElement>();
    let base: ComplexBase | undefined = complexBase(element);
    while (base !== undefined) {
      if (isArrayBase(base)) return 'array';
      const next = this.#written.get(base.name)?.element;
      if (next === undefined || seen.has(next)) break;
      seen.add(next);
      base = complexBase(next);
    }
    return 'struct';
  }
}

function writtenTypes({ documents }: Schemas, scope: IdentifierScope): ReadonlyMap<string, Written> {
  const types = new Map<string, Written>();
  for (const { element: schema, targetNamespace } of documents) {
    for (const element of schema.children) {
      if (!isElement(element, XSD, 'complexType') && !isElement(element, XSD, 'simpleType')) continue;
      const name = element.attributes.get('name');
      if (name === undefined) continue;
      const key = expandedName(targetNamespace, name);
      const earlier = types.get(key);
      if (earlier === undefined) {
        types.set(key, { name, namespace: targetNamespace, identifier: scope.claim(toIdentifier(name)), element });
      } else if (!isSame(earlier.element, element)) types.set(key, { ...earlier, other: element });
    }
  }
  return types;
}
