import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { safeCause } from '../cause.js';
import type { Route } from '../http/route.js';
import { ProxyProblem } from '../proxy/problem.js';
import { onWaitEnd } from '../wait.js';
import type { CertificateSummary } from './report.js';

const MAX_ANSWER_BYTES = 1024;

const MAX_CHAIN = 10;

export interface PeerCertificate {
  readonly summary: CertificateSummary;
  readonly namesIssuer: boolean;
  readonly root: string;
}

/** The result of a request: a response, or an error; an error that is `undefined` is the end of the time. */
export type ProbeResult = {
  readonly secured: boolean;
  readonly mute: boolean;
  readonly certificate: PeerCertificate | undefined;
} & ({ readonly error: unknown } | { readonly status: number; readonly body: string });

/**
 * Sends a request to an address. It is written after the certificate was verified, even if the agent does not require
 * that.
 */
export function probe(route: Route, ending: AbortSignal): Promise<ProbeResult> {
  return new Promise((resolve) => {
    let secured = false;
    let mute = false;
    let certificate: PeerCertificate | undefined;
    const fail = (error: unknown): void => {
      const known = error === undefined || error instanceof ProxyProblem;
      resolve({ error: known ? error : safeCause(error), secured, mute, certificate });
    };
    const outgoing = begin(route, ending, fail, (socket) => {
      mute = !socket.writable;
      whenSecured(socket, () => {
        certificate = peerCertificate(socket);
        const { authorized, authorizationError } = socket as Partial<TLSSocket>;
        if (authorized === true) {
          secured = true;
          outgoing.end();
          return;
        }
        fail(Object.assign(new Error('not verified'), { code: String(authorizationError) }));
        outgoing.destroy();
      });
    });
    outgoing.on('response', (incoming) => {
      const { statusCode: status = 0 } = incoming;
      const answered = (body: string): void => resolve({ status, body, secured, mute, certificate });
      if (mute) answered('');
      else beginning(incoming).then(answered, fail);
    });
  });
}

/** Looks at the certificate of a server that is not trusted: the request is begun, never written, and given up. */
export function untrustedCertificate(route: Route, ending: AbortSignal): Promise<PeerCertificate | undefined> {
  const { cert: _cert, key: _key, passphrase: _passphrase, ...options } = route.options as Record<string, unknown>;
  const bare: Route = { ...route, options: { ...options, rejectUnauthorized: false } as Route['options'] };
  return new Promise((resolve) => {
    const outgoing = begin(
      bare,
      ending,
      () => resolve(undefined),
      (socket) =>
        whenSecured(socket, () => {
          resolve(peerCertificate(socket));
          outgoing.destroy();
        }),
    );
  });
}

/** Begins a request. Node.js writes nothing of it before it is ended. */
function begin(
  { request, options, headers }: Route,
  ending: AbortSignal,
  fail: (error: unknown) => void,
  connect: (socket: Socket) => void,
): ClientRequest {
  const outgoing = request({ ...options, method: 'GET', headers: { 'user-agent': 'sms-service-client', ...headers } });
  const end = (): void => {
    fail(undefined);
    outgoing.destroy();
  };
  outgoing.on('close', onWaitEnd({ signal: ending }, end));
  outgoing.on('socket', connect);
  outgoing.on('error', fail);
  return outgoing;
}

function whenSecured(socket: Socket, act: () => void): void {
  if ('secureConnecting' in socket && socket.secureConnecting === false) act();
  else socket.once('secureConnect', act);
}

async function beginning(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of incoming) {
    text += Buffer.from(piece).toString('latin1');
    if (text.length > MAX_ANSWER_BYTES) return `${text}…`;
  }
  return text;
}

function peerCertificate(socket: Socket): PeerCertificate | undefined {
  const found = (socket as Partial<TLSSocket>).getPeerX509Certificate?.();
  if (found === undefined) return undefined;
  const names = [...(found.subjectAltName ?? '').matchAll(/(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)];
  const common = /^CN=(.*)$/m.exec(found.subject)?.[1];
  const hosts = names.length > 0 ? names.map(([, name = '']) => name) : common === undefined ? [] : [common];
  let top = found;
  // As many as a chain may have: one may be its own issuer, or the issuer of its issuer.
  for (let count = 0; count < MAX_CHAIN && top.issuerCertificate !== undefined; count++) top = top.issuerCertificate;
  const summary: CertificateSummary = {
    subject: nameOf(found.subject),
    issuer: nameOf(found.issuer),
    validFrom: new Date(found.validFrom),
    validTo: new Date(found.validTo),
    hosts: Object.freeze(hosts),
    fingerprint256: found.fingerprint256,
  };
  return {
    summary: Object.freeze(summary),
    namesIssuer: (found.infoAccess ?? '').includes('CA Issuers'),
    root: nameOf(top.issuer),
  };
}

function nameOf(distinguished: string): string {
  return distinguished.replaceAll('\n', ', ');
}
