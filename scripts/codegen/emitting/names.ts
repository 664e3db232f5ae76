import { type ImportDeclarationStructure, StructureKind } from 'ts-morph';
import type { Definition, ServiceModel, TypeReference } from '../model.js';
import { importedNames } from './source.js';

/**
 * What a generated module imports from elsewhere, under names that none of its own declarations has: a WSDL
 * may define a type `token` or an operation `service`.
 */
export class ImportedNames {
  readonly #taken: ReadonlySet<string>;
  readonly #values = new Map<string, string>();
  readonly #types = new Map<string, string>();

  /** @param declared - the names that the module declares */
  constructor(declared: Iterable<string>) {
    this.#taken = new Set(declared);
  }

  /** Gives the local name of an imported value and remembers to import it. */
  value(name: string): string {
    return this.#remember(this.#values, name);
  }

  /** Gives the local name of an imported type and remembers to import it. */
  type(name: string): string {
    return this.#remember(this.#types, name);
  }

  /** Gives a local name for a whole module that is imported. */
  module(name: string): string {
    return this.#free(name);
  }

  /** The import of all that was asked for, or nothing. */
  declarations(specifier: string): ImportDeclarationStructure[] {
    const write = ([name, local]: readonly [string, string]) => (name === local ? name : `${name} as ${local}`);
    const values = [...this.#values].map(write).toSorted();
    const types = [...this.#types].map(write).toSorted();
    const isTypeOnly = values.length === 0;
    const names = isTypeOnly ? types : [...values, ...types.map((name) => `type ${name}`)];
    if (names.length === 0) return [];
    return [
      {
        kind: StructureKind.ImportDeclaration,
        moduleSpecifier: specifier,
        isTypeOnly,
        namedImports: importedNames(names, specifier),
      },
    ];
  }

  #remember(names: Map<string, string>, name: string): string {
    const local = names.get(name) ?? this.#free(name);
    names.set(name, local);
    return local;
  }

  #free(name: string): string {
    let local = name;
    while (this.#taken.has(local)) local += '_';
    return local;
  }
}

/** The TypeScript type of a reference's values; `prefix` stands before the name of a defined type. */
export function typeOf(reference: TypeReference, prefix = ''): string {
  if (reference.kind === 'scalar') return reference.scalar.type;
  if (reference.kind === 'named') return prefix + reference.identifier;
  return `readonly ${parenthesize(itemTypeOf(reference.item, prefix))}[]`;
}

/** As {@link typeOf}, for the items of an array: an array among them is never nil, anything else may be. */
export function itemTypeOf(item: TypeReference, prefix = ''): string {
  return isArray(item) ? typeOf(item, prefix) : `${typeOf(item, prefix)} | null`;
}

/** Puts a type in parentheses where `[]` behind it would bind to a part of it only. */
export function parenthesize(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

/** Whether the values are arrays. */
export function isArray(reference: TypeReference): boolean {
  return reference.kind === 'array' || (reference.kind === 'named' && reference.of === 'array');
}

/** The name of a type as it stands in `xsi:type`: with the prefix of its namespace. */
export function wireName(model: ServiceModel, { namespace, name }: Definition): string {
  const prefix = model.namespaces.find(({ uri }) => uri === namespace)?.prefix;
  if (prefix === undefined) throw new TypeError(`no prefix for the namespace of ${name}`);
  return `${prefix}:${name}`;
}
