import type { Codec } from '../../decoder/codec.js';
import { expandedName, type TypeName } from './type-name.js';

/** A type identified by name: the `$type` of its values, its wire name `{namespace}local`, and its codec. */
export type KnownType = readonly [name: string, wireName: string, codec: Codec<unknown>];

/** The types that a value may have, by name. */
export class KnownTypes {
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, KnownType>;
  readonly #byWireName: ReadonlyMap<string, KnownType>;
  readonly #byLocal = new Map<string, KnownType | undefined>();

  constructor(types: readonly KnownType[]) {
    this.names = types.map(([name]) => name);
    this.#byName = new Map(types.map((type) => [type[0], type]));
    this.#byWireName = new Map(types.map((type) => [type[1], type]));
    for (const type of types) {
      const local = type[1].slice(type[1].lastIndexOf('}') + 1);
      this.#byLocal.set(local, this.#byLocal.has(local) ? undefined : type);
    }
  }

  /** Returns the type with this `$type`. */
  named(name: string): KnownType | undefined {
    return this.#byName.get(name);
  }

  /** Returns the type with this wire name. If the namespace differs, a unique local name is enough. */
  announced(name: TypeName): KnownType | undefined {
    return this.#byWireName.get(expandedName(name)) ?? this.#byLocal.get(name.local);
  }
}
