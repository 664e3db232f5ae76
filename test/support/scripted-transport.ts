import type { Attempt, AttemptResult, Interceptor } from '../../src/calls/attempts/interceptor.js';
import { setResponse, watchedArrival } from '../../src/calls/attempts/response.js';
import { IDEMPOTENT } from '../../src/client/idempotent.js';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js';

/** The outcome of an attempt. */
export type Step =
  /** The transport fails. */
  | { readonly fails: unknown }
  /** A response arrives and is refused. */
  | { readonly refused: unknown; readonly headers?: Readonly<Record<string, string>>; readonly status?: number }
  /** A valid response arrives. */
  | 'good'
  /** No response arrives before the signal is aborted. */
  | 'nothing'
  /** A function of the test. */
  | ((request: TransportRequest) => Promise<TransportResponse>);

/** A transport that follows a script. After its end, every response is valid. */
export interface ScriptedTransport extends Transport {
  readonly requests: readonly TransportRequest[];
  /** When each request came, by `performance.now()`. */
  readonly times: readonly number[];
  readonly isClosed: boolean;
}

const refusals = new WeakMap<TransportResponse, unknown>();

/** A good response. */
export function goodResponse(more: Partial<TransportResponse> = {}): TransportResponse {
  return { status: 200, headers: {}, body: Buffer.from('<good/>'), ...more };
}

/** Makes a transport that follows a script, one step for each request. */
export function scriptedTransport(...script: readonly Step[]): ScriptedTransport {
  const requests: TransportRequest[] = [];
  const times: number[] = [];
  let isClosed = false;
  return {
    requests,
    times,
    get isClosed() {
      return isClosed;
    },
    send: async (request) => {
      const step = script[requests.length] ?? 'good';
      requests.push(request);
      times.push(performance.now());
      if (typeof step === 'function') return step(request);
      if (step === 'good') return goodResponse();
      if (step === 'nothing') return untilAborted(request);
      if ('fails' in step) throw step.fails;
      const { refused, headers = {}, status = 200 } = step;
      const response = goodResponse({ headers, status });
      refusals.set(response, refused);
      return response;
    },
    close: async () => {
      isClosed = true;
    },
  };
}

function untilAborted({ signal }: TransportRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
}

/** A request with a complete response; idempotent if the operation is. */
export function requestFor(operation: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    url: 'http://gateway.test/soap',
    operation,
    idempotent: (IDEMPOTENT as Readonly<Record<string, boolean>>)[operation] ?? false,
    headers: {},
    body: Buffer.from('<request/>'),
    ...more,
  };
}

/** A request whose response is read as it arrives. */
export function streamFor(operation: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return requestFor(operation, { streams: true, ...more });
}

/** Sends requests through an interceptor. */
export interface Intercepted {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Aborts the signal that the interceptor was made with. */
  close(): Promise<void>;
}

/** Wraps a transport with an interceptor. The script or the test decides how each response is decoded. */
export function through(
  transport: Transport,
  make: (closing: AbortSignal) => Interceptor,
  decode: (response: TransportResponse) => unknown = () => undefined,
): Intercepted {
  const closing = new AbortController();
  const attempt: Attempt<TransportResponse> = async (request) => {
    const response = await transport.send(request);
    try {
      if (refusals.has(response)) throw refusals.get(response);
      await decode(response);
    } catch (error) {
      throw setResponse(error, response);
    }
    return decodedBy(response, request.streams === true);
  };
  const send = make(closing.signal)(attempt);
  return {
    send: async (request) => (await send(request)).value,
    close: async () => closing.abort(new Error('closed')),
  };
}

function decodedBy(response: TransportResponse, streams: boolean): AttemptResult<TransportResponse> {
  const { status, body } = response;
  if (body instanceof Uint8Array) return { value: response, status, bytes: body.length };
  if (!streams) return { value: response, status, bytes: 0 };
  const arrival = watchedArrival(body);
  return {
    value: { ...response, body: arrival.body },
    status,
    over: arrival.over,
    get bytes() {
      return arrival.bytes;
    },
  };
}

/** A body that arrives in pieces and records its end. */
export function arriving(...pieces: readonly (string | Error)[]): {
  readonly body: AsyncIterable<Uint8Array>;
  readonly state: { left: boolean };
} {
  const state = { left: false };
  const body = {
    async *[Symbol.asyncIterator]() {
      try {
        for (const piece of pieces) {
          if (piece instanceof Error) throw piece;
          yield Buffer.from(piece);
        }
      } finally {
        state.left = true;
      }
    },
  };
  return { body, state };
}
