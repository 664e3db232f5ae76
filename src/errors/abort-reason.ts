/** The reason by which the calls of a client are ended when it is closed. */
export class ClientClosed extends Error {
  override readonly name: string = 'ClientClosed';
  readonly #isOne = true;

  constructor() {
    super('the client was closed');
  }

  /** Returns true for an instance. Does not use `instanceof`, which can throw for a proxy. */
  static isOne(given: unknown): given is ClientClosed {
    return typeof given === 'object' && given !== null && #isOne in given && given.#isOne;
  }
}

export function aborterOf(reason: unknown): string {
  return ClientClosed.isOne(reason) ? 'the client was closed' : 'aborted by the caller';
}
