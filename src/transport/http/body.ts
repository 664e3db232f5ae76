import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { DecodeError } from '../../errors/errors.js';
import type { TransportBodySource } from '../transport.js';

export type IncomingBody = Readable & { readonly headers: { readonly 'content-encoding'?: string | undefined } };

export interface BodyContext {
  readonly operation: string;
  readonly maxBytes: number;
  readonly maxStreamBytes: number;
  readonly isStopped: boolean;
  waiting(isWaiting: boolean): void;
  fail(error: unknown): Error;
  /**
   * Called when the body has been read to its end.
   *
   * @returns why the response cannot be taken for that of the request
   */
  finish(): Error | undefined;
  done(): void;
}

/**
 * The body of an HTTP response, without its content coding, limited in size, in whole or as it arrives.
 *
 * @throws DecodeError from either way of reading, when the body is too large or its compression broken
 */
export function httpBody(response: IncomingBody, context: BodyContext): TransportBodySource {
  // An error that arrives before the body is read waits for its reader. Without a listener it would end the process.
  response.on('error', () => undefined);
  return {
    bytes: () => new Promise((resolve, reject) => readWhole(response, context, resolve, reject)),
    [Symbol.asyncIterator]: () => held(chunks(response, context.maxStreamBytes, 'maxStreamBytes', context), context),
  };
}

export function readWhole(
  response: IncomingBody,
  context: BodyContext,
  resolve: (body: Uint8Array) => void,
  reject: (error: Error) => void,
): void {
  if (response.headers['content-encoding'] !== undefined) {
    collectAll(chunks(response, context.maxBytes, 'maxResponseBytes', context)).then(resolve, reject);
    return;
  }
  let first: Uint8Array | undefined;
  let others: Uint8Array[] | undefined;
  let size = 0;
  const fail = (error: unknown): void => {
    context.done();
    response.destroy();
    reject(context.fail(error));
  };
  response.on('data', (piece: Uint8Array) => {
    size += piece.length;
    if (size > context.maxBytes) fail(tooLarge(context, context.maxBytes, 'maxResponseBytes'));
    else if (first === undefined) first = piece;
    else (others ??= [first]).push(piece);
  });
  response.on('end', () => {
    const doubtful = context.finish();
    context.done();
    if (doubtful !== undefined) reject(doubtful);
    else resolve(others === undefined ? (first ?? new Uint8Array()) : Buffer.concat(others, size));
  });
  response.on('error', fail);
}

async function collectAll(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

async function* chunks(
  response: IncomingBody,
  maxBytes: number,
  option: string,
  context: BodyContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let size = 0;
    for await (const piece of decoded(response, maxBytes, option, context)) {
      // Nothing is decompressed after the end of the call.
      if (context.isStopped) throw context.fail(undefined);
      size += piece.length;
      if (size > maxBytes) throw tooLarge(context, maxBytes, option);
      yield piece;
    }
    const doubtful = context.finish();
    if (doubtful !== undefined) throw doubtful;
  } catch (error) {
    throw isBroken(error) ? new DecodeError('the compressed body is broken', context) : context.fail(error);
  } finally {
    context.done();
    response.destroy();
  }
}

async function* held(
  pieces: AsyncGenerator<Uint8Array, void, undefined>,
  context: BodyContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  context.waiting(true);
  for await (const piece of pieces) {
    context.waiting(false);
    yield piece;
    context.waiting(true);
  }
}

/** The names of no coding: identity by the standard (RFC 9110 section 8.4.1), the others on some servers. */
const NO_CODING: ReadonlySet<string> = new Set(['', 'identity', 'none']);

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

const KNOWN_CODINGS: ReadonlySet<string> = new Set(['br', 'zstd', 'dcb', 'dcz', 'compress', 'x-compress', 'exi']);

const MAX_NAMED = 100;

function decoded(
  response: IncomingBody,
  maxBytes: number,
  option: string,
  context: BodyContext,
): AsyncIterable<Uint8Array> {
  const listed = response.headers['content-encoding'] ?? '';
  const names = listed.split(',').map((name) => name.trim().toLowerCase());
  const [name, ...others] = names.filter((each) => !NO_CODING.has(each));
  if (name === undefined) return response;
  const coding = CODINGS.get(name);
  if (coding !== undefined && others.length === 0)
    return decompress(coding, limited(response, maxBytes, option, context));
  // Only standard names are shown: a header may echo the request.
  const known =
    listed.length <= MAX_NAMED &&
    names.every((each) => NO_CODING.has(each) || CODINGS.has(each) || KNOWN_CODINGS.has(each));
  throw new DecodeError(`the content coding${known ? ` "${listed.trim()}"` : ''} is not supported`, context);
}

async function* limited(
  packed: AsyncIterable<Uint8Array>,
  maxBytes: number,
  option: string,
  context: BodyContext,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  for await (const piece of packed) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(context, maxBytes, option);
    yield piece;
  }
}

function tooLarge({ operation }: BodyContext, maxBytes: number, option: string): DecodeError {
  return new DecodeError(`the response has more than ${maxBytes} bytes (${option})`, { operation });
}

function isBroken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** The supported content codings (RFC 9110 section 8.4.1); x-gzip is another name of gzip. */
type Coding = 'gzip' | 'deflate';

/**
 * Decompresses a body as it arrives, outside the event loop. Padding after the compressed data is ignored.
 *
 * @throws Error with a `code` that starts with `Z_` if the data is truncated or invalid
 */
async function* decompress(
  coding: Coding,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = source[Symbol.asyncIterator]();
  let first = await pieces.next();
  while (!first.done && first.value.length === 0) first = await pieces.next();
  if (first.done) return;
  const inflate = inflateFor(coding, first.value);
  // An error of the source destroys the decompressor, whose reader receives it.
  pipeline(startingWith(first.value, pieces), inflate, () => undefined);
  yield* inflate;
}

function inflateFor(coding: Coding, [start = 0]: Uint8Array): NodeJS.ReadWriteStream & AsyncIterable<Uint8Array> {
  // Loaded here: most calls never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  if (coding === 'gzip') return zlib.createGunzip();
  // "deflate" is zlib data by the standard, and raw data on some servers; zlib data begins with method 8.
  return (start & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
}

async function* startingWith(
  first: Uint8Array,
  others: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => others };
}
