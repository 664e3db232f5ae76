import { type CertificateSummary, checkTrust, type TrustReason, type TrustReport } from '../../../client/index.js';
import { EXIT } from '../../running/exit-codes.js';
import { routeOf } from '../../settings/client.js';
import { clause, type Finding, MORE_TIME, note, well, wrong } from '../findings/finding.js';
import { certificateRemedy } from './certificate.js';
import { proxyProblem, refusedByProxy } from './proxy.js';
import type { Limits } from './reach.js';
import type { Route, Target } from './target.js';

/** Checks whether the certificates of an address on https are trusted. Nothing is sent to one that is not trusted. */
export async function tlsFinding(target: Target, route: Route, limits: Limits): Promise<Finding> {
  const report = await checkTrust(target.url.href, { ...routeOf(route.profile), ...limits });
  return findingOf(report, target, route, limits);
}

/** More time is not spent on asking a port for TLS whose url says that it has none. */
const MAX_ASKING_MS = 2000;

/** Results that do not show that TLS is spoken. */
const NOT_TLS: ReadonlySet<TrustReason> = new Set(['tls', 'no-route', 'timeout', 'proxy']);

/** Checks whether an address on http speaks no TLS: nothing is sent that could be read on the way. */
export async function plainFinding(target: Target, route: Route, limits: Limits): Promise<Finding> {
  const { profile, over, proxy } = route;
  const secrets = over === 'soap' ? 'user name and password are' : 'the token is';
  const readable = note('tls', `there is none: ${secrets} readable on the way`, 'use https, unless for a test');
  // A proxy is not asked for a tunnel to a port that it may not make one to.
  if (proxy !== undefined) return readable;
  const timeoutMs = Math.min(limits.timeoutMs, MAX_ASKING_MS);
  const { origin } = new URL(`https://${target.name}`);
  const { reason, code = '' } = await checkTrust(origin, { ...routeOf(profile), ...limits, timeoutMs });
  if (NOT_TLS.has(reason) && !isAlert(code)) return readable;
  const text = `${target.name} speaks TLS, and the url begins with http://`;
  return wrong('tls', text, 'begin the url with https://', EXIT.usage);
}

function findingOf(report: TrustReport, target: Target, route: Route, { timeoutMs }: Limits): Finding {
  const { profile, proxy } = route;
  const { reason, certificate, code = '', status } = report;
  const problem = clause(report.problem ?? '');
  switch (reason) {
    case 'trusted':
    case 'unexpected-response':
    case 'no-response':
      return trusted(certificate);
    case 'timeout': {
      if (certificate !== undefined) return trusted(certificate);
      const session = `TLS session with ${target.name}`;
      const what = proxy === undefined ? `no ${session}` : `neither a tunnel through ${proxy.name} nor a ${session}`;
      const todo =
        proxy === undefined
          ? `look whether https is spoken on that port; where it is, ${MORE_TIME}`
          : `look at the proxy, and whether https is spoken on that port; where both are right, ${MORE_TIME}`;
      return wrong(proxy === undefined ? 'tls' : 'proxy', `${what} within ${timeoutMs} ms`, todo, EXIT.transient);
    }
    case 'no-route': {
      const todo = 'look whether https is spoken on that port, and at firewalls on the way';
      return wrong('tls', problem, todo, EXIT.transient);
    }
    case 'proxy':
      return status === undefined ? proxyProblem(code, problem, profile) : refusedByProxy(status, target, route);
    case 'client-certificate':
      return wrong('tls', `${target.name} wants a certificate of the client`, NO_CLIENT_CERTIFICATE, EXIT.usage);
    case 'tls':
      return noSession(code, problem, target);
    default: {
      const of = { reason, who: 'the server', where: 'the url', hasCa: profile.ca !== undefined };
      const { todo, exitCode } = certificateRemedy(of);
      return wrong('tls', problem, todo, exitCode);
    }
  }
}

/** The chain is: what an address answers to this is not looked at, because it is not one for tests of trust. */
function trusted(certificate: CertificateSummary | undefined): Finding {
  const until = certificate === undefined ? '' : ` until ${certificate.validTo.toISOString().slice(0, 10)}`;
  return well('tls', `the chain of certificates is trusted${until}`);
}

const NO_CLIENT_CERTIFICATE =
  'this command has no certificate to show: put a tunnel before it that has (stunnel), or use the library, with cert and key';

/** Makes the finding for two sides that did not agree on a session, where no certificate is to blame. */
function noSession(code: string, problem: string, { name, hostname }: Target): Finding {
  if (code.includes('PROTOCOL_VERSION') || code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') {
    const text = `${name} speaks no TLS that is new enough (${code})`;
    return wrong('tls', text, 'the server has to speak TLS 1.2 or a later one', EXIT.transient);
  }
  if (code.endsWith('_UNRECOGNIZED_NAME')) {
    return wrong('tls', `${name} knows no host ${hostname} (${code})`, 'correct the host name in the url', EXIT.usage);
  }
  if (code.endsWith('_ALERT_HANDSHAKE_FAILURE')) {
    return wrong('tls', problem, `ask whoever runs the server; ${NO_CLIENT_CERTIFICATE}`, EXIT.transient);
  }
  if (isAlert(code)) {
    const todo = 'look at the host name in the url; where it is right, ask whoever runs the server';
    return wrong('tls', `${name} ends the TLS session as it begins (${code})`, todo, EXIT.transient);
  }
  const todo = 'correct the port in the url: https is usually on 443; http:// only for a test';
  return wrong('tls', `${name} speaks no TLS (${code || 'no code'})`, todo, EXIT.usage);
}

/** Tells whether it was the other side that ended a session, which only one does that speaks TLS. */
function isAlert(code: string): boolean {
  return code.includes('_ALERT_') || code.endsWith('_UNRECOGNIZED_NAME');
}
