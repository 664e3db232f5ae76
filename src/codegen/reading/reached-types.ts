import { tagOf } from '../model/identifiers.js';
import type { Field, StructDefinition, TypeDefinition, TypeReference, UnionDefinition } from '../model/model.js';
import { Refusal } from '../model/refusal.js';
import { readArrayType } from './array-type.js';
import { XSD } from './documents/namespaces.js';
import { refuse } from './documents/xml-tree.js';
import { referTo } from './resolve-type.js';
import { readSimpleType } from './simple-type.js';
import { readStructType } from './struct-type.js';
import type { DeclaredType, TypeTable } from './type-table.js';

export class ReachedTypes {
  readonly #table: TypeTable;
  readonly #read = new Map<string, TypeDefinition>();

  constructor(table: TypeTable) {
    this.#table = table;
  }

  /** Reads all types that a part of the model refers to. If one is not supported, none is added. */
  reach(parts: unknown): void {
    const found = new Map<string, TypeDefinition>();
    const waiting = [...namesIn(parts)];
    for (const name of waiting) {
      if (found.has(name) || this.#read.has(name)) continue;
      const definition = this.#definitionOf(name);
      if (definition === undefined) continue;
      found.set(name, definition);
      waiting.push(...namesIn(definition));
    }
    for (const [name, definition] of found) this.#read.set(name, definition);
  }

  reachAll(): void {
    for (const declared of this.#table.values()) this.reach(referTo(this.#table, declared));
  }

  get definitions(): readonly TypeDefinition[] {
    const { any } = this.#table;
    const anyValue = this.#read.get(any);
    if (anyValue !== undefined) this.#reachPossible();
    const types = this.#table.values().flatMap(({ identifier }) => this.#read.get(identifier) ?? []);
    const unions = [...this.#read.values()].filter(({ kind }) => kind === 'union');
    const members = new Set(namesIn(unions));
    const all = breakCircles([...types, ...unions].map((type) => untaggedUnlessIn(members, type)));
    if (anyValue?.kind !== 'any') return all;
    const named = types.filter(({ name }) => name !== '');
    return [
      ...all,
      { ...anyValue, members: named.map(({ identifier, kind }) => ({ kind: 'named', identifier, of: kind })) },
    ];
  }

  /** Reads what any value may be of, as far as it can be read: nothing refers to it by its name. */
  #reachPossible(): void {
    for (const declared of this.#table.values()) {
      try {
        this.reach(referTo(this.#table, declared));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
    }
  }

  #definitionOf(identifier: string): TypeDefinition | undefined {
    const declared = this.#table.identified(identifier);
    if (declared !== undefined) return readType(this.#table, declared);
    const base = this.#table.declaredOfUnion(identifier);
    if (base !== undefined) return unionOf(this.#table, base, identifier);
    if (identifier !== this.#table.any) return undefined;
    return { kind: 'any', name: 'anyType', namespace: XSD, identifier, documentation: ANY, members: [] };
  }
}

const ANY = 'Any value: its `$type` says which, and `null` stands for one that is nil.';

function readType(table: TypeTable, declared: DeclaredType): TypeDefinition {
  if (declared.other !== undefined) throw refuse(declared.other, 'is defined twice with different content');
  if (declared.kind === 'simple') return readSimpleType(table, declared);
  return declared.kind === 'array' ? readArrayType(table, declared) : readStructType(table, declared);
}

function unionOf(table: TypeTable, base: DeclaredType, identifier: string): UnionDefinition {
  const { name, namespace } = base;
  const members = [base, ...table.derivedFrom(base)].filter(
    ({ element }) => !isAbstract(element.attributes.get('abstract')),
  );
  return {
    kind: 'union',
    name,
    namespace,
    identifier,
    documentation: `${base.identifier}, or what is derived from it: \`$type\` says which.`,
    declared: members.includes(base) ? tagOf(base.identifier) : undefined,
    members: members.map((member): TypeReference => ({ kind: 'named', identifier: member.identifier, of: 'struct' })),
  };
}

function isAbstract(value: string | undefined): boolean {
  return value === 'true' || value === '1';
}

/** A struct that is derived from others has no `$type` where none of these is ever declared. */
function untaggedUnlessIn(members: ReadonlySet<string>, type: TypeDefinition): TypeDefinition {
  if (type.kind !== 'struct' || type.tag === undefined) return type;
  return members.has(type.identifier) ? type : { ...type, tag: undefined };
}

/** The identifiers of all types that a part of the model refers to. */
function* namesIn(part: unknown): Generator<string, void, undefined> {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && part.kind === 'named' && 'identifier' in part) yield String(part.identifier);
  for (const inner of Object.values(part)) yield* namesIn(inner);
}

/** Makes required fields optional and nillable if a struct requires itself: no value could be created. */
function breakCircles(types: readonly TypeDefinition[]): readonly TypeDefinition[] {
  const byName = new Map(types.map((type) => [type.identifier, type]));
  const circular = new Set(types.map(({ identifier }) => identifier));
  // A type is not circular if all its required types are not.
  for (let size = 0; size !== circular.size; ) {
    size = circular.size;
    for (const type of types) if (canBeBuilt(type, circular)) circular.delete(type.identifier);
  }
  return types.map((type) => {
    if (type.kind !== 'struct' || !circular.has(type.identifier)) return type;
    return { ...type, fields: type.fields.map((field) => loosened(field, type, circular, byName)) };
  });
}

function canBeBuilt(type: TypeDefinition, circular: ReadonlySet<string>): boolean {
  if (type.kind === 'union') return type.members.some((member) => !circular.has(nameIn(member)));
  if (type.kind !== 'struct') return true;
  return type.fields.every((field) => !isRequired(field) || !circular.has(nameIn(field.type)));
}

function loosened(
  field: Field,
  owner: StructDefinition,
  circular: ReadonlySet<string>,
  types: ReadonlyMap<string, TypeDefinition>,
): Field {
  if (!isRequired(field) || !circular.has(nameIn(field.type))) return field;
  return leadsTo(nameIn(field.type), owner.identifier, types) ? { ...field, optional: true, nillable: true } : field;
}

function leadsTo(start: string, end: string, types: ReadonlyMap<string, TypeDefinition>): boolean {
  const waiting = [start];
  const seen = new Set(waiting);
  for (const name of waiting) {
    if (name === end) return true;
    const type = types.get(name);
    const next =
      type?.kind === 'union'
        ? type.members.map(nameIn)
        : type?.kind === 'struct'
          ? type.fields.filter(isRequired).map((field) => nameIn(field.type))
          : [];
    for (const one of next) {
      if (!seen.has(one)) waiting.push(one);
      seen.add(one);
    }
  }
  return false;
}

function isRequired({ optional, nillable, repeated }: Field): boolean {
  return !optional && !nillable && !repeated;
}

function nameIn(reference: Field['type']): string {
  return reference.kind === 'named' ? reference.identifier : '';
}
