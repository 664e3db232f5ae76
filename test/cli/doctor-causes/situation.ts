import { once } from 'node:events';
import type { OutgoingHttpHeaders } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type RunningSandbox, type SandboxAccount, startSandbox } from '../../../src/sandbox/index.js';
import { type ProxyBehaviour, startProxy, type TestProxy } from '../../support/connect-proxy.js';
import { serve } from '../../support/http-server.js';
import { startTlsServer, type TlsServer } from '../../support/tls-server.js';

/** The password of all accounts here. */
export const PASSWORD = 'doctor-secret-99';

/** How the command is run so that it meets a cause. */
export interface Situation {
  /** The profile that it is given; its password is in the variable `PASSWORD` unless it says something else. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What stands in the place of `<name>` in the document. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Texts that nothing may show. */
  readonly secrets?: readonly string[];
}

/** Makes a {@link Situation}, to the end of the test. @param write - puts a file into the folder of the command */
export type Produce = (write: (name: string, content: string) => string) => Promise<Situation>;

/** Situations by the words of the document for their cause; each cause may be met in several ways. */
export type Causes = Readonly<Record<string, Produce | readonly Produce[]>>;

/** A gateway with one account. */
export async function gateway(account: Partial<SandboxAccount> = {}): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ accounts: [{ username: 'shop', password: PASSWORD, ...account }] });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A server on https. */
export async function tls(...args: Parameters<typeof startTlsServer>): Promise<TlsServer> {
  const server = await startTlsServer(...args);
  onTestFinished(() => server.close());
  return server;
}

/** A proxy. */
export async function proxy(behaviour: ProxyBehaviour = {}): Promise<TestProxy> {
  const started = await startProxy(behaviour);
  onTestFinished(() => started.close());
  return started;
}

/** A server on http that answers every request so. @returns its address */
export async function answers(status: number, headers: OutgoingHttpHeaders = {}, body = ''): Promise<string> {
  const { url } = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(body));
  });
  return url;
}

/** A port of TCP that does something with each connection. */
export async function listen(act: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A name that no name service knows, because it cannot be one; so no network is needed to be told. */
export const UNKNOWN_HOST: string = `${'x'.repeat(64)}.example`;

/** A document of SOAP with something in its body. */
export function soap(content: string): string {
  const names =
    'xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  return `<SOAP-ENV:Envelope ${names}><SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
}
