/** A difference between recorded responses and the contract. */
export interface Drift {
  /**
   * By section 9 of the specification: a new field is an addition. A missing or renamed field, or another type, breaks
   * the programs that read it.
   */
  readonly kind: 'breaking' | 'additive';
  /** The operation's name in the WSDL; or the path of the endpoint and the selected action: `user.do get_user`. */
  readonly operation: string;
  /** The field, without the indexes of lists: `arGroups[].info`; empty for the response as a whole. */
  readonly path: string;
  /** A description of the difference. */
  readonly what: string;
  /** The position of its first occurrence: `log.entries[3]`. */
  readonly place: string;
  /** The number of affected responses. */
  readonly count: number;
}

interface Found extends Omit<Drift, 'count'> {
  readonly places: Set<string>;
}

export class DriftFinder {
  readonly #found = new Map<string, Found>();
  readonly #structs = new Map<string, { operation: string; path: string; place: string; missing: Set<string> }>();

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

  add(kind: Drift['kind'], operation: string, path: string, what: string, place: string): void {
    const key = keyOf({ operation, path, what });
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { kind, operation, path, what, place, places: new Set([place]) });
    else known.places.add(place);
  }

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

export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function rank({ kind }: Drift): number {
  return kind === 'breaking' ? 0 : 1;
}

function keyOf({ operation, path, what }: Pick<Drift, 'operation' | 'path' | 'what'>): string {
  return `${operation} ${path} ${what}`;
}
