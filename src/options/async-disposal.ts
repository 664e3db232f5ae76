/** The symbol of `await using`, which older versions of TypeScript do not declare. */
type AsyncDispose = SymbolConstructor extends { readonly asyncDispose: infer S extends symbol } ? S : never;

/** What `await using` ends: `[Symbol.asyncDispose]()` is `close()`. Without that symbol in the types it is nothing. */
export type AsyncDisposal = { readonly [K in AsyncDispose]: () => Promise<void> };

const KEY: symbol = (Symbol as { readonly asyncDispose?: symbol }).asyncDispose ?? Symbol('asyncDispose');

class Closed {
  declare readonly close: () => Promise<void>;

  async [KEY](): Promise<void> {
    await this.close();
  }
}

/** The base of classes with a `close()`, which `await using` calls. */
export const AsyncCloseable: abstract new () => AsyncDisposal = Closed as unknown as abstract new () => AsyncDisposal;

export function asyncDisposal(close: () => Promise<void>): AsyncDisposal {
  return { [KEY]: () => close() } as unknown as AsyncDisposal;
}
