/** The reason by which the calls of a client are ended when it is closed. */
export class ClientClosed extends Error {
  override readonly name: string = 'ClientClosed';
  readonly #isOne = true;

  constructor() {
    super('the client was closed');
  }

  /** Tells whether something is one. Not `instanceof`, which asks a proxy, and that may throw. */
  static isOne(given: unknown): given is ClientClosed {
    return typeof given === 'object' && given !== null && #isOne in given && given.#isOne;
  }
}

/** Tells in words who has aborted a request, by the reason of its signal. */
export function aborterOf(reason: unknown): string {
  return ClientClosed.isOne(reason) ? 'the client was closed' : 'aborted by the caller';
}
