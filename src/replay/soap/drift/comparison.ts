import { Problem } from '../../../errors/problem.js';
import type { FieldTable } from '../../../soap/codecs/struct.js';
import type { Codec, Fields } from '../../../soap/decoder/codec.js';
import { type Drift, type DriftFinder, joined } from '../../contract/drift.js';
import type { ValueNode } from './value-tree.js';

/** A response that is compared with the contract. */
export class Comparison {
  readonly #finder: DriftFinder;
  readonly #operation: string;
  readonly #place: string;
  /** By element: the paths at which it was compared. Several references may lead to the same element. */
  readonly #compared = new Map<object, Set<string>>();
  #isSound = true;

  constructor(finder: DriftFinder, operation: string, place: string) {
    this.#finder = finder;
    this.#operation = operation;
    this.#place = place;
  }

  /**
   * Compares the parts of the response.
   *
   * @param isWhole - the response must have all parts; that of a failure may contain only its result
   * @returns true if it contains no breaking difference
   */
  parts(fields: FieldTable<unknown>, node: ValueNode, isWhole: boolean): boolean {
    const children = node.children();
    const names = this.#fields(fields, children, '');
    // The name of the return value is not significant (SOAP 1.1 section 7.1).
    const [first] = children;
    const { firstName = '' } = fields;
    if (first !== undefined && fields.find(first.name) === undefined && !names.has(firstName)) names.add(firstName);
    if (isWhole) this.#finder.see(this.#operation, '', this.#place, fields.names, names);
    return this.#isSound;
  }

  /** @returns the names of the existing fields */
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
      this.#finder.see(this.#operation, path, this.#place, fields.names, this.#fields(fields, children, path));
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
