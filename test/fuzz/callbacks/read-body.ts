import { CallbackError, parseCallback } from '../../../src/callbacks/index.js';
import { HOSTILE_BOUNDARY, type HostileBody } from './hostile-bodies.js';

const TYPES = {
  form: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${HOSTILE_BOUNDARY}`,
} as const;

const ANY = Number.POSITIVE_INFINITY;
/** No limits: they would stop the measured work. */
const NO_LIMITS = { bodyBytes: ANY, fields: ANY, fieldBytes: ANY, files: ANY, fileBytes: ANY };

/**
 * Reads a hostile callback.
 *
 * @returns the outcome: a number of events, or the message of the typed error
 * @throws any other error
 */
export async function readHostile({ isMultipart, pieces }: HostileBody, body: Uint8Array): Promise<string> {
  const headers = { 'content-type': TYPES[isMultipart ? 'multipart' : 'form'] };
  async function* arriving(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let start = 0; start < body.length; start += pieces) yield body.subarray(start, start + pieces);
  }
  const request = { method: 'POST', url: '/', headers, body: arriving() };
  try {
    return `${(await parseCallback(request, { limits: NO_LIMITS })).length} events`;
  } catch (error) {
    if (error instanceof CallbackError) return error.message;
    throw error;
  }
}
