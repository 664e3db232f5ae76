import { Problem } from '../../errors/problem.js';
import type { FieldTable } from '../../soap/codecs/struct.js';
import type { Codec, Fields } from '../../soap/decoder/codec.js';
import type { ValueNode } from '../soap/drift/value-tree.js';

/** A way in which recorded responses are not what the contract says. */
export interface Drift {
  /**
   * By section 9 of the specification: a field that is new is an addition; one that is gone, has another name or
   * another type breaks those who read it.
   */
  readonly kind: 'breaking' | 'additive';
  /** The operation's name in the WSDL. */
  readonly operation: string;
  /** The field, without the indexes of lists: `arGroups[].info`; empty for the response as a whole. */
  readonly path: string;
  /** What is wrong with it. */
  readonly what: string;
  /** Where it was first seen: `log.entries[3]`. */
  readonly place: string;
  /** In how many responses. */
  readonly count: number;
}

interface Found extends Omit<Drift, 'count'> {
  /** All places where it was seen. */
  readonly places: Set<string>;
}

/** What recorded responses hold that the contract does not, and the other way round. */
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
   * Holds a response against the contract.
   *
   * @param isWhole - whether it has all parts: the response of a failure may leave out all but its result
   * @returns whether nothing breaking was seen in it
   */
  compare(
    operation: string,
    fields: FieldTable<unknown>,
    response: ValueNode,
    place: string,
    isWhole: boolean,
  ): boolean {
    return new Comparison(this, operation, place).parts(fields, response, isWhole);
  }

  /** Notes the fields that a struct has. */
  see(operation: string, path: string, place: string, fields: Fields<unknown>, names: Iterable<string>): void {
    const key = `${operation} ${path}`;
    let known = this.#structs.get(key);
    if (known === undefined) {
      known = { operation, path, place, missing: new Set(fields.names) };
      this.#structs.set(key, known);
    }
    for (const name of names) known.missing.delete(name);
  }
}

/** One response, being compared. */
class Comparison {
  readonly #finder: DriftFinder;
  readonly #operation: string;
  readonly #place: string;
  /** By element, the paths at which it was compared: references may lead to it any number of times. */
  readonly #compared = new Map<object, Set<string>>();
  #isSound = true;

  constructor(finder: DriftFinder, operation: string, place: string) {
    this.#finder = finder;
    this.#operation = operation;
    this.#place = place;
  }

  parts(fields: FieldTable<unknown>, node: ValueNode, isWhole: boolean): boolean {
    const children = node.children();
    const names = this.#fields(fields, children, '');
    // The name of the return value is not significant (SOAP 1.1 section 7.1).
    const [first] = children;
    const { firstName = '' } = fields;
    if (first !== undefined && fields.find(first.name) === undefined && !names.has(firstName)) names.add(firstName);
    if (isWhole) this.#finder.see(this.#operation, '', this.#place, fields, names);
    return this.#isSound;
  }

  /** @returns the names of the fields that are there */
  #fields(fields: Fields<unknown>, children: readonly ValueNode[], path: string): Set<string> {
    const names = new Set<string>();
    for (const child of children) {
      const field = fields.find(child.name);
      const at = joined(path, field?.name ?? child.name);
      if (field === undefined) this.#add('additive', at, 'is not in the contract');
      else {
        names.add(field.name);
        this.#value(field.codec, child, at);
      }
    }
    return names;
  }

  #value(codec: Codec<unknown>, node: ValueNode, path: string): void {
    const { isNil, isBase64, text } = node;
    if (isNil || isBase64 || this.#wasCompared(node, path)) return;
    const { item, fields } = codec;
    const children = node.children();
    const isCompound = item !== undefined || fields !== undefined;
    if (isCompound && children.length === 0 && text.trim() !== '') {
      this.#add('breaking', path, `is a text, and in the contract ${codec.type}`);
    } else if (item !== undefined) {
      for (const child of children) this.#value(item, child, `${path}[]`);
    } else if (fields !== undefined) {
      this.#finder.see(this.#operation, path, this.#place, fields, this.#fields(fields, children, path));
    } else if (children.length > 0) {
      this.#add('breaking', path, `has parts, and is in the contract ${codec.type}`);
    } else if (!fits(codec, text)) this.#add('breaking', path, `is no ${codec.type}`);
  }

  #wasCompared({ source }: ValueNode, path: string): boolean {
    const paths = this.#compared.get(source) ?? new Set();
    if (paths.has(path)) return true;
    this.#compared.set(source, paths.add(path));
    return false;
  }

  #add(kind: Drift['kind'], path: string, what: string): void {
    if (kind === 'breaking') this.#isSound = false;
    this.#finder.add(kind, this.#operation, path, what, this.#place);
  }
}

function fits({ parse }: Codec<unknown>, text: string): boolean {
  try {
    parse?.(text);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function rank({ kind }: Drift): number {
  return kind === 'breaking' ? 0 : 1;
}

function keyOf({ operation, path, what }: Pick<Drift, 'operation' | 'path' | 'what'>): string {
  return `${operation} ${path} ${what}`;
}
