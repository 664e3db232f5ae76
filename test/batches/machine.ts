import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchRecipient, NewNumber, SmsServiceError } from '../../src/client/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { AbortedError, ConnectionError, isSmsServiceError } from '../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../src/http-client/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js';
import { Random } from '../fuzz/random.js';

const FATES = ['refused', 'before', 'after', 'busy', 'fault', 'page', 'slow', 'slowAfter'] as const;
type Fate = (typeof FATES)[number] | 'good';

const LOGIN = { username: 'alice', password: 'wonderland', tokens: ['t0ken-of-the-account'] };
const RETRIES = { attempts: 3, baseDelayMs: 0.1, maxDelayMs: 0.2, maxTotalMs: 40 };

/** A batch of any kind, as the machine drives it. */
interface Kind {
  readonly name: 'addNumbers' | 'sendMulti' | 'http';
  readonly client: { readonly load: { readonly calls: number }; close(options?: object): Promise<void> };
  readonly run: (source: AsyncIterable<unknown> | Iterable<unknown>, options: object) => AsyncGenerator<Reported, void>;
}

/** A result of any kind. */
export interface Reported {
  readonly item: unknown;
  readonly ok: boolean;
  readonly status?: string;
  readonly outcome?: string | undefined;
  readonly error?: SmsServiceError | undefined;
  readonly message?: { readonly id: string | null };
}

/** All that happened in a round. */
export interface Round {
  readonly kind: Kind['name'];
  readonly sandbox: Sandbox;
  /** The items that there are. */
  readonly items: readonly unknown[];
  /** Those that the source gave out. */
  readonly read: number;
  readonly results: readonly Reported[];
  readonly thrown: unknown;
  readonly hasThrown: boolean;
  readonly sourceError: Error;
  /** The consumer has left the loop. */
  readonly remaining: boolean;
  readonly isAborted: boolean;
  readonly isClosed: boolean;
  readonly concurrency: number;
  readonly chunkSize: number;
  readonly mostInFlight: number;
  /** The items that the source may have given after the batch had ended. */
  readonly maybeLate: number;
  /** The most items that had been read, and had no result yet. */
  readonly mostAhead: number;
  readonly callsAfter: number;
  /** True if a source that was not at its end was closed. */
  readonly isSourceClosed: boolean;
  readonly isSourceOver: boolean;
}

const body = (text: string): Uint8Array => Buffer.from(text);

function soap(operation: string, inner: string): TransportResponse {
  const text =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
    `${inner.replaceAll('OPERATION', operation)}</e:Body></e:Envelope>`;
  return { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: body(text) };
}

function busy(operation: string): TransportResponse {
  if (!operation.startsWith('soap_')) return { status: 200, headers: {}, body: body('{"error":203,"message":"busy"}') };
  const result = '<result>203</result><description>busy</description>';
  const parts = operation === 'soap_SendMulti' ? `<Response>${result}</Response>` : result;
  return soap(operation, `<n:OPERATIONResponse xmlns:n="urn:sms-service">${parts}</n:OPERATIONResponse>`);
}

function fault(operation: string): TransportResponse {
  if (!operation.startsWith('soap_')) return { status: 200, headers: {}, body: body('{"error":999,"message":"no"}') };
  return {
    ...soap(operation, '<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>'),
    status: 500,
  };
}

const PAGE: TransportResponse = { status: 502, headers: {}, body: body('<html>Bad Gateway</html>') };

/** A connection to a gateway that fails at random, before or behind it. */
function unreliable(transport: Transport, fate: () => Fate, onSend: () => void): Transport {
  const waited = async (request: TransportRequest, ms: number, outcome: 'not-sent' | 'unknown'): Promise<void> => {
    await sleep(ms);
    if (request.signal?.aborted) throw new AbortedError('aborted', outcome, { cause: request.signal.reason });
  };
  return {
    send: async (request) => {
      onSend();
      const own = fate();
      await waited(request, 0, 'not-sent');
      if (own === 'refused') throw new ConnectionError('refused', 'not-sent');
      if (own === 'before') throw new ConnectionError('lost', 'unknown');
      if (own === 'busy') return busy(request.operation);
      if (own === 'fault') return fault(request.operation);
      if (own === 'slow') await waited(request, 3, 'unknown');
      const response = await transport.send(request);
      if (own === 'after') throw new ConnectionError('lost', 'unknown');
      if (own === 'slowAfter') await waited(request, 2, 'unknown');
      return own === 'page' ? PAGE : response;
    },
  };
}

const NUMBERS = ['500100200', '+48 500 100 200', '500100201', '48500100201', '500100202', '447700900123'];
const NO_NUMBERS = ['12', 'x', '4850010020'];

/** A recipient or number at random. The index makes each its own. */
function itemAt(random: Random, kind: Kind['name'], index: number, hasIdx: boolean): unknown {
  const isWrong = random.chance(0.05);
  if (isWrong)
    return random.pick<unknown>([7, null, { to: 5 }, { number: 5 }, { tu: '500100200' }, { to: '1', idx: '!' }]);
  if (kind === 'addNumbers') {
    const number = random.chance(0.1) ? random.pick(NO_NUMBERS) : String(500_000_000 + index);
    return random.chance(0.5) ? number : { number, name: `n${index}` };
  }
  const to = random.pick(random.chance(0.1) ? NO_NUMBERS : NUMBERS);
  if (random.chance(0.2)) return to;
  return { to, params: [`v${index};`], ...(hasIdx ? { idx: `i${index}` } : {}) };
}

function kindOf(random: Random, transport: Transport): Kind {
  const name = random.pick(['addNumbers', 'sendMulti', 'http'] as const) ?? 'http';
  const common = {
    url: random.chance(0.5) ? 'http://one.test/' : ['http://one.test/', 'http://two.test/'],
    transport,
    retry: random.chance(0.5) ? RETRIES : false,
    adaptiveLimit: false,
    maxConcurrency: random.pick([1, 4, 64]) ?? 1,
  } as const;
  if (name === 'http') {
    const format = random.pick(['json', 'text'] as const) ?? 'json';
    const client = new SmsServiceHttpClient({ ...common, token: LOGIN.tokens[0] ?? '', format });
    const once = random.chance(0.7);
    const allowDuplicates = random.chance(0.3);
    const order = { message: 'Hi [%1%]', once, allowDuplicates };
    const run: Kind['run'] = (source, options) =>
      client.sms.sendMany(order, source as Iterable<BatchRecipient>, options);
    return { name, client, run };
  }
  const client = new SmsServiceClient({ ...common, credentials: LOGIN });
  if (name === 'sendMulti') {
    const run: Kind['run'] = (source, options) =>
      client.sendMany({ message: 'Hi [%1%]' }, source as Iterable<BatchRecipient>, options);
    return { name, client, run };
  }
  const run: Kind['run'] = (source, { chunkSize: _none, ...options }: { readonly chunkSize?: number }) =>
    client.addNumbers(1, source as Iterable<NewNumber>, options);
  return { name, client, run };
}

/** Plays a round that is determined by a seed and by the event loop. */
export async function play(seed: number): Promise<Round> {
  const random = new Random(seed);
  const sandbox = createSandbox({
    accounts: [{ ...LOGIN, points: random.pick([100_000, 100_000, 4]) ?? 0, groups: [{ name: 'g' }] }],
    responseForm: random.pick(['id', 'ok'] as const) ?? 'id',
    listsUsedIdx: random.chance(0.5),
  });
  const share = random.pick([0, 0.1, 0.5, 0.9]) ?? 0;
  const events = { sent: 0, inFlight: 0 };
  let onSend = (): void => {};
  const transport = unreliable(
    sandbox.transport(),
    () => (random.chance(share) ? (random.pick(FATES) ?? 'good') : 'good'),
    () => onSend(),
  );
  const kind = kindOf(random, transport);
  const { client, name } = kind;
  const concurrency = 1 + random.below(random.pick([1, 4, 32]) ?? 1);
  const chunkSize = 1 + random.below(random.pick([1, 5, 20]) ?? 1);
  const hasIdx = random.chance(0.4);
  const items = Array.from({ length: random.below(random.pick([4, 30, 120]) ?? 4) }, (_, index) =>
    itemAt(random, name, index, hasIdx),
  );
  const aborting = new AbortController();
  const hasSignal = random.chance(0.7);
  const abortAt = random.chance(0.3) ? random.below(40) : -1;
  const closeAt = random.chance(0.1) ? random.below(40) : -1;
  const closesHard = random.chance(0.5);
  let isClosed = false;
  let closing: Promise<void> | undefined;
  onSend = () => {
    events.sent += 1;
    events.inFlight = Math.max(events.inFlight, client.load.calls);
    if (events.sent === abortAt && hasSignal) aborting.abort(new Error('enough'));
    if (events.sent !== closeAt) return;
    isClosed = true;
    closing = client.close({ abort: closesHard });
  };
  const failAt = random.chance(0.2) ? random.below(items.length + 1) : -1;
  const sourceError = new Error('the source has failed');
  const isSlowSource = random.chance(0.3);
  const results: Reported[] = [];
  const source = { read: 0, ahead: 0, isClosed: false, isOver: false, isOpen: false };
  const step = (): { readonly item: unknown } | undefined => {
    source.isOpen = true;
    if (source.read === failAt) {
      source.isOver = true;
      throw sourceError;
    }
    if (source.read === items.length) {
      source.isOver = true;
      return undefined;
    }
    source.read += 1;
    source.ahead = Math.max(source.ahead, source.read - results.length);
    return { item: items[source.read - 1] };
  };
  function* steps(): Generator {
    try {
      for (let next = step(); next !== undefined; next = step()) yield next.item;
    } finally {
      source.isClosed = true;
    }
  }
  async function* slowSteps(): AsyncGenerator {
    try {
      for (let next = step(); next !== undefined; next = step()) {
        yield next.item;
        if (random.chance(0.3)) await sleep(random.below(3));
      }
    } finally {
      source.isClosed = true;
    }
  }
  const isStream = !items.includes(null) && random.chance(0.1);
  const input = isStream ? Readable.from(steps(), { highWaterMark: 1 }) : isSlowSource ? slowSteps() : steps();
  const leaveAt = random.chance(0.2) ? random.below(items.length + 1) : -1;
  const isSlowConsumer = random.chance(0.3);
  const signal = hasSignal ? aborting.signal : undefined;
  let [thrown, hasThrown, remaining] = [undefined as unknown, false, false];
  try {
    for await (const result of kind.run(input, { concurrency, chunkSize, signal })) {
      results.push(result);
      if (results.length === leaveAt) {
        remaining = true;
        break;
      }
      if (isSlowConsumer && random.chance(0.2)) await sleep(random.below(3));
    }
  } catch (error) {
    [thrown, hasThrown] = [error, true];
  }
  const callsAfter = client.load.calls;
  await closing;
  await client.close({ abort: true });
  // A generator that was asked for an item when the batch was aborted ends when that has come.
  if (!source.isClosed && source.isOpen) await sleep(10);
  return {
    kind: name,
    sandbox,
    items,
    read: source.read,
    results,
    thrown,
    hasThrown,
    sourceError,
    remaining,
    isAborted: aborting.signal.aborted,
    isClosed,
    concurrency,
    chunkSize,
    mostInFlight: events.inFlight,
    maybeLate: isStream ? 2 : isSlowSource ? 1 : 0,
    mostAhead: isStream ? 0 : source.ahead,
    callsAfter,
    isSourceClosed: source.isClosed || !source.isOpen,
    isSourceOver: source.isOver,
  };
}

/** An item that the gateway is asked for, by the mark that it leaves there. */
export function markOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  const { number, params } = (item ?? {}) as { readonly number?: string; readonly params?: readonly string[] };
  return number ?? params?.[0];
}

/** Returns true if a batch may end with an error. */
export function isEnd(error: unknown, { sourceError, isAborted, isClosed }: Round): boolean {
  if (error === sourceError) return true;
  if (!isSmsServiceError(error)) return false;
  return (isAborted && error.code === 'ABORTED') || isClosed;
}
