import type { Codec } from '../../decoder/codec.js';
import { expandedName, type TypeName } from './type-name.js';

/** A type that is told by its name: that of its values' `$type`, `{namespace}local` on the wire, and its codec. */
export type KnownType = readonly [name: string, wireName: string, codec: Codec<unknown>];

/** The types that a value may have, found by their names. */
export class KnownTypes {
  readonly names: readonly string[];
  readonly #byName: ReadonlyMap<string, KnownType>;
  readonly #byWireName: ReadonlyMap<string, KnownType>;
  /** By local name: servers write types into namespaces of their own making. A name that two have finds neither. */
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

  /** The type of values with this `$type`. */
  named(name: string): KnownType | undefined {
    return this.#byName.get(name);
  }

  /** The type of this name on the wire. */
  announced(name: TypeName): KnownType | undefined {
    return this.#byWireName.get(expandedName(name)) ?? this.#byLocal.get(name.local);
  }
}
