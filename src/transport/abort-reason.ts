/** The reason by which the calls of a client are ended when it is closed. */
export class ClientClosed extends Error {
  override readonly name: string = 'ClientClosed';

  constructor() {
    super('the client was closed');
  }
}

/** Tells in words who has aborted a request, by the reason of its signal. */
export function aborterOf(reason: unknown): string {
  return reason instanceof ClientClosed ? 'the client was closed' : 'aborted by the caller';
}
