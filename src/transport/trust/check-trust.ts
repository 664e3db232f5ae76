import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { AbortedError } from '../../errors/errors.js';
import { wantsCertificateByPage } from '../../http-message/error-page.js';
import { checkSignal, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { safeCause } from '../cause.js';
import { codeOf, refusedRequest } from '../http/errors.js';
import { HTTP_OPTIONS, milliseconds, settingsOf } from '../http/http-options.js';
import { type Route, routesOf } from '../http/route.js';
import { ProxyProblem } from '../proxy/problem.js';
import { onWaitEnd } from '../time-limits.js';
import { type CertificateProblem, certificateProblem, wantsClientCertificate } from '../tls/certificate-problem.js';
import {
  type CertificateSummary,
  noProxy,
  noSession,
  type ProbedServer,
  refusedCertificate,
  report,
  type TrustReport,
  trustedServer,
} from './report.js';

const OPTIONS = {
  ...HTTP_OPTIONS,
  /** Time for the whole check in milliseconds. Default: 10,000. */
  timeoutMs: withDefault(10_000, milliseconds),
  /** Ends the check when it is aborted. */
  signal: optional(checkSignal),
};

/** Options of {@link checkTrust}: those of `httpTransport` that concern the connection, and a signal. */
export interface CheckTrustOptions extends OptionsOf<typeof OPTIONS> {}

/**
 * Checks whether this machine trusts the certificates of the gateway, by a request to an address that responds with
 * `OK` (specification, {cert_test_url} in the table of addresses and section 1), and explains the problem if it does
 * not. Pass the options of `httpTransport`. Redirects are not followed.
 *
 * To examine a refused certificate, it connects again without verification; no request and no client certificate is
 * sent over that connection.
 *
 * @param certTestUrl - the https address
 * @param environment - the variables for `proxy: 'env'`. Default: those of the process
 * @returns the result; network problems are results, too
 * @throws ValidationError if the address is not an https URL, or an option is invalid
 * @throws ConnectionError if the given agent cannot make the request
 * @throws AbortedError if the signal is aborted
 *
 * @example
 * ```ts
 * const { trusted, explanation } = await checkTrust(url);
 * if (!trusted) console.log(explanation);
 * ```
 */
export async function checkTrust(
  certTestUrl: string,
  options: CheckTrustOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<TrustReport> {
  const url = httpsUrl(certTestUrl);
  const { signal, ...via } = readOptions(options, OPTIONS);
  const settings = settingsOf(via, environment);
  const ending = new AbortController();
  const stopWaiting = onWaitEnd({ signal, timeoutMs: settings.timeoutMs }, () => ending.abort());
  const routes = routesOf(settings, true);
  try {
    const route = routes.to(url.href);
    const result = await probe(route, ending.signal).catch((error: unknown) => {
      throw refusedRequest(error, undefined);
    });
    const problem = 'error' in result ? problemOf(result.error) : undefined;
    const seen =
      problem === undefined
        ? result.certificate
        : await untrustedCertificate(route, ending.signal).catch(() => undefined);
    if (signal?.aborted) {
      const cause: unknown = signal.reason;
      throw new AbortedError('the check was aborted by the caller', result.secured ? 'unknown' : 'not-sent', { cause });
    }
    const port = url.port === '' ? '443' : url.port;
    return interpret(result, settings.timeoutMs, {
      host: `${url.hostname}:${port}`,
      via: route.proxy === undefined ? '' : ` through the proxy ${route.proxy.name}`,
      certificate: seen?.summary,
      namesIssuer: seen?.namesIssuer ?? false,
      root: seen?.root ?? '',
    });
  } finally {
    stopWaiting();
    routes.close();
  }
}

function httpsUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:') return url;
  return invalid('certTestUrl', 'must be an absolute https URL');
}

function problemOf(error: unknown): CertificateProblem | undefined {
  return certificateProblem(codeOf(error), error instanceof Error ? error.message : '');
}

function wantsCertificate(
  sign: { readonly code: string } | { readonly status: number },
  server: ProbedServer,
): TrustReport {
  const { host, via } = server;
  const shown = 'code' in sign ? sign.code : `HTTP status ${sign.status}`;
  const problem = `${host}${via} requires a client certificate, or rejects the one in cert (${shown}).`;
  return report('client-certificate', problem, 'Set the options cert and key.', server, sign);
}

function interpret(result: ProbeResult, timeoutMs: number, server: ProbedServer): TrustReport {
  const { host, via } = server;
  const trusted = `The certificate of ${host}${via} is trusted`;
  if (!('error' in result)) {
    const { status, body } = result;
    if (result.mute) return noProxy({ proxy: 'of the agent', status }, '', server);
    if (status === 200 && body.trim() === 'OK') return trustedServer(`${trusted}, and the response was OK.`, server);
    if (wantsCertificateByPage(body)) return wantsCertificate({ status }, server);
    const response = status === 200 ? 'not OK' : `HTTP status ${status}`;
    const problem = `${trusted}, but the response was ${response}.`;
    return report('unexpected-response', problem, 'Check the address.', server, { status });
  }
  const { error, secured } = result;
  const code = codeOf(error);
  if (error === undefined) {
    const what = secured ? `${host}${via} is trusted, but did not answer` : `There was no connection to ${host}${via}`;
    const remedy = 'Try again, or check the address and the firewall.';
    return report('timeout', `${what} within ${timeoutMs} ms.`, remedy, server);
  }
  if (error instanceof ProxyProblem) return noProxy(error, codeOf(error.cause), server);
  const problem = problemOf(error);
  if (problem !== undefined) return refusedCertificate(code, problem, server);
  if (wantsClientCertificate(code)) return wantsCertificate({ code }, server);
  if (!secured) return noSession(code, server);
  const lost = `${trusted}, but the connection was lost before the response.`;
  return report('no-response', lost, 'Try again.', server, { code });
}

const MAX_ANSWER_BYTES = 1024;

const MAX_CHAIN = 10;

interface PeerCertificate {
  readonly summary: CertificateSummary;
  readonly namesIssuer: boolean;
  readonly root: string;
}

/** The result of a request: a response, or an error; an error that is `undefined` is the end of the time. */
type ProbeResult = {
  readonly secured: boolean;
  readonly mute: boolean;
  readonly certificate: PeerCertificate | undefined;
} & ({ readonly error: unknown } | { readonly status: number; readonly body: string });

/**
 * Sends a request to an address. It is written after the certificate was verified, even if the agent does not require
 * that.
 */
function probe(route: Route, ending: AbortSignal): Promise<ProbeResult> {
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
function untrustedCertificate(route: Route, ending: AbortSignal): Promise<PeerCertificate | undefined> {
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
