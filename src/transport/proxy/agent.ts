import http, { type ClientRequest } from 'node:http';
import type { Agent, AgentOptions } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { safeCause } from '../cause.js';
import type { TlsSettings } from '../tls/tls-options.js';
import type { ProxyAddress } from './address.js';
import { ProxyProblem } from './problem.js';

/**
 * Creates an agent that reaches https addresses through a proxy, each connection through its own tunnel (`CONNECT`, RFC
 * 9110 section 9.3.6). The server's certificate is verified against the server's name.
 *
 * Sockets are created immediately, as connecting TLS sockets: an agent counts only existing sockets, and would
 * otherwise open any number of them.
 *
 * @param tls - verifies the proxy itself, if it uses https
 */
export function tunnelAgent(proxy: ProxyAddress, tls: TlsSettings, options: AgentOptions): Agent {
  const https = process.getBuiltinModule('node:https');
  return new (class extends https.Agent {
    override createConnection(
      ...[target]: Parameters<Agent['createConnection']>
    ): ReturnType<Agent['createConnection']> {
      const tunnel = new Tunnel(
        proxy,
        connectRequest(proxy, tls, target.host ?? 'localhost', Number(target.port ?? 443)),
      );
      const secured = super.createConnection({ ...target, socket: tunnel } as typeof target);
      // An idle connection must not keep the process alive; TLS over a JavaScript stream does not pass this on.
      return Object.assign(secured ?? tunnel, {
        ref: () => tunnel.ref(),
        unref: () => tunnel.unref(),
      });
    }
  })(options);
}

function connectRequest(proxy: ProxyAddress, tls: TlsSettings, host: string, port: number): ClientRequest {
  const { secure, authorization } = proxy;
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  return (secure ? process.getBuiltinModule('node:https') : http).request({
    ...proxySocketOptions(proxy, tls),
    method: 'CONNECT',
    path: target,
    agent: false,
    headers: {
      host: target,
      connection: 'keep-alive',
      'user-agent': 'sms-service-client',
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
  });
}

export function proxySocketOptions(
  { secure, hostname, port }: ProxyAddress,
  { ca, minVersion, rejectUnauthorized }: TlsSettings,
): Readonly<Record<string, unknown>> {
  if (!secure) return { hostname, port };
  return {
    hostname,
    port,
    // Stated, because Node.js would take the name from the header Host, and that is the server's.
    servername: isIP(hostname) === 0 ? hostname : '',
    ...(ca === undefined ? {} : { ca }),
    minVersion,
    rejectUnauthorized,
  };
}

class Tunnel extends Duplex {
  readonly #request: ClientRequest;
  #socket: Socket | undefined;
  #isIdle = false;
  #waiting: (() => void) | undefined;

  constructor(proxy: ProxyAddress, request: ClientRequest) {
    super({ allowHalfOpen: false });
    this.#request = request;
    request.on('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode >= 200 && statusCode < 300) {
        this.#open(socket, head);
        return;
      }
      socket.destroy();
      this.destroy(new ProxyProblem(proxy, { status: statusCode }));
    });
    request.on('error', (error) => this.destroy(new ProxyProblem(proxy, { cause: safeCause(error) })));
    request.end();
  }

  ref(): void {
    this.#isIdle = false;
    this.#socket?.ref();
  }

  unref(): void {
    this.#isIdle = true;
    this.#socket?.unref();
  }

  #open(socket: Socket, head: Buffer): void {
    this.#socket = socket;
    socket.setKeepAlive(true, 1000);
    if (this.#isIdle) socket.unref();
    socket.on('error', (error) => this.destroy(error));
    socket.on('end', () => this.push(null));
    // Closed without an end: the connection broke. Data that was read before must not be lost.
    socket.on('close', () => {
      if (!socket.readableEnded) this.destroy();
    });
    if (head.length > 0) this.push(head);
    socket.on('data', (piece: Buffer) => {
      if (!this.push(piece)) socket.pause();
    });
    this.#waiting?.();
    this.#waiting = undefined;
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#whenOpen((socket) => socket.write(chunk, done));
  }

  override _final(done: () => void): void {
    this.#whenOpen((socket) => socket.end(done));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#request.destroy();
    this.#socket?.destroy();
    done(error);
  }

  #whenOpen(use: (socket: Socket) => void): void {
    const socket = this.#socket;
    if (socket !== undefined) use(socket);
    else this.#waiting = () => this.#whenOpen(use);
  }
}
