import type { Field, ServiceModel, TypeDefinition, TypeReference } from '../../../../src/codegen/model/model.js';

/** Values in the form that the generated code decodes: an absent or nil list is empty, and bytes are a `Buffer`. */
export class AsRead {
  readonly #types: ReadonlyMap<string, TypeDefinition>;

  constructor({ types }: Pick<ServiceModel, 'types'>) {
    this.#types = new Map(types.map((type) => [type.identifier, type]));
  }

  /** Returns the decoded form of a sent value. */
  of(type: TypeReference, value: unknown): unknown {
    const definition = type.kind === 'named' ? this.#types.get(type.identifier) : type;
    if (definition?.kind === 'alias') return this.of(definition.base, value);
    if (definition?.kind === 'array') return this.#items(definition.item, definition.dimensions, value);
    if (value === null || value === undefined) return value;
    if (value instanceof Uint8Array) return Buffer.from(value);
    if (definition?.kind === 'union') return this.#member(definition.members, value as { readonly $type: string });
    return definition?.kind === 'struct' ? this.#struct(definition.fields, value) : value;
  }

  #member(members: readonly TypeReference[], value: { readonly $type: string }): unknown {
    for (const member of members) {
      const definition = member.kind === 'named' ? this.#types.get(member.identifier) : undefined;
      if (definition?.kind === 'struct' && definition.tag === value.$type) {
        return { $type: value.$type, ...this.#struct(definition.fields, value) };
      }
    }
    throw new Error(`no member ${value.$type}`);
  }

  #struct(fields: readonly Field[], value: object): object {
    const isText = fields.some(({ place }) => place === 'content');
    const read = fields.map(({ name, type, repeated, place }) => {
      // PHP does not support attributes of an element with text.
      if (isText && place === 'attribute') return [name, undefined] as const;
      const given = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
      const one = repeated
        ? ((given ?? []) as readonly unknown[]).map((each) => this.of(type, each))
        : this.of(type, given);
      return [name, one] as const;
    });
    return Object.fromEntries(read);
  }

  #items(item: TypeReference, dimensions: number, value: unknown): unknown {
    const items = (value ?? []) as readonly unknown[];
    return items.map((each) => (dimensions === 1 ? this.of(item, each) : this.#items(item, dimensions - 1, each)));
  }
}
