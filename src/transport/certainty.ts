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
}

/** The error of a response that may be that of another request, whatever it says. */
export function ofAnotherRequest(why: string, context: ErrorContext): ConnectionError {
  const what = `the response may be that of another request: ${why}; the request may have been carried out`;
  return new ConnectionError(what, 'unknown', context);
}
