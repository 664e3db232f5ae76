import { types } from 'node:util';
import { ValidationError } from '../errors/errors.js';
import { checkNames, checkOption, checkPositive, type KnownNames } from '../errors/options.js';
import { Problem } from '../errors/problem.js';
import { reading, unreadable } from '../errors/reading.js';
import type { SecretSource } from '../errors/redact.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import { transportFailure } from './answer.js';
import { type ItemStream, readAnswerItems } from './answer-items.js';
import { AnswerMemory } from './answer-memory.js';
import { AwaitedAnswer, streamJudge } from './awaited-answer.js';
import { CallContext, type ConnectionContext } from './call-context.js';
import { writeMessage } from './envelope.js';
import { DEFAULT_LIMITS, type DecodeLimits, type DecodeSettings } from './input.js';
import type { Operation, Service } from './operation.js';

/** What every operation takes besides its input. */
export interface CallOptions {
  /** Ends the call when it is aborted; the call rejects with an `AbortedError`. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call, in milliseconds. Default: the transport's. */
  readonly timeoutMs?: number | undefined;
}

/** What a stub needs. */
export interface StubOptions {
  /** Carries the requests: `httpTransport()`, the embedded gateway, a recording. */
  readonly transport: Transport;
  /** The address of the SOAP endpoint. Required, because the specification gives no real one. */
  readonly url: string;
  /** How much an answer may ask for; each limit has a default of its own. */
  readonly limits?: Partial<DecodeLimits> | undefined;
  /**
   * Takes two character references to the halves of a surrogate pair (`&#55357;&#56832;`) in the texts of an answer for
   * the one character that they stand for. They are forbidden (XML 1.0 section 4.1), and Apache Axis writes emoji so. A
   * half without its other half is refused all the same. Default: false.
   */
  readonly acceptSurrogateReferences?: boolean | undefined;
}

/** Calls one operation: encode, send, decode. */
export type Caller = <I, O>(operation: Operation<I, O>, input: I, options?: CallOptions) => Promise<O>;

/** Calls one operation. What `accept` throws about a response is what became of the call, as a Fault would be. */
type AcceptingCaller = <I, O>(
  operation: Operation<I, O>,
  input: I,
  options: CallOptions,
  accept?: (output: O, source: SecretSource) => void,
) => Promise<O>;

/** What a stream needs when its first item is asked for. */
interface PreparedCall<I> {
  readonly input: I;
  readonly options: CallOptions;
  /** Asked before each item is given out. @throws AbortedError when the stream has been ended from this side */
  check(): void;
  /** Called when the stream is over, in whatever way. */
  done(): void;
}

/** Which items of a response are wanted, and what its other parts mean. */
export interface WantedItems<O, R> extends Omit<ItemStream<O, R>, 'judge'> {
  /** Told all other parts when the response has been read to its end; what it throws ends the stream. */
  accept(output: O, source: SecretSource): void;
}

/** Calls one operation and reads the items of one of its parts as they arrive. */
type Streamer = <I, O, R>(
  operation: Operation<I, O>,
  wanted: WantedItems<O, R>,
  prepare: () => Promise<PreparedCall<I>>,
) => AsyncGenerator<R, void, undefined>;

/** The two ways to call the operations of a service; they share the memory of tags. */
export interface Connection {
  /** Calls an operation and waits for its whole answer. The call options are not checked again. */
  readonly call: AcceptingCaller;
  readonly stream: Streamer;
}

/**
 * Makes the caller of a service.
 *
 * @throws ValidationError when the options are not usable
 */
export function caller(service: Service<object>, options: StubOptions): Caller {
  const { call } = reading(options, 'options', {}, () => connect(service, options));
  return async (operation, input, callOptions = {}) =>
    call(operation, input, checkCallOptions(callOptions, operation.name));
}

/**
 * Makes both ways to call a service. A stream does nothing before its first item is asked for.
 *
 * @throws ValidationError when the options are not usable
 */
export function connect(service: Service<object>, options: StubOptions): Connection {
  const { transport } = checkNames(options, STUB_OPTIONS, 'options');
  const url = checkedUrl(options.url);
  const limits: DecodeSettings = { ...checkedLimits(options.limits ?? {}), ...checkedTolerance(options) };
  if (typeof transport?.send !== 'function') throw new ValidationError('transport', 'has no send()');

  const shared: ConnectionContext = { service, limits, memory: new AnswerMemory(), url };
  let calls = 0;
  // One literal: a request is looked at in many places, and an object that is put together is slow in all of them.
  const requestOf = (
    operation: Pick<Operation<unknown, unknown>, 'name' | 'soapAction'>,
    body: Uint8Array,
    { signal, timeoutMs }: CallOptions,
    judge: TransportRequest['judge'],
    streams: boolean,
  ): TransportRequest => ({
    callId: (calls += 1),
    url,
    operation: operation.name,
    soapAction: operation.soapAction,
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      accept: 'text/xml, multipart/related',
      soapaction: `"${operation.soapAction}"`,
    },
    body,
    signal,
    timeoutMs,
    judge,
    streams,
  });

  return {
    call: (operation, input, callOptions, accept) => {
      const body = encode(service, operation, input);
      const response = new AwaitedAnswer(new CallContext(shared, operation, body, callOptions.timeoutMs), accept);
      return response.to(requestOf(operation, body, callOptions, response.judge, false), transport);
    },
    stream: async function* (operation, { part, wants, convert, accept }, prepare) {
      const { input, options: callOptions, check, done } = await prepare();
      try {
        const body = encode(service, operation, input);
        // The time of a stream is for each wait, not for the whole.
        const context = new CallContext(shared, operation, body, undefined);
        const judge = streamJudge(context);
        const response = await judged(judge, transport, requestOf(operation, body, callOptions, judge, true));
        const stream = { part, wants, convert, judge: (output: never) => accept(output, context) };
        const batches = readAnswerItems(response, context, stream);
        // One generator hands out the single items: each further one around it would cost as much as reading them.
        for await (const batch of batches) {
          for (const item of batch) {
            // What has arrived already is not given out after the end.
            check();
            yield item;
          }
        }
        check();
      } finally {
        done();
      }
    },
  };
}

/**
 * Checks the options of a call.
 *
 * @throws ValidationError when one is not usable
 */
export function checkCallOptions(options: CallOptions, operation: string): CallOptions {
  return reading(options, 'the call options', { operation }, () => {
    const { signal, timeoutMs } = checkNames(options, CALL_OPTIONS, 'the call options', { operation });
    if (signal !== undefined && !isAbortSignal(signal)) {
      throw new ValidationError('signal', 'is not an AbortSignal', { operation });
    }
    if (timeoutMs !== undefined) checkPositive('timeoutMs', timeoutMs, { operation });
    // Read once: what a getter gives the next time has not been checked.
    return { signal, timeoutMs };
  });
}

/** A proxy around a signal says that it is one, and cannot be asked whether it is aborted. */
function isAbortSignal(value: unknown): boolean {
  return value instanceof AbortSignal && !types.isProxy(value);
}

/** Sends the request of a stream, and looks at the status of its response. */
async function judged(
  judge: NonNullable<TransportRequest['judge']>,
  transport: Transport,
  request: TransportRequest,
): Promise<TransportResponse> {
  try {
    return await judge(await transport.send(request));
  } catch (error) {
    throw transportFailure(error, request.operation);
  }
}

const CALL_OPTIONS: KnownNames<CallOptions> = { signal: true, timeoutMs: true };
const STUB_OPTIONS: KnownNames<StubOptions> = {
  transport: true,
  url: true,
  limits: true,
  acceptSurrogateReferences: true,
};

function checkedLimits(given: Partial<DecodeLimits>): DecodeLimits {
  const known = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((name) => [name, true])) as KnownNames<DecodeLimits>;
  for (const [name, value] of Object.entries(checkOption(given, known, 'limits'))) {
    if (value !== undefined) checkPositive(`limits.${name}`, value);
  }
  return { ...DEFAULT_LIMITS, ...given };
}

function checkedTolerance({
  acceptSurrogateReferences = false,
}: StubOptions): Pick<DecodeSettings, 'acceptSurrogateReferences'> {
  if (typeof acceptSurrogateReferences !== 'boolean') {
    throw new ValidationError('acceptSurrogateReferences', 'is not true or false');
  }
  return { acceptSurrogateReferences };
}

function encode<I>(service: Service<object>, operation: Operation<I, unknown>, input: I): Uint8Array {
  try {
    return Buffer.from(writeMessage(service, operation, operation.input, input), 'utf8');
  } catch (error) {
    const context = { operation: operation.name };
    if (!(error instanceof Problem)) throw unreadable(error, input, 'the input', context);
    throw new ValidationError(error.path, error.message, context);
  }
}

/**
 * Checks an address.
 *
 * @throws ValidationError with `path` when it is none, or holds credentials
 */
export function checkedUrl(url: string, path = 'url'): string {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new ValidationError(path, 'is not an absolute http or https address');
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new ValidationError(path, 'holds credentials; they belong into the credentials option');
  }
  return parsed.href;
}
