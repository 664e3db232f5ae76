import { networkProblem, tlsHint } from '../http/codes.js';
import { type ProxyProblem, refusal } from '../proxy/problem.js';
import { type CertificateProblem, certificateProblem } from '../tls/certificate-problem.js';

/**
 * What {@link checkTrust} found:
 *
 * - `trusted`: the chain is trusted, and the response was `OK`
 * - `unknown-root`: the authority is not among those that are trusted here
 * - `incomplete-chain`: the server sent its own certificate only, and that one says where the missing one is to be had
 * - `self-signed`: the server's certificate is signed by itself
 * - `expired`, `not-yet-valid`: the time of a certificate in the chain is over, or has not begun
 * - `wrong-host`: the certificate is for another host
 * - `certificate`: something else is wrong with a certificate, and the explanation says what
 * - `client-certificate`: the server wants a certificate of the client, or not the one that it was given
 * - `tls`: no TLS session could be agreed on; perhaps no TLS is spoken there, or only an older one
 * - `no-route`: the host is not known, cannot be reached, or nothing listens there
 * - `timeout`: there was no response in time
 * - `proxy`: the proxy cannot be reached, is itself not trusted, or refuses
 * - `unexpected-response`: the chain is trusted, but the response was another one: a wrong address, or a redirect
 * - `no-response`: the chain is trusted, but the connection was lost before the response had come
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
  /** Whom it is for, for example `C=PL, CN=gateway.example`. */
  readonly subject: string;
  /** Who has signed it. */
  readonly issuer: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The host names and IP addresses that it is for. */
  readonly hosts: readonly string[];
  /** SHA-256 of the certificate, as `AB:CD:…`. */
  readonly fingerprint256: string;
}

/** What {@link checkTrust} found, and what to do about it. */
export interface TrustReport {
  /** Whether `reason` is `trusted`. */
  readonly trusted: boolean;
  /** What it is: a closed set, for programs. */
  readonly reason: TrustReason;
  /** What is wrong and what to do about it, in full sentences, for people. Holds no credential. */
  readonly explanation: string;
  /** The certificate of the server, where one was seen: also one that is not trusted. */
  readonly certificate?: CertificateSummary;
}

/** What was seen of an address. */
export interface ProbedServer {
  /** Host and port. */
  readonly host: string;
  /** ` through the proxy …`, or nothing. */
  readonly via: string;
  readonly certificate: CertificateSummary | undefined;
  /** Whether the certificate says where that of its issuer is to be had. */
  readonly namesIssuer: boolean;
  /** Who has signed the topmost certificate that the server has sent. */
  readonly root: string;
}

/** Makes a report. */
export function report(
  reason: TrustReason,
  explanation: string,
  { certificate }: Pick<ProbedServer, 'certificate'>,
): TrustReport {
  const trusted = reason === 'trusted';
  return Object.freeze({ trusted, reason, explanation, ...(certificate === undefined ? {} : { certificate }) });
}

/** Reports a chain that is not trusted. */
export function refusedCertificate(code: string, problem: CertificateProblem, server: ProbedServer): TrustReport {
  const isUnknown = problem.reason === 'incomplete-chain' && server.certificate !== undefined && !server.namesIssuer;
  const reason = isUnknown ? 'unknown-root' : problem.reason;
  const what = problem.what + detail(reason, server);
  const more = reason === 'unknown-root' ? ' The roots of public authorities come with newer versions of Node.js.' : '';
  const { host, via } = server;
  const explanation = `The server ${host}${via} is not trusted: ${what} (${code}). ${sentence(problem.remedy)}${more}`;
  return report(reason, explanation, server);
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
    const advice = 'Check the address, the name service and the firewall, and whether a proxy is needed.';
    return report('no-route', `There is no connection to ${host}${via}: ${network} (${code}). ${advice}`, server);
  }
  return report(
    'tls',
    `There is no TLS session with ${host}${via}: ${tlsHint(code, hostname(host))}. Check the address and its port.`,
    server,
  );
}

/** Reports that there is no way through the proxy. */
export function noProxy(
  { proxy, status }: Pick<ProxyProblem, 'proxy' | 'status'>,
  code: string,
  server: ProbedServer,
): TrustReport {
  const say = (text: string): TrustReport => report('proxy', text, server);
  if (status !== undefined) return say(`There is no way to ${server.host}: ${refusal(proxy, status)}.`);
  const problem = certificateProblem(code);
  if (problem !== undefined)
    return say(`The proxy ${proxy} is not trusted: ${problem.what}. ${sentence(problem.remedy)}`);
  const network = networkProblem(code) ?? `no session was agreed on (${code || 'no code'})`;
  return say(`There is no connection to the proxy ${proxy}: ${network}. Check its address.`);
}

function hostname(host: string): string {
  return host.replace(/:\d+$/, '');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
