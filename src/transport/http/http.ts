import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { refusedByProxy } from '../proxy/problem.js';
import type { Transport } from '../transport.js';
import { Call, Calls } from './call.js';
import { type HttpSettings, type HttpTransportOptions, httpSettings } from './options.js';
import { type Routes, routes } from './route.js';

/**
 * Makes the transport over `node:http` and `node:https`: connections are kept alive, certificates are verified,
 * redirects are not followed, gzip and deflate are understood.
 *
 * Its errors say truthfully what happened: `not-sent` until the connection stands, `unknown` afterwards. Closing it ends
 * the calls that are under way.
 *
 * @param environment - where `proxy: 'env'` looks for the proxy; by default that of the process
 * @throws ValidationError when an option is not usable
 */
export function httpTransport(
  options: HttpTransportOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Transport {
  const settings = httpSettings(options, environment);
  const ways = routes(settings);
  const calls = new Calls(settings);
  return {
    send: (request) => calls.carry(request, HttpCall, (call) => call.start(ways, settings)),
    close: async () => {
      calls.close();
      ways.close();
    },
  };
}

/** By this status a proxy wants to know who asks (RFC 9110 section 15.5.8): it has handed nothing on. */
const PROXY_AUTHENTICATION = 407;

/** One call over `node:http`. */
class HttpCall extends Call {
  #outgoing: ClientRequest | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  /** Whether the socket takes nothing: an agent for a proxy gives one that only has the proxy's refusal to read. */
  #isMute = false;

  start(ways: Routes, { connectTimeoutMs }: HttpSettings): void {
    const { url, body } = this.request;
    const { options, secure, proxy, callHeaders, request } = ways.to(url);
    this.secure = secure;
    this.proxy = proxy;
    // Not by spreading: to add to an object that was made by it costs the engine ten times as much.
    const headers = Object.assign({}, callHeaders, this.request.headers, { 'content-length': body.length });
    this.headers = headers;
    const outgoing = request(Object.assign({ headers }, options));
    this.#outgoing = outgoing;
    this.begin();
    outgoing.on('socket', (socket) => this.#watch(socket, connectTimeoutMs));
    outgoing.on('response', (incoming) => this.#answered(incoming));
    outgoing.on('error', (error) => this.broken(error));
    // An upgrade that nobody asked for ends without a response and without an error.
    outgoing.on('close', () => {
      if (!this.#isAnswered) this.broken(undefined);
    });
    outgoing.end(body);
  }

  override done(): void {
    super.done();
    clearTimeout(this.#connectTimer);
  }

  protected override cut(): void {
    this.#outgoing?.destroy();
  }

  #answered(incoming: IncomingMessage): void {
    this.#isAnswered = true;
    clearTimeout(this.#connectTimer);
    const { statusCode = 0 } = incoming;
    const forwarder =
      this.proxy?.role === 'forward' && statusCode === PROXY_AUTHENTICATION ? this.proxy.name : undefined;
    if (!this.#isMute && forwarder === undefined) {
      this.receive(statusCode, flatHeaders(incoming), incoming);
      return;
    }
    this.broken(refusedByProxy(forwarder ?? 'of the agent', statusCode, this.operation));
    this.cut();
  }

  #watch(socket: Socket, timeoutMs: number): void {
    if (this.#outgoing?.reusedSocket) {
      // One that was closed in this very moment: node:http looks only at the oldest of those it could choose.
      if (socket.destroyed) return;
      this.reused = true;
    } else if (!socket.writable) {
      this.#isMute = true;
      return;
    }
    if (this.reused || isReady(socket)) {
      this.sent = true;
      return;
    }
    const what = this.proxy === undefined ? 'connecting' : `connecting through the proxy ${this.proxy.name}`;
    this.#connectTimer = setTimeout(() => this.end({ kind: 'timeout', what, timeoutMs }), timeoutMs);
    socket.once(this.secure ? 'secureConnect' : 'connect', () => {
      this.sent = true;
      clearTimeout(this.#connectTimer);
    });
  }
}

/** Whether a new connection stands already; that of TLS does when both have agreed, not when it is open. */
function isReady(socket: Socket): boolean {
  return 'secureConnecting' in socket ? socket.secureConnecting === false : !socket.connecting;
}

/** Only `set-cookie` can be a list. */
function flatHeaders({ headers }: IncomingMessage): Record<string, string> {
  const cookies = headers['set-cookie'];
  return (cookies === undefined ? headers : { ...headers, 'set-cookie': cookies.join(', ') }) as Record<string, string>;
}
