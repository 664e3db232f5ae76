import { type IdentifierScope, toIdentifier } from '../model/identifiers.js';
import type { Refusal, Warnings } from '../model/refusal.js';
import { expandedName, SOAP_ENCODING, XSD } from './documents/namespaces.js';
import type { Schemas } from './documents/schemas.js';
import { childrenNamed, isElement, isSame, type XmlElement } from './documents/xml-tree.js';

export interface DeclaredType {
  readonly kind: 'struct' | 'array' | 'simple';
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

/** The types that the schemas declare, in their order, and anonymous types as they are found. */
export class TypeTable {
  readonly warnings: Warnings;
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

  /** Finds a type by expanded name. A schema without a target namespace is usually meant to have that of the WSDL. */
  get(key: string): DeclaredType | undefined {
    const written = this.#written.get(key) ?? this.#written.get(key.slice(key.lastIndexOf('}') + 1));
    return written && this.#typeOf(written);
  }

  values(): readonly DeclaredType[] {
    const named = [...this.#written.values()].map((written) => this.#typeOf(written));
    return [...named, ...this.#unnamed.values()];
  }

  identified(identifier: string): DeclaredType | undefined {
    const written = this.#byIdentifier.get(identifier);
    return written ? this.#typeOf(written) : this.#unnamedByIdentifier.get(identifier);
  }

  missing(namespace: string): Refusal | undefined {
    return this.#missing.get(namespace);
  }

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

  get any(): string {
    return (this.#any ??= this.scope.claim('AnyValue'));
  }

  /** The identifier of the type that stands for a struct and all that are derived from it. */
  unionOf(declared: DeclaredType): string {
    const known = this.#unions.get(declared) ?? this.scope.claim(`$${declared.identifier}`);
    this.#unions.set(declared, known);
    return known;
  }

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

type GlobalKind = 'element' | 'attribute' | 'group' | 'attributeGroup';

class Globals {
  readonly #found = new Map<string, XmlElement>();

  constructor({ documents }: Pick<Schemas, 'documents'>) {
    for (const { element: schema, targetNamespace } of documents) {
      for (const element of schema.children) {
        const name = element.attributes.get('name');
        if (element.namespace !== XSD || name === undefined) continue;
        const key = keyOf(element.localName, expandedName(targetNamespace, name));
        // The first one counts, as with everything that an import brings in twice.
        if (!this.#found.has(key)) this.#found.set(key, element);
      }
    }
  }

  find(kind: GlobalKind, name: string): XmlElement | undefined {
    return this.#found.get(keyOf(kind, name));
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}

interface ComplexBase {
  readonly derivation: XmlElement;
  /** True for text with attributes, false for a struct or an array. */
  readonly isSimple: boolean;
  readonly name: string;
}

const SOAP_ARRAY = expandedName(SOAP_ENCODING, 'Array');

/** Finds what a complex type is derived from; `undefined` for one that stands for itself. */
export function complexBase(type: XmlElement): ComplexBase | undefined {
  for (const content of type.children) {
    if (content.namespace !== XSD || !/^(?:simple|complex)Content$/.test(content.localName)) continue;
    const [derivation] = ['extension', 'restriction'].flatMap((name) => childrenNamed(content, XSD, name));
    if (derivation === undefined) continue;
    const name = expandedReference(derivation, derivation.attributes.get('base') ?? '');
    return { derivation, isSimple: content.localName === 'simpleContent', name };
  }
  return undefined;
}

export function isArrayBase({ name }: ComplexBase): boolean {
  return name === SOAP_ARRAY;
}

// An unbound prefix is allowed if nothing refers to the type.
function expandedReference({ prefixes }: XmlElement, name: string): string {
  const [first = '', second] = name.split(':');
  return expandedName(prefixes.get(second === undefined ? '' : first) ?? '', second ?? first);
}
