/** A way in which recorded responses are not what the contract says. */
export interface Drift {
  /**
   * By section 9 of the specification: a field that is new is an addition; one that is gone, has another name or
   * another type breaks those who read it.
   */
  readonly kind: 'breaking' | 'additive';
  /** The operation's name in the WSDL, or the path of the endpoint and what it is asked for: `user.do get_user`. */
  readonly operation: string;
  /** The field, without the indexes of lists: `arGroups[].info`; empty for the response as a whole. */
  readonly path: string;
  /** The difference, in words. */
  readonly what: string;
  /** The place at which it was first seen: `log.entries[3]`. */
  readonly place: string;
  /** In how many responses. */
  readonly count: number;
}

interface Found extends Omit<Drift, 'count'> {
  /** All places where it was seen. */
  readonly places: Set<string>;
}

/** Collects what recorded responses hold that the contract does not, and the other way round. */
export class DriftFinder {
  readonly #found = new Map<string, Found>();
  /** By operation and path of a struct: the fields that it had in any response, and those that it should have. */
  readonly #structs = new Map<string, { operation: string; path: string; place: string; missing: Set<string> }>();

  /** All that was found, breaking changes first. */
  results(): readonly Drift[] {
    for (const { operation, path, place, missing } of this.#structs.values()) {
      for (const name of missing) {
        this.add('breaking', operation, joined(path, name), 'is in no response', place);
      }
      missing.clear();
    }
    const all = [...this.#found.values()].map(({ places, ...drift }) => ({ ...drift, count: places.size }));
    return all.sort((one, other) => rank(one) - rank(other) || (keyOf(one) < keyOf(other) ? -1 : 1));
  }

  /** Notes a change. */
  add(kind: Drift['kind'], operation: string, path: string, what: string, place: string): void {
    const key = keyOf({ operation, path, what });
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { kind, operation, path, what, place, places: new Set([place]) });
    else known.places.add(place);
  }

  /**
   * Notes the fields that a struct has.
   *
   * @param path - of the struct
   * @param known - the names of those that it should have
   * @param names - of those that it has
   */
  see(operation: string, path: string, place: string, known: Iterable<string>, names: Iterable<string>): void {
    const key = `${operation} ${path}`;
    let struct = this.#structs.get(key);
    if (struct === undefined) {
      struct = { operation, path, place, missing: new Set(known) };
      this.#structs.set(key, struct);
    }
    for (const name of names) struct.missing.delete(name);
  }
}

/** The path of a field. @param path - of what it is in */
export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function rank({ kind }: Drift): number {
  return kind === 'breaking' ? 0 : 1;
}

function keyOf({ operation, path, what }: Pick<Drift, 'operation' | 'path' | 'what'>): string {
  return `${operation} ${path} ${what}`;
}
