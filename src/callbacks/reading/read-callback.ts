import { CallbackError } from '../../errors/incoming-error.js';
import { readFormFields } from '../body/form-fields.js';
import { IncomingFiles } from '../body/incoming-files.js';
import { RefusedRequest } from '../body/limits.js';
import { FIELD_NAMES } from '../description/kinds.js';
import { type ArrivedCallback, type ReadCallback, type ReadingSettings, Unreadable } from './arrived.js';
import { eventKey } from './event-key.js';
import { type BodyTarget, readBody } from './read-body.js';
import { isProbe, readEvents } from './read-events.js';

type Field = readonly [name: string, value: string];

/**
 * Reads a request as a callback (specification section 6). Files are removed if the request is not accepted, except the
 * files of an invalid request, which the error contains.
 *
 * @throws Unreadable if the request does not match the specification
 * @throws RefusedRequest if it is not a callback, is incomplete or too large
 * @throws the reason of the signal
 * @throws an error of the file system
 */
export async function readCallback(arrived: ArrivedCallback, settings: ReadingSettings): Promise<ReadCallback> {
  const { method } = arrived;
  if (method !== 'GET' && method !== 'POST') throw new RefusedRequest(405, 'the method must be GET or POST');
  const { limits } = settings;
  const fields: Field[] = [];
  const files = new IncomingFiles(settings.filesFolder, limits);
  const target: BodyTarget = { fields, files, limits, bytes: undefined };
  try {
    const query = queryFields(arrived, settings);
    fields.push(...query);
    if (method === 'GET') refuseBody(arrived);
    else await readBody(arrived, settings, target);
    refuseBoth(query, fields.slice(query.length));
    if (isProbe(fields, files.files.length > 0)) return { kind: 'probe' };
    const events = readEvents(fields, files.files, settings.kind, limits.events);
    return {
      kind: 'events',
      events: events.map((event) => ({ event, key: eventKey(event, files.digest) })),
      removeFiles: () => files.remove(),
    };
  } catch (error) {
    try {
      if (!(error instanceof CallbackError)) throw error;
      await files.keepComplete();
    } catch (other) {
      await files.remove().catch(() => {});
      throw other;
    }
    const contentType = arrived.header('content-type') ?? '';
    const query = withoutParameters(arrived.query, settings.ownParameters);
    const raw = { method, query, contentType, fields, body: target.bytes, files: files.files };
    throw new Unreadable(error, raw, () => files.remove());
  }
}

/** Returns the fields in the query. For a POST: only those of section 6, because the query may belong to the address. */
function queryFields({ method, query }: ArrivedCallback, settings: ReadingSettings): readonly Field[] {
  const { limits, ownParameters } = settings;
  if (query.length > limits.bodyBytes)
    throw new RefusedRequest(413, `the query has more than ${limits.bodyBytes} bytes`);
  const callbackQuery = withoutParameters(query, ownParameters);
  const fields = readFormFields(Buffer.from(callbackQuery, 'utf8'), undefined, limits);
  return method === 'GET' ? fields : fields.filter(([name]) => FIELD_NAMES.has(name));
}

/** The body of a GET request is not read, and its fields would be lost. */
function refuseBody(arrived: ArrivedCallback): void {
  const length = arrived.header('content-length') ?? '0';
  if (Number(length) === 0 && arrived.header('transfer-encoding') === undefined) return;
  throw new RefusedRequest(400, 'a GET request must not have a body');
}

function refuseBoth(query: readonly Field[], body: readonly Field[]): void {
  const names = new Set(body.map(([name]) => name));
  const both = query.find(([name]) => names.has(name));
  if (both !== undefined) throw new CallbackError(both[0], 'is both in the query and in the body');
}

function withoutParameters(query: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return query;
  const pairs = query.split('&').filter((pair) => !names.has(nameOf(pair)));
  return pairs.join('&');
}

function nameOf(pair: string): string {
  const end = pair.indexOf('=');
  const written = end === -1 ? pair : pair.slice(0, end);
  if (!written.includes('%') && !written.includes('+')) return written;
  const name = written.replaceAll('+', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
