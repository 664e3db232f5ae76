import { Readable } from 'node:stream';
import { inspect, isDeepStrictEqual } from 'node:util';
import { isSmsServiceError, SmsServiceClient } from '../../../src/client/index.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import { type BodyContext, httpBody, type IncomingBody, readWhole } from '../../../src/transport/http/body.js';
import type { Transport, TransportResponse } from '../../../src/transport/transport.js';
import type { Corpus } from '../corpus.js';
import type { Kind } from '../kind.js';
import { mutate } from '../mutations.js';
import { Random } from '../random.js';
import { type Answer, answerOf } from './answers.js';
import { piecesOf } from './streams.js';

/** What a caller is given: items, and the error behind them. */
interface Given {
  readonly items: readonly unknown[];
  readonly error?: unknown;
}

/** The operations that can be called both ways. */
const OPERATIONS = ['soap_GetNumbers', 'soap_GetSmsByDate'] as const;

type BothWays = (typeof OPERATIONS)[number];

/**
 * Responses of all kinds, as callers get them: those who wait for the whole are given what those are given who read it
 * as it arrives, or the same error.
 */
export function bothWays({ responses }: Corpus): Kind {
  const small = responses.filter(({ body }) => body.length < 20_000);
  return {
    name: 'both ways',
    run: async (seed) => {
      const random = new Random(seed);
      const operation = random.pick(OPERATIONS);
      const own = small.filter((one) => one.operation === operation);
      const start = random.chance(0.9) ? random.pick(own) : random.pick(small);
      const other = (): Buffer => random.pick(small)?.body ?? Buffer.alloc(0);
      const answer = answerOf(random, operation, start?.body ?? other(), (body) => mutate(body, random, other).bytes);
      const whole = await given(operation, answer, (client) => wholeOf(client, operation), random);
      const streamed = await given(operation, answer, (client, items) => streamOf(client, operation, items), random);
      const difference = differenceOf(whole, streamed, answer.isSpoilt);
      const failures = difference === undefined ? [] : [`${answer.made.join(', ')}\n${difference}`];
      return { outcome: outcomeOf(whole), made: answer.made, failures };
    },
  };
}

async function wholeOf(client: SmsServiceClient, operation: BothWays): Promise<readonly unknown[]> {
  return operation === 'soap_GetNumbers' ? client.getNumbers(7) : client.getSmsByDate(PERIOD);
}

async function streamOf(client: SmsServiceClient, operation: BothWays, items: unknown[]): Promise<readonly unknown[]> {
  const stream = operation === 'soap_GetNumbers' ? client.streamNumbers(7) : client.streamSmsByDate(PERIOD);
  for await (const item of stream) items.push(item);
  return items;
}

const PERIOD = { from: new Date(0), to: new Date(86_400_000) };

async function given(
  operation: string,
  answer: Answer,
  ask: (client: SmsServiceClient, items: unknown[]) => Promise<readonly unknown[]>,
  random: Random,
): Promise<Given> {
  const client = new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'alice', password: 'sesame' },
    transport: transportOf(operation, answer, random),
    retry: false,
    adaptiveLimit: false,
  });
  const items: unknown[] = [];
  try {
    return { items: await ask(client, items) };
  } catch (error) {
    return { items, error };
  }
}

/** Gives a response as those over HTTP do, in pieces of random sizes. */
function transportOf(operation: string, { status, headers, body }: Answer, random: Random): Transport {
  const context: BodyContext = {
    operation,
    maxBytes: 10_000_000,
    maxStreamBytes: 10_000_000,
    isStopped: false,
    waiting: () => undefined,
    fail: (error) => (isSmsServiceError(error) ? error : new ConnectionError('lost', 'unknown', { operation })),
    finish: () => undefined,
    done: () => undefined,
  };
  return {
    send: async ({ streams }): Promise<TransportResponse> => {
      const incoming: IncomingBody = Object.assign(Readable.from(piecesOf(body, random), { objectMode: false }), {
        headers,
      });
      if (streams === true) return { status, headers, body: httpBody(incoming, context) };
      const bytes = await new Promise<Uint8Array>((resolve, reject) => readWhole(incoming, context, resolve, reject));
      return { status, headers, body: bytes };
    },
  };
}

/** What programs go by in an error. */
function factsOf(error: unknown): object {
  if (!isSmsServiceError(error)) return { foreign: inspect(error) };
  const { name, code, outcome, retryable, operation } = error;
  const { path, retryAfterMs, status, result, faultCode, faultString, excerpt, location, limit } = error as never;
  const more = { path, retryAfterMs, status, result, faultCode, faultString, excerpt, location, limit };
  return { name, code, outcome, retryable, operation, ...more };
}

/** What is said of bytes that are no text, or cannot be unpacked: of a whole response that is known before all else. */
const OF_BYTES = /the bytes are not valid|the compressed body/;

/**
 * Whether two errors are the same. Where more than one thing is wrong, a whole response may be looked through for ids
 * before its first value is read: then the place is that of another one.
 */
function areAlike(whole: unknown, streamed: unknown, isSpoilt: boolean): boolean {
  if (!isSmsServiceError(whole) || !isSmsServiceError(streamed)) return false;
  const isOther = OF_BYTES.test(whole.message) || (isSpoilt && 'path' in whole && whole.path === '');
  const place = isOther ? { path: '' } : {};
  return isDeepStrictEqual({ ...factsOf(whole), ...place }, { ...factsOf(streamed), ...place });
}

/** Where the two ways differ; `undefined` where they do not. */
function differenceOf(whole: Given, streamed: Given, isSpoilt: boolean): string | undefined {
  const areSame =
    'error' in whole && 'error' in streamed
      ? areAlike(whole.error, streamed.error, isSpoilt)
      : isDeepStrictEqual(whole, streamed);
  return areSame ? undefined : `whole: ${show(whole)}\nbut streamed: ${show(streamed)}`;
}

function outcomeOf({ error }: Given): string {
  if (error === undefined) return 'items';
  return isSmsServiceError(error) ? `${error.code} ${error.outcome}` : 'no typed error';
}

function show({ items, error }: Given): string {
  return `${items.length} items ${JSON.stringify(items).slice(0, 300)} ${error === undefined ? '' : `${String(error)} ${JSON.stringify(factsOf(error))}`}`;
}
