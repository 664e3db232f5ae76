/** The number of children of a node; a power of two. */
const WIDTH = 16;
const BITS = 4;

type Node = readonly (Node | string | undefined)[];

/** The numbers of the prefixes that the scopes of one root know: each is counted when it is met first. */
export class Prefixes {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  /** The number of a prefix; `undefined` when no scope has ever bound it. */
  find(prefix: string): number | undefined {
    return this.#numbers.get(prefix);
  }

  number(prefix: string): number {
    const known = this.#numbers.get(prefix);
    if (known !== undefined) return known;
    const { size } = this.#numbers;
    this.#numbers.set(prefix, size);
    return size;
  }
}

/**
 * Namespaces by the number of their prefix, never changed: binding one more makes another table, which shares all but a
 * few nodes with this one. So neither does a scope inside many others cost a copy of theirs, nor a look-up a walk
 * through them.
 */
export class Bindings {
  static readonly NONE: Bindings = new Bindings([], 0);
  readonly #root: Node;
  /** The levels of nodes below the root, in bits of the number. */
  readonly #shift: number;

  private constructor(root: Node, shift: number) {
    this.#root = root;
    this.#shift = shift;
  }

  get(number: number): string | undefined {
    if (number >> this.#shift >= WIDTH) return undefined;
    let node: Node | string | undefined = this.#root;
    for (let shift = this.#shift; node !== undefined && shift >= 0; shift -= BITS) {
      node = (node as Node)[(number >> shift) & (WIDTH - 1)];
    }
    return node as string | undefined;
  }

  with(number: number, uri: string): Bindings {
    let root: Node = this.#root;
    let shift = this.#shift;
    for (; number >> shift >= WIDTH; shift += BITS) root = [root];
    return new Bindings(replaced(root, shift, number, uri), shift);
  }
}

/** A copy of a node in which one place is another. */
function replaced(node: Node, shift: number, number: number, uri: string): Node {
  const copy = node.slice();
  const index = (number >> shift) & (WIDTH - 1);
  while (copy.length < index) copy.push(undefined);
  copy[index] = shift === 0 ? uri : replaced((copy[index] ?? []) as Node, shift - BITS, number, uri);
  return copy;
}
