import fc, { type Arbitrary } from 'fast-check';
import { tagOf } from '../../../src/codegen/model/identifiers.js';
import type {
  ArrayDefinition,
  Field,
  Part,
  ServiceModel,
  StructDefinition,
  TypeDefinition,
  TypeReference,
} from '../../../src/codegen/model/model.js';
import { SCALARS, wordsOf } from './scalar-values.js';

/** How deep a value goes before it ends where it may. */
const DEPTH = 3;

type Value = Arbitrary<unknown>;

/** Random values of the types of a model, as they are read again. */
export class RandomValues {
  readonly #types: ReadonlyMap<string, TypeDefinition>;
  /** How deep a value of each struct has to be at least. */
  readonly #heights = new Map<string, number>();

  constructor({ types }: Pick<ServiceModel, 'types'>) {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
    for (let round = 0; round <= types.length; round += 1) {
      for (const type of types) this.#heights.set(type.identifier, this.#height(type));
    }
  }

  /** Values of the parts of a message: each may be nil. */
  parts(parts: readonly Part[]): Arbitrary<Readonly<Record<string, unknown>>> {
    const entries = parts.map(({ name, type }): [string, Value] => {
      const value = this.#of(type, DEPTH);
      // A list that is nil is read as an empty one.
      return [name, this.#isArray(type) ? value : orNull(value)];
    });
    return fc.record(Object.fromEntries(entries));
  }

  #of(type: TypeReference, depth: number): Value {
    if (type.kind === 'scalar') return SCALARS[type.scalar.codec] ?? fc.constant('');
    if (type.kind === 'array') return this.#array(type, depth);
    if (type.kind === 'list') return this.#words(type.item);
    const definition = this.#definition(type);
    switch (definition.kind) {
      case 'alias':
        return this.#of(definition.base, depth);
      case 'list':
        return this.#words(definition.item);
      case 'array':
        return this.#array(definition, depth);
      case 'union':
        return this.#member(definition.members, depth);
      case 'any':
        return this.#any(definition.members, depth);
      default:
        return this.#struct(definition, depth);
    }
  }

  #struct({ fields }: StructDefinition, depth: number): Value {
    const entries = fields.map((field): [string, Value] => [field.name, this.#field(field, depth)]);
    // An absent field is read as undefined.
    return fc
      .tuple(...entries.map(([, value]) => value))
      .map((values) => Object.fromEntries(entries.map(([name], index) => [name, values[index]])));
  }

  #field({ type, optional, nillable, repeated }: Field, depth: number): Value {
    const isArray = this.#isArray(type);
    if (repeated) {
      const value = depth <= 0 ? undefined : this.#of(type, depth - 1);
      if (value === undefined) return fc.constant([]);
      return fc.array(nillable && !isArray ? orNull(value) : value, { maxLength: 3 });
    }
    if (depth <= 0 && isArray) return fc.constant([]);
    if (depth <= 0 && optional) return fc.constant(undefined);
    if (depth <= 0 && nillable) return fc.constant(null);
    const value = this.#of(type, depth - 1);
    const one = nillable && !isArray ? orNull(value) : value;
    return optional && !isArray ? fc.option(one, { nil: undefined, freq: 3 }) : one;
  }

  #array({ item, dimensions }: Pick<ArrayDefinition, 'item' | 'dimensions'>, depth: number): Value {
    if (depth <= 0) return fc.constant([]);
    const value = this.#of(item, depth - 1);
    const one = this.#isArray(item) ? value : orNull(value);
    // Enough of one kind for the patterns of records.
    if (dimensions === 1) return fc.array(one, { maxLength: depth === DEPTH ? 9 : 3 });
    const sizes = fc.array(fc.nat(2), { minLength: dimensions, maxLength: dimensions });
    return sizes.chain((all) => rows(one, all));
  }

  #words(item: TypeReference): Value {
    let type = item;
    while (type.kind === 'named') {
      const definition = this.#definition(type);
      type = definition.kind === 'alias' ? definition.base : { kind: 'list', item };
    }
    return fc.array(wordsOf(type.kind === 'scalar' ? type.scalar.codec : ''), { maxLength: 3 });
  }

  #member(members: readonly TypeReference[], depth: number): Value {
    const all = members.map((member) => this.#definition(member));
    const least = Math.min(...all.map(({ identifier }) => this.#heights.get(identifier) ?? 0));
    const fitting = depth > 0 ? all : all.filter(({ identifier }) => this.#heights.get(identifier) === least);
    const values = fitting.map((type) => {
      if (type.kind !== 'struct') throw new Error('no struct in a union');
      return this.#struct(type, depth).map((value) => ({ $type: type.tag, ...(value as object) }));
    });
    return fc.oneof(...values);
  }

  #any(members: readonly TypeReference[], depth: number): Value {
    const scalar = fc
      .constantFrom(...Object.keys(SCALARS))
      .chain((name) => (SCALARS[name] ?? fc.constant('')).map((value) => ({ $type: `xsd:${name}`, value })));
    const text = (SCALARS['string'] ?? fc.constant('')).map((value) => ({ $type: 'Text', value }));
    if (depth <= 0) return fc.oneof(scalar, text);
    const inner = orNull(this.#any([], depth - 1));
    const named = { name: '{urn:x"y}T' };
    const items = fc.array(inner, { maxLength: 3 });
    const pairs = (first: Value, least: number): Value =>
      fc.array(fc.tuple(first, inner), { minLength: least, maxLength: 3 });
    const known = members.map((member) => {
      const { identifier } = this.#definition(member);
      const untagged = this.#definition(member).kind === 'struct';
      const value = untagged
        ? this.#struct(this.#definition(member) as StructDefinition, depth - 1)
        : this.#of(member, depth - 1);
      return value.map((one) => ({ $type: tagOf(identifier), value: one }));
    });
    return fc.oneof(
      scalar,
      text,
      text.map((value) => ({ ...value, ...named })),
      items.map((all) => ({ $type: 'Array', items: all })),
      pairs(inner, 0).map((entries) => ({ $type: 'Map', entries })),
      pairs(fc.constantFrom('a', 'item', 'key'), 0).map((fields) => ({ $type: 'Struct', fields })),
      pairs(fc.constantFrom('a', 'b'), 1).map((fields) => ({ $type: 'Struct', ...named, fields })),
      ...known,
    );
  }

  #height(type: TypeDefinition): number {
    const of = (reference: TypeReference): number =>
      reference.kind === 'named' ? (this.#heights.get(reference.identifier) ?? 1000) : 0;
    if (type.kind === 'union') return Math.min(...type.members.map(of));
    if (type.kind !== 'struct') return 0;
    const needed = type.fields.filter(({ optional, nillable, repeated }) => !optional && !nillable && !repeated);
    return Math.min(1000, 1 + Math.max(0, ...needed.map((field) => of(field.type))));
  }

  #isArray(type: TypeReference): boolean {
    if (type.kind !== 'named') return type.kind === 'array';
    return this.#definition(type).kind === 'array';
  }

  #definition(type: TypeReference): TypeDefinition {
    const found = type.kind === 'named' ? this.#types.get(type.identifier) : undefined;
    if (found === undefined) throw new Error('no such type');
    return found;
  }
}

const orNull = (value: Value): Value => fc.option(value, { freq: 6 });

/** Arrays inside each other, all of one length in each dimension; none in an empty one. */
function rows(item: Value, sizes: readonly number[]): Value {
  const [size = 0, ...inner] = sizes;
  const one = inner.length === 0 ? item : rows(item, inner);
  return fc.array(one, { minLength: size, maxLength: size });
}
