import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { type CountedServer, startCounted } from './counted-server.js';
import { pem } from './tls-server.js';

/** How a proxy of the tests behaves. */
export interface ProxyBehaviour {
  /** The required `user:password`. */
  readonly credentials?: string;
  /** The name of its certificate. Default: plain HTTP. */
  readonly certificate?: string;
  /** The real target of all tunnels and requests: requested names need not exist. */
  readonly port?: number;
  /** Replaces opening a tunnel; `open` opens it after all, and answers in these pieces. */
  readonly connect?: (socket: Duplex, open: (response?: readonly string[]) => void) => void;
}

/** A proxy for tests. */
export interface TestProxy extends CountedServer {
  readonly url: string;
  /** Host and port. */
  readonly name: string;
  /** The targets of CONNECT requests, accepted or refused. */
  readonly tunnels: readonly string[];
  /** First lines and headers of the requests to forward. */
  readonly forwarded: readonly { readonly target: string; readonly headers: IncomingHttpHeaders }[];
}

/** Starts a proxy on 127.0.0.1 that opens tunnels and forwards requests. */
export async function startProxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const { credentials, certificate, port: really, connect } = behaviour;
  const tunnels: string[] = [];
  const forwarded: { target: string; headers: IncomingHttpHeaders }[] = [];
  const wanted = credentials && `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`;
  const isKnown = (headers: IncomingHttpHeaders): boolean =>
    wanted === undefined || headers['proxy-authorization'] === wanted;
  const server =
    certificate === undefined
      ? http.createServer()
      : https.createServer({ cert: pem(certificate), key: pem(`${certificate}.key`) });
  server.on('connect', (request, socket, head) => {
    socket.on('error', () => undefined);
    tunnels.push(request.url ?? '');
    if (!isKnown(request.headers)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\nwho are you?');
      return;
    }
    const open = (response: readonly string[] = ['HTTP/1.1 200 Connection Established\r\n\r\n']): void => {
      const upstream = net.connect(really ?? Number(request.url?.split(':').at(-1)), '127.0.0.1', async () => {
        for (const piece of response) {
          socket.write(piece);
          await turn();
        }
        upstream.write(head);
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      upstream.on('close', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
    };
    if (connect === undefined) {
      open();
      return;
    }
    let isOpen = false;
    connect(socket, (response) => {
      isOpen = true;
      open(response);
    });
    // A socket that is not read does not notice its end.
    if (!isOpen) socket.resume().on('end', () => socket.end());
  });
  server.on('request', (request, response) => {
    forwarded.push({ target: request.url ?? '', headers: request.headers });
    if (!isKnown(request.headers)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('who are you?');
      return;
    }
    const target = new URL(request.url ?? '');
    const { 'proxy-authorization': _ours, ...headers } = request.headers;
    const port = really ?? target.port;
    const path = target.pathname + target.search;
    const onward = http.request({ host: '127.0.0.1', port, method: request.method, path, headers }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 0, incoming.headers);
      incoming.pipe(response);
    });
    request.pipe(onward);
  });
  const counted = await startCounted(server);
  const name = `127.0.0.1:${counted.port}`;
  return {
    ...counted,
    name,
    url: `${certificate === undefined ? 'http' : 'https'}://${name}`,
    tunnels,
    forwarded,
  };
}
