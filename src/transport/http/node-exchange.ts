import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
// Not the global function, which fake timers replace.
import { setImmediate } from 'node:timers';
import { ConnectionError } from '../../errors/errors.js';
import { flatHeaders, setCookiesOf, singleHeaders } from '../flat-headers.js';
import { lengthOfBody } from '../request-body.js';
import { isOfTestTool } from '../test-tool.js';
import type { RequestBody, Transport } from '../transport.js';
import { Exchange, Exchanges } from './exchange.js';
import type { HttpSettings } from './http-options.js';
import { hearKeepAlive, type Route, type Routes, routesOf } from './route.js';
import { untilFree, watchResponse } from './watch.js';

/** The most reused connections that a call abandons. */
const MAX_CHANGES = 8;

export function nodeTransport(
  settings: HttpSettings,
  routes: (settings: HttpSettings, keepAlive: boolean) => Routes = routesOf,
): Transport & Required<Pick<Transport, 'close'>> {
  const routesOfOptions = routes(settings, true);
  const forChanges = settings.freshConnectionForWrites ? routes(settings, false) : routesOfOptions;
  const exchanges = new Exchanges(settings);
  return {
    send: (request) =>
      exchanges.send(request, NodeExchange, (exchange) =>
        exchange.start(request.idempotent ? routesOfOptions : forChanges, settings),
      ),
    close: async () => {
      exchanges.close();
      routesOfOptions.close();
      forChanges.close();
    },
  };
}

class NodeExchange extends Exchange {
  #route: Route | undefined;
  #connectTimeoutMs = 0;
  #outgoing: ClientRequest | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  #isMute = false;
  #isUnwritten = false;
  #changes = 0;

  start(routes: Routes, { connectTimeoutMs }: HttpSettings): void {
    const route = routes.to(this.request.url);
    this.#route = route;
    this.#connectTimeoutMs = Math.min(connectTimeoutMs, this.request.connectTimeoutMs ?? connectTimeoutMs);
    this.secure = route.secure;
    this.proxy = route.proxy;
    this.begin();
    this.#ask(route);
  }

  override done(): void {
    super.done();
    clearTimeout(this.#connectTimer);
    // Otherwise the rest of the request would wait until the server reads it.
    if (this.#isAnswered && this.#outgoing?.writableFinished === false) this.cut();
  }

  protected override cut(): void {
    this.#outgoing?.destroy();
  }

  #ask({ options, callHeaders, request }: Route): void {
    // `Object.assign` costs a tenth of spreading here.
    const { method, body } = this.request;
    const headers = Object.assign({}, callHeaders, this.request.headers, framing(body, this.operation));
    this.headers = headers;
    const outgoing = request(Object.assign({ method, headers }, options));
    this.#outgoing = outgoing;
    outgoing.on('socket', (socket) => this.#watch(outgoing, socket));
    outgoing.on('response', (incoming) => {
      // No byte of this request was sent: it is the response to another one.
      if (this.#isUnwritten) this.#lost(outgoing, undefined);
      else this.#answered(incoming);
    });
    outgoing.on('error', (error) => this.#lost(outgoing, error));
    // An unexpected upgrade ends without a response and without an error.
    outgoing.on('close', () => {
      if (!this.#isAnswered) this.#lost(outgoing, undefined);
    });
  }

  #lost(outgoing: ClientRequest, error: unknown): void {
    const route = this.#route;
    if (outgoing !== this.#outgoing || route === undefined) return;
    if (!this.#isUnwritten || this.isStopped) {
      this.broken(error);
      return;
    }
    this.#isUnwritten = false;
    this.reused = false;
    this.#outgoing = undefined;
    outgoing.destroy();
    this.#changes += 1;
    if (this.#changes > MAX_CHANGES) {
      const what = 'the idle connections of the agent were not usable; nothing was sent';
      this.broken(new ConnectionError(what, 'not-sent', { operation: this.operation }));
      return;
    }
    try {
      this.#ask(route);
    } catch (cause) {
      this.broken(cause);
    }
  }

  #answered(incoming: IncomingMessage): void {
    this.#isAnswered = true;
    clearTimeout(this.#connectTimer);
    const { statusCode = 0 } = incoming;
    const single = singleHeaders(incoming.rawHeaders);
    if (single !== undefined) incoming.headers = single;
    const { headers } = incoming;
    if (headers['keep-alive'] !== undefined) hearKeepAlive(incoming.socket, String(headers['keep-alive']));
    if (this.#isMute) this.refusedOnTheWay('of the agent', statusCode);
    else this.receive(statusCode, single ?? flatHeaders(headers), incoming, setCookiesOf(headers));
  }

  #watch(outgoing: ClientRequest, socket: Socket): void {
    const { reusedSocket } = outgoing;
    if (!reusedSocket && !socket.writable) {
      this.#isMute = true;
      return;
    }
    if (reusedSocket || socket.bytesWritten > 0) {
      this.reused = true;
      this.#isUnwritten = true;
      this.#writeWhenChecked(outgoing, socket);
      return;
    }
    this.#write(outgoing, socket, false);
    if (isReady(socket) || isOfTestTool(socket)) {
      this.sent = true;
      return;
    }
    const timeoutMs = this.#connectTimeoutMs;
    const through = this.proxy === undefined ? '' : ` through the proxy ${this.proxy.name}`;
    const what = `connecting to ${this.host}${through}`;
    this.#connectTimer = setTimeout(() => this.end({ kind: 'timeout', what, timeoutMs }), timeoutMs);
    socket.once(this.secure ? 'secureConnect' : 'connect', () => {
      this.sent = true;
      clearTimeout(this.#connectTimer);
    });
  }

  /**
   * Writes the request to a used connection when all that has come on it by now has been read: a second copy of the
   * last response would be taken for the response to this request.
   */
  #writeWhenChecked(outgoing: ClientRequest, socket: Socket): void {
    const { bytesRead } = socket;
    const write = (): void => {
      // The call has ended or uses another connection.
      if (outgoing.destroyed) return;
      if (socket.destroyed || socket.bytesRead !== bytesRead) {
        this.#lost(outgoing, undefined);
        return;
      }
      this.#isUnwritten = false;
      this.sent = true;
      this.#write(outgoing, socket, true);
    };
    // The first turn comes before the event loop reads new data, the second after it.
    setImmediate(() =>
      setImmediate(() => {
        const free = untilFree(socket);
        if (free === undefined) write();
        // `write` checks the bytes that have arrived by then.
        else void free.then(write);
      }),
    );
  }

  #write(outgoing: ClientRequest, socket: Socket, isKept: boolean): void {
    this.watch = watchResponse(socket, isKept, () => outgoing.writableFinished, this.holds);
    const { body } = this.request;
    if (body === undefined || body instanceof Uint8Array) {
      outgoing.end(body);
      return;
    }
    const stream = this.openBody(body);
    outgoing.on('close', () => stream.destroy());
    stream.pipe(outgoing);
  }
}

function framing(body: RequestBody | undefined, operation: string): Record<string, string | number> | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return { 'content-length': body.length };
  const length = lengthOfBody(body, operation);
  return length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length };
}

function isReady(socket: Socket): boolean {
  return 'secureConnecting' in socket ? socket.secureConnecting === false : !socket.connecting;
}
