import { ConnectionError, type ErrorContext } from '../errors/errors.js';

/** What a response says became of its request. */
export type Said = 'done' | 'refused';

/** Whether a response belongs to its request: HTTP/1.1 has no mark that says so, but the connection may show more. */
export interface Certainty {
  /**
   * What speaks against believing the response; asked when it has been read to its end, and once more later: what comes
   * behind it counts.
   *
   * @returns why not, in words; `undefined` where nothing does
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
