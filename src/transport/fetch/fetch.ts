import { Readable } from 'node:stream';
import { ConnectionError, DecodeError, SmsServiceError } from '../../errors/errors.js';
import { invalid } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { safeCause } from '../cause.js';
import { codeOf } from '../http/errors.js';
import { Exchange, Exchanges } from '../http/exchange.js';
import { checkHeaders, LIMIT_OPTIONS } from '../http/http-options.js';
import { isBodySource, lengthOfBody } from '../request-body.js';
import { noAnswerOfTestTool } from '../test-tool.js';
import { TimerForEach } from '../time-limits.js';
import type { Transport } from '../transport.js';
import { observeTlsAlerts, realError, subscribeToChannel } from '../undici/undici-signals.js';

/**
 * Creates the transport over the Fetch API, for runtimes without `node:http`. The runtime decides about certificates,
 * proxies and connections. Redirects are not followed. Closing the transport ends the calls in flight.
 *
 * Limits, because `fetch` gives less information than `node:http`:
 *
 * - After `fetch` was called, the outcome of an error is `unknown`. It is `not-sent` if the `fetch` of Node.js reports
 *   that there was no connection or that it rejected the request, and if the request body fails before its first byte.
 * - `connectTimeoutMs` of a request is ignored.
 * - Responses have no `certainty`: a response to another request is not detected.
 * - A GET with a body is rejected. The body of a stream may be sent in chunks.
 * - `maxResponseBytes` and `maxStreamBytes` count the decoded bytes. A truncated compressed body may count as complete.
 *
 * @throws ValidationError if an option is not valid, or there is no `fetch`
 *
 * @example
 * ```ts
 * import { SmsServiceClient } from 'sms-service-client';
 *
 * const client = new SmsServiceClient({ url, credentials, transport: fetchTransport({ timeoutMs: 10_000 }) });
 * ```
 */
export function fetchTransport(options: FetchTransportOptions = {}): Transport {
  const settings = fetchSettings(options);
  const exchanges = new Exchanges(settings, new TimerForEach());
  hearFailures();
  return {
    send: (request) => exchanges.send(request, FetchExchange, (exchange) => exchange.start(settings)),
    close: async () => exchanges.close(),
  };
}

const FETCH_OPTIONS = {
  ...LIMIT_OPTIONS,
  /** The function to call. Default: that of the runtime, `globalThis.fetch`, as it is when a request is sent. */
  fetch: optional(checkFetch),
  /** Headers for every request. Not `content-type`, `content-length`, `transfer-encoding` and `soapaction`. */
  headers: withDefault({}, checkHeaders),
};

/** Options of `fetchTransport`. */
export interface FetchTransportOptions extends OptionsOf<typeof FETCH_OPTIONS> {}

interface FetchSettings extends OptionValues<typeof FETCH_OPTIONS> {}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws ValidationError when one is not usable, or there is no `fetch`
 */
function fetchSettings(options: FetchTransportOptions): FetchSettings {
  const settings = readOptions(options, FETCH_OPTIONS);
  if (settings.fetch === undefined && typeof globalThis.fetch !== 'function') {
    invalid('fetch', 'is missing: this runtime has no global fetch');
  }
  return settings;
}

function checkFetch(value: typeof globalThis.fetch, path: string): typeof globalThis.fetch {
  if (typeof value !== 'function') invalid(path, 'must be a function');
  return value;
}

class Stopped extends Error {}

const MAYBE = 'the request may have been carried out';

class FetchExchange extends Exchange {
  readonly #controller = new AbortController();
  #stream: Readable | undefined;
  #incoming: FetchedBody | undefined;

  start({ fetch = globalThis.fetch, headers: ownHeaders }: Pick<FetchSettings, 'fetch' | 'headers'>): void {
    const { method, url, headers, body } = this.request;
    const { protocol } = new URL(url);
    this.secure = protocol === 'https:';
    const all: Record<string, string> = { 'user-agent': 'sms-service-client', ...ownHeaders, ...headers };
    if (method === 'GET' && body !== undefined) this.#refuse('fetch does not send a body with GET');
    const length = body === undefined ? undefined : lengthOfBody(body, this.operation);
    this.begin();
    const init: RequestInit = { method, headers: all, redirect: 'manual', signal: this.#controller.signal };
    // An invalid request is refused before anything is sent.
    this.#check(url, init);
    this.headers = all;
    if (!isBodySource(body)) {
      this.#fetch(fetch, { ...init, ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }) });
      return;
    }
    // fetch does not know the length of a stream, and sends that of bytes automatically.
    if (length !== undefined) all['content-length'] = String(length);
    const stream = this.openBody(body);
    this.#stream = stream;
    // fetch is called after the first byte: a body that fails before that has sent nothing.
    stream.once('readable', () => {
      if (this.isStopped || stream.destroyed) return;
      this.#fetch(fetch, { ...init, headers: all, body: webStream(stream), duplex: 'half' });
    });
  }

  override done(): void {
    super.done();
    // Otherwise the rest of the request would wait until the server reads it.
    if (this.#stream?.readableEnded === false) this.#cutRequest();
  }

  override fail(error: unknown): Error {
    if (error instanceof SmsServiceError || this.isStopped || !this.sent) return super.fail(error);
    const real = behindFetch(error);
    const { operation } = this;
    const noAnswer = noAnswerOfTestTool(real, operation);
    if (noAnswer !== undefined) return noAnswer;
    const cause = safeCause(real);
    const code = codeOf(cause);
    if (code.startsWith('Z_')) return new DecodeError('the compressed body is broken', { operation });
    if (this.#incoming === undefined && isNotSent(real)) this.sent = false;
    if (isOfNetwork(real)) return super.fail(real);
    const why = [cause.name, code].filter((part) => part !== '' && part !== 'Error').join(', ') || 'no reason is known';
    return new ConnectionError(`fetch failed (${why}); ${MAYBE}`, 'unknown', { operation, cause });
  }

  protected override cut(): void {
    this.#cutRequest();
    this.#incoming?.destroy(new Stopped());
  }

  #cutRequest(): void {
    this.#controller.abort();
    this.#stream?.destroy();
  }

  #fetch(fetch: typeof globalThis.fetch, init: RequestInit): void {
    this.sent = true;
    fetch(this.request.url, init)
      .then((response) => this.#answered(response))
      .catch((error: unknown) => this.broken(error));
  }

  #answered(response: Response): void {
    const { status, headers, body, type } = response;
    const incoming = new FetchedBody(body);
    if (this.isStopped) {
      incoming.destroy();
      return;
    }
    this.#incoming = incoming;
    if (type === 'opaqueredirect' || !(status >= 200)) {
      const { operation } = this;
      const what =
        type === 'opaqueredirect' ? 'the server redirects; redirects are not followed' : 'the response has no status';
      this.broken(new ConnectionError(`${what}; ${MAYBE}`, 'unknown', { operation }));
      this.cut();
      return;
    }
    const setCookies = headers.getSetCookie();
    const flat: Record<string, string> = Object.fromEntries(headers);
    if (setCookies.length > 0) flat['set-cookie'] = setCookies.join(', ');
    this.receive(status, flat, incoming, setCookies.length > 1 ? setCookies : undefined);
  }

  #check(url: string, init: RequestInit): void {
    try {
      void new Request(url, init);
    } catch (error) {
      this.#refuse('fetch rejects the request', safeCause(error));
    }
  }

  #refuse(what: string, cause?: Error): never {
    throw new ConnectionError(`the request could not be made: ${what}; nothing was sent`, 'not-sent', {
      operation: this.operation,
      retryable: false,
      cause,
    });
  }
}

interface WebBody {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

class FetchedBody extends Readable {
  readonly headers: Readonly<Record<string, never>> = {};
  readonly #reader: ReturnType<WebBody['getReader']> | undefined;

  constructor(body: WebBody | null | undefined) {
    super();
    this.#reader = body?.getReader();
    // An error without a listener would end the process.
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#pushNext().catch((error: unknown) => this.destroy(asError(error)));
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    // A complete body is not cancelled.
    if (!this.readableEnded) void this.#leave();
    callback(error);
  }

  async #leave(): Promise<void> {
    try {
      await this.#reader?.cancel();
    } catch {
      // The end of the rest does not matter.
    }
  }

  async #pushNext(): Promise<void> {
    if (this.#reader === undefined) {
      this.push(null);
      return;
    }
    const { done, value } = await this.#reader.read();
    if (this.destroyed) return;
    if (!done && !(value instanceof Uint8Array)) throw new TypeError('the body does not consist of bytes');
    this.push(done ? null : value);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('a value that is not an Error was thrown', { cause: error });
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        stream.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

const NOT_CONNECTED = new WeakSet();

const hearConnectErrors = subscribeToChannel('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown };
  if (typeof error === 'object' && error !== null) NOT_CONNECTED.add(error);
});

function hearFailures(): void {
  observeTlsAlerts();
  hearConnectErrors();
}

function behindFetch(error: unknown): unknown {
  try {
    const isOfFetch = error instanceof TypeError && error.cause instanceof Error;
    return realError(isOfFetch ? error.cause : error);
  } catch {
    // Its getters throw: it is not an error of fetch.
    return error;
  }
}

const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

const NEVER_SENT: ReadonlySet<string> = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isNotSent(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    if (NOT_CONNECTED.has(error) || NEVER_SENT.has(codeOf(error)) || isOfConnecting(error)) return true;
    // For a host with several addresses, each address has its own error.
    const { errors } = error as Error & { readonly errors?: unknown };
    return Array.isArray(errors) && errors.length > 0 && errors.every(isOfConnecting);
  } catch {
    return false;
  }
}

function isOfConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && CONNECTING.has(error.syscall);
}

function isOfNetwork(error: unknown): boolean {
  try {
    if (!(error instanceof Error)) return false;
    return 'syscall' in error || /^(?:UND_ERR_|HPE_|ERR_SSL_)/.test(codeOf(error)) || isNotSent(error);
  } catch {
    return false;
  }
}
