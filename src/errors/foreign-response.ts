import { ConnectionError, type ErrorContext } from './errors.js';

const FOREIGN_RESPONSES = new WeakSet<object>();

export function ofAnotherRequest(why: string, context: ErrorContext): ConnectionError {
  const what = `the response may be that of another request: ${why}; the request may have been carried out`;
  const error = new ConnectionError(what, 'unknown', context);
  FOREIGN_RESPONSES.add(error);
  return error;
}

/** Returns true for errors that {@link ofAnotherRequest} has created. */
export function isOfAnotherRequest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && FOREIGN_RESPONSES.has(error);
}
