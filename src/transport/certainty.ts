import { ConnectionError, type ErrorContext } from '../errors/errors.js';

/** The fate of a request as its response tells it. */
export type Said = 'done' | 'refused';

/**
 * Tells whether a response belongs to its request: HTTP/1.1 has no mark that says so, but the connection may show
 * more.
 */
export interface Certainty {
  /**
   * Looks for a reason not to believe the response. It is called when the response has been read to its end, and once
   * more later, as more may have come behind it.
   *
   * @returns the reason, in words; `undefined` where there is none
   */
  doubt(says: Said): string | undefined;
  /** Waits for a moment whether more comes. */
  settled(): Promise<void>;
  /** Closes the connection, whose next response may belong to another request, too. Default: it stays open. */
  discard?(): void;
}

/** The errors that {@link ofAnotherRequest} has made. */
const OF_ANOTHER_REQUEST = new WeakSet<object>();

/** The error of a response that may be that of another request, whatever it says. */
export function ofAnotherRequest(why: string, context: ErrorContext): ConnectionError {
  const what = `the response may be that of another request: ${why}; the request may have been carried out`;
  const error = new ConnectionError(what, 'unknown', context);
  OF_ANOTHER_REQUEST.add(error);
  return error;
}

/** Tells whether an error says that a response may be that of another request. */
export function isOfAnotherRequest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && OF_ANOTHER_REQUEST.has(error);
}
