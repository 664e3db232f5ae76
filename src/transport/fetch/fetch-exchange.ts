import type { Readable } from 'node:stream';
import { ConnectionError, DecodeError, SmsServiceError } from '../../errors/errors.js';
import { safeCause } from '../cause.js';
import { codeOf } from '../http/codes.js';
import { Exchange } from '../http/exchange.js';
import { isBodySource, lengthOfBody } from '../request-body.js';
import { noAnswerOfTestTool } from '../test-tool.js';
import { behindFetch, isNotSent, isOfNetwork } from './failure.js';
import type { FetchSettings } from './fetch-options.js';
import { FetchedBody } from './fetched-body.js';
import { webStream } from './web-body.js';

/** Ends a body from this side; nobody sees it. */
class Stopped extends Error {}

const MAYBE = 'the request may have been carried out';

/** One exchange over the Fetch API. */
export class FetchExchange extends Exchange {
  readonly #controller = new AbortController();
  /** The body of the request, where it is read while it is sent. */
  #stream: Readable | undefined;
  #incoming: FetchedBody | undefined;

  start({ fetch = globalThis.fetch, headers: ownHeaders }: Pick<FetchSettings, 'fetch' | 'headers'>): void {
    const { method, url, headers, body } = this.request;
    const { protocol } = new URL(url);
    this.secure = protocol === 'https:';
    const all: Record<string, string> = { 'user-agent': 'sms-service-client', ...ownHeaders, ...headers };
    if (method === 'GET' && body !== undefined) this.#refuse('fetch sends no body with GET');
    const length = body === undefined ? undefined : lengthOfBody(body, this.operation);
    this.begin();
    const init: RequestInit = { method, headers: all, redirect: 'manual', signal: this.#controller.signal };
    // What no request can be made of is refused before anything may be sent.
    this.#check(url, init);
    this.headers = all;
    if (!isBodySource(body)) {
      this.#fetch(fetch, { ...init, ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }) });
      return;
    }
    // Of a stream, fetch does not know the length; that of bytes it sends itself.
    if (length !== undefined) all['content-length'] = String(length);
    const stream = this.openBody(body);
    this.#stream = stream;
    // A body that fails before its first byte has sent nothing: until then fetch is not asked.
    stream.once('readable', () => {
      if (this.isStopped || stream.destroyed) return;
      this.#fetch(fetch, { ...init, headers: all, body: webStream(stream), duplex: 'half' });
    });
  }

  override done(): void {
    super.done();
    // The rest of a request that was answered already would wait for as long as the server does not read it.
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
    const why =
      [cause.name, code].filter((part) => part !== '' && part !== 'Error').join(', ') || 'it does not say why';
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
      const what = type === 'opaqueredirect' ? 'the server redirects, which is not followed' : 'there is no status';
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
      this.#refuse('fetch does not take it', safeCause(error));
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
