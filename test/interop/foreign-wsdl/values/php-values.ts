import type {
  Field,
  ServiceModel,
  StructDefinition,
  TypeDefinition,
  TypeReference,
} from '../../../../src/codegen/model/model.js';
import { phpAnyValue } from './php-any-value.js';
import { type PhpValue, phpList, phpScalar } from './php-value.js';

type Fields = Readonly<Record<string, unknown>>;

/** The values of a service's types as PHP represents them. */
export class PhpValues {
  readonly #types: ReadonlyMap<string, TypeDefinition>;
  /** PHP decodes without types, but its encoder requires the names of derived types. */
  readonly #saysTypes: boolean;

  constructor({ types }: Pick<ServiceModel, 'types'>, direction: 'decoded' | 'to be encoded') {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
    this.#saysTypes = direction === 'to be encoded';
  }

  /** Returns the value in PHP. */
  of(type: TypeReference, value: unknown): PhpValue {
    if (value === null || value === undefined) return null;
    switch (type.kind) {
      case 'scalar':
        return phpScalar(type.scalar.codec, value);
      case 'array':
        return this.#items(type.item, type.dimensions, value as readonly unknown[]);
      case 'list':
        return phpList(value as readonly unknown[]);
      default:
        return this.#defined(this.#definition(type.identifier), value);
    }
  }

  #defined(definition: TypeDefinition, value: unknown): PhpValue {
    switch (definition.kind) {
      case 'alias':
        return this.of(definition.base, value);
      case 'array':
        return this.#items(definition.item, definition.dimensions, value as readonly unknown[]);
      case 'list':
        return phpList(value as readonly unknown[]);
      case 'any':
        return phpAnyValue(value);
      case 'union': {
        const { name, namespace, ...member } = this.#member(definition.members, (value as Fields)['$type']);
        const struct = this.#struct(member, value as Fields);
        return this.#saysTypes ? { v: struct, type: name, ns: namespace } : struct;
      }
      default:
        return this.#struct(definition, value as Fields);
    }
  }

  #member(members: readonly TypeReference[], tag: unknown): StructDefinition {
    for (const member of members) {
      const definition = member.kind === 'named' ? this.#definition(member.identifier) : undefined;
      if (definition?.kind === 'struct' && definition.tag === tag) return definition;
    }
    throw new Error(`no member ${String(tag)}`);
  }

  #struct({ fields }: Pick<StructDefinition, 'fields'>, value: Fields): PhpValue {
    // PHP does not support attributes of an element with text.
    const content = fields.find(({ place }) => place === 'content');
    if (content !== undefined) return this.of(content.type, value[content.name]);
    const properties: Record<string, PhpValue> = {};
    for (const field of fields) {
      if (!Object.hasOwn(value, field.name)) continue;
      const property = this.#field(field, value[field.name]);
      if (property === undefined) continue;
      Object.defineProperty(properties, field.wireName, {
        value: property,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return { o: properties };
  }

  /** A field. `undefined`: a list without items, which PHP does not decode. */
  #field({ type, repeated }: Field, value: unknown): PhpValue | undefined {
    if (!repeated) return this.of(type, value);
    const items = (value as readonly unknown[]).map((each) => this.of(type, each));
    return items.length === 0 ? undefined : { a: items };
  }

  #items(item: TypeReference, dimensions: number, value: readonly unknown[]): PhpValue {
    if (dimensions === 1) return { a: value.map((each) => this.of(item, each)) };
    return { a: value.map((each) => this.#items(item, dimensions - 1, each as readonly unknown[])) };
  }

  #definition(identifier: string): TypeDefinition {
    const found = this.#types.get(identifier);
    if (found === undefined) throw new Error(`no type ${identifier}`);
    return found;
  }
}
