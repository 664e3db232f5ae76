import { networkProblem, tlsHint } from '../http/errors.js';
import { type ProxyProblem, refusal } from '../proxy/problem.js';
import { type CertificateProblem, certificateProblem } from '../tls/certificate-problem.js';

/**
 * The finding of {@link checkTrust}:
 *
 * - `trusted`: the chain is trusted, and the response was `OK`
 * - `unknown-root`: the authority is not trusted by this machine
 * - `incomplete-chain`: the server sent only its own certificate, which names the URL of the missing one
 * - `self-signed`: the server's certificate is self-signed
 * - `expired`, `not-yet-valid`: a certificate of the chain is not valid at this time
 * - `wrong-host`: the certificate is for another host
 * - `certificate`: another problem of a certificate, described in the explanation
 * - `client-certificate`: the server requires a client certificate, or refuses the given one
 * - `tls`: no TLS session could be established; perhaps the server does not use TLS, or only an older version
 * - `no-route`: the host is unknown or unreachable, or no server listens on this port
 * - `timeout`: there was no response in time
 * - `proxy`: the proxy is unreachable, not trusted, or refuses
 * - `unexpected-response`: the chain is trusted, but the response was not `OK`: a wrong address, or a redirect
 * - `no-response`: the chain is trusted, but the connection was lost before the response
 */
export type TrustReason =
  | 'trusted'
  | CertificateProblem['reason']
  | 'client-certificate'
  | 'tls'
  | 'no-route'
  | 'timeout'
  | 'proxy'
  | 'unexpected-response'
  | 'no-response';

/** The certificate that a server has shown. */
export interface CertificateSummary {
  /** The holder, for example `C=PL, CN=gateway.example`. */
  readonly subject: string;
  /** The authority that has signed it. */
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The host names and IP addresses that it is for. */
  readonly hosts: readonly string[];
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint256: string;
}

/** The finding of {@link checkTrust}, and the next action. */
export interface TrustReport {
  /** True where `reason` is `trusted`. */
  readonly trusted: boolean;
  /** The finding, of a closed set, for programs. */
  readonly reason: TrustReason;
  /** The problem and the next action, for people. Contains no credential. */
  readonly explanation: string;
  /** The first sentence of the explanation, which describes the problem; absent if there is none. */
  readonly problem?: string;
  /** The code that the system, Node.js or OpenSSL gave what is wrong, for example `CERT_HAS_EXPIRED`. */
  readonly code?: string;
  /** The HTTP status of the response, or by which the proxy refused. */
  readonly status?: number;
  /** The certificate of the server, if there was one, also if it is not trusted. */
  readonly certificate?: CertificateSummary;
}

/** A server as a probe has seen it. */
export interface ProbedServer {
  /** Host and port. */
  readonly host: string;
  /** ` through the proxy …`, or nothing. */
  readonly via: string;
  readonly certificate: CertificateSummary | undefined;
  readonly namesIssuer: boolean;
  /** The issuer of the topmost certificate that the server has sent. */
  readonly root: string;
}

interface Signs {
  readonly code?: string;
  readonly status?: number;
}

export function report(
  reason: Exclude<TrustReason, 'trusted'>,
  problem: string,
  remedy: string,
  { certificate }: Pick<ProbedServer, 'certificate'>,
  { code = '', status }: Signs = {},
): TrustReport {
  return Object.freeze({
    trusted: false,
    reason,
    explanation: remedy === '' ? problem : `${problem} ${remedy}`,
    problem,
    ...(code === '' ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(certificate === undefined ? {} : { certificate }),
  });
}

/** Reports that all is well. */
export function trustedServer(explanation: string, { certificate }: Pick<ProbedServer, 'certificate'>): TrustReport {
  return Object.freeze({
    trusted: true,
    reason: 'trusted',
    explanation,
    ...(certificate === undefined ? {} : { certificate }),
  });
}

/** Reports a chain that is not trusted. */
export function refusedCertificate(code: string, problem: CertificateProblem, server: ProbedServer): TrustReport {
  const isUnknown = problem.reason === 'incomplete-chain' && server.certificate !== undefined && !server.namesIssuer;
  const reason = isUnknown ? 'unknown-root' : problem.reason;
  const what = problem.what + detail(reason, server);
  const more =
    reason === 'unknown-root' ? ' Newer versions of Node.js contain the roots of more public authorities.' : '';
  const { host, via } = server;
  const remedy = `${sentence(problem.remedy)}${more}`;
  return report(reason, `The server ${host}${via} is not trusted: ${what} (${code}).`, remedy, server, { code });
}

function detail(reason: TrustReason, { certificate, host, root }: ProbedServer): string {
  if (certificate === undefined) return '';
  const { hosts, issuer, validFrom, validTo } = certificate;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  switch (reason) {
    case 'wrong-host':
      return `: it is for ${hosts.join(', ') || 'none'}, and not for ${hostname(host)}`;
    case 'expired':
      // It is the server's own that is shown.
      return validTo.getTime() < Date.now() ? ` on ${day(validTo)}` : ', or one above it in its chain';
    case 'not-yet-valid':
      return validFrom.getTime() > Date.now() ? `, but from ${day(validFrom)} on` : ', or one above it in its chain';
    case 'unknown-root':
      return `: ${root}`;
    case 'incomplete-chain':
      return `; the certificate is issued by ${issuer}`;
    default:
      return '';
  }
}

/** Reports that no TLS session came about, for another reason than a certificate. */
export function noSession(code: string, server: ProbedServer): TrustReport {
  const { host, via } = server;
  const network = networkProblem(code);
  if (network !== undefined) {
    const advice = 'Check the address, DNS, the firewall, and if a proxy is needed.';
    const problem = `There is no connection to ${host}${via}: ${network} (${code}).`;
    return report('no-route', problem, advice, server, { code });
  }
  const problem = `There is no TLS session with ${host}${via}: ${tlsHint(code, hostname(host))}.`;
  return report('tls', problem, 'Check the address and its port.', server, { code });
}

/** Reports that there is no way through the proxy. */
export function noProxy(
  { proxy, status }: Pick<ProxyProblem, 'proxy' | 'status'>,
  code: string,
  server: ProbedServer,
): TrustReport {
  if (status !== undefined) {
    const refused = `There is no connection to ${server.host}: ${refusal(proxy, status)}.`;
    return report('proxy', refused, '', server, { status });
  }
  const certificate = certificateProblem(code);
  if (certificate !== undefined) {
    const problem = `The proxy ${proxy} is not trusted: ${certificate.what}.`;
    return report('proxy', problem, sentence(certificate.remedy), server, { code });
  }
  const network = networkProblem(code) ?? `the TLS handshake failed (${code || 'no code'})`;
  const problem = `There is no connection to the proxy ${proxy}: ${network}.`;
  return report('proxy', problem, 'Check its address.', server, { code });
}

function hostname(host: string): string {
  return host.replace(/:\d+$/, '');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
