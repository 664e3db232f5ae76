import { pipeline, type Readable, type Transform } from 'node:stream';
import type * as Zlib from 'node:zlib';
import { DecodeError } from '../../errors/errors.js';
import type { TransportBodySource } from '../transport.js';

/** The body of an answer as it comes in, with the one header that says how it is coded. */
export type IncomingBody = Readable & { readonly headers: { readonly 'content-encoding'?: string | undefined } };

/** What a body needs to know of its call. */
export interface BodyContext {
  readonly operation: string;
  /** The most bytes the body may have after decompression, when it is read whole. */
  readonly maxBytes: number;
  /** The same for a body that is read as it arrives. */
  readonly maxStreamBytes: number;
  /** Called around each wait for a piece of a body that is read as it arrives: only waiting counts as time. */
  waiting(isWaiting: boolean): void;
  /** Makes the typed error for a broken connection. */
  fail(error: unknown): Error;
  /** Called once, when the body has been read, has failed, or was given up. */
  done(): void;
}

/**
 * The body of an HTTP answer, without its content coding, limited in size, in whole or as it arrives.
 *
 * @throws DecodeError from either way of reading, when the body is too large or its compression broken
 */
export function httpBody(response: IncomingBody, context: BodyContext): TransportBodySource {
  return {
    bytes: () => new Promise((resolve, reject) => readWhole(response, context, resolve, reject)),
    [Symbol.asyncIterator]: () => paced(chunks(response, context.maxStreamBytes, 'maxStreamBytes', context), context),
  };
}

/** Reads the whole body, and tells what it is or what was wrong: the common case without the cost of a promise. */
export function readWhole(
  response: IncomingBody,
  context: BodyContext,
  resolve: (body: Uint8Array) => void,
  reject: (error: Error) => void,
): void {
  if (codingOf(response) !== 'identity') {
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
    context.done();
    resolve(others === undefined ? (first ?? new Uint8Array()) : Buffer.concat(others, size));
  });
  // A connection that is closed before the end raises one, too.
  response.on('error', fail);
}

function codingOf({ headers }: IncomingBody): string {
  const coding = headers['content-encoding'];
  return coding === undefined ? 'identity' : coding.trim().toLowerCase();
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
    const coding = codingOf(response);
    const source = coding === 'identity' ? response : await decompressed(response, coding, context);
    let size = 0;
    for await (const piece of source as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(context, maxBytes, option);
      yield piece;
    }
  } catch (error) {
    throw isZlibError(error) ? new DecodeError('the compressed body is broken', context) : context.fail(error);
  } finally {
    context.done();
    response.destroy();
  }
}

/** Tells when the reader waits for a piece, and when it is the reader that takes its time. */
async function* paced(
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

async function decompressed(response: IncomingBody, coding: string, context: BodyContext): Promise<Readable> {
  const first = await peek(response);
  if (first === undefined) return response;
  // Loaded here: most calls never need it.
  const zlib = process.getBuiltinModule('node:zlib');
  const transform = decompressor(zlib, coding, first);
  if (transform === undefined) {
    // Only what HTTP knows is named: a header may echo whatever was sent.
    const name = KNOWN_CODINGS.has(coding) ? ` "${coding}"` : '';
    throw new DecodeError(`the content coding${name} is not supported`, context);
  }
  // The transform hands every error on to its reader.
  return pipeline(response, transform, () => undefined);
}

/** The content codings that are registered for HTTP, but for those that are understood. */
const KNOWN_CODINGS: ReadonlySet<string> = new Set(['br', 'zstd', 'dcb', 'dcz', 'compress', 'x-compress', 'exi']);

function decompressor(zlib: typeof Zlib, coding: string, first: number): Transform | undefined {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip();
  if (coding !== 'deflate') return undefined;
  // "deflate" means zlib data by the standard and raw data on some servers; zlib data begins with method 8.
  return (first & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
}

/** The first byte of a stream, left in it; `undefined` for an empty stream. */
function peek(stream: Readable): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const head: Buffer | null = stream.read();
      if (head === null) return;
      // In the same tick: a stream whose last bytes were just read ends in the next one, and takes nothing back.
      stream.unshift(head);
      stream.off('readable', look);
      resolve(head[0]);
    };
    stream.on('readable', look);
    stream.once('end', () => resolve(undefined));
    stream.once('error', reject);
    stream.once('close', () => resolve(undefined));
    look();
  });
}

function tooLarge({ operation }: BodyContext, maxBytes: number, option: string): DecodeError {
  return new DecodeError(`the answer has more than ${maxBytes} bytes (${option})`, { operation });
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
