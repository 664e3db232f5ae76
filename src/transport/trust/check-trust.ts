import { AbortedError } from '../../errors/errors.js';
import { wantsCertificateByPage } from '../../http-message/error-page.js';
import { checkSignal, invalid } from '../../options/check.js';
import { type OptionsOf, optional, readOptions, withDefault } from '../../options/table.js';
import { codeOf, refusedRequest } from '../http/errors.js';
import { HTTP_OPTIONS, milliseconds, settingsOf } from '../http/http-options.js';
import { routesOf } from '../http/route.js';
import { ProxyProblem } from '../proxy/problem.js';
import { type CertificateProblem, certificateProblem, wantsClientCertificate } from '../tls/certificate-problem.js';
import { onWaitEnd } from '../wait.js';
import { type ProbeResult, probe, untrustedCertificate } from './probe.js';
import {
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
  return invalid('certTestUrl', 'is not an absolute address on https; one on http would prove nothing');
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
  const problem = `${host}${via} wants a certificate of the client, or does not accept the one in cert (${shown}).`;
  return report('client-certificate', problem, 'Give it, with its key, in cert and key.', server, sign);
}

function interpret(result: ProbeResult, timeoutMs: number, server: ProbedServer): TrustReport {
  const { host, via } = server;
  const trusted = `The certificate of ${host}${via} is trusted here`;
  if (!('error' in result)) {
    const { status, body } = result;
    if (result.mute) return noProxy({ proxy: 'of the agent', status }, '', server);
    if (status === 200 && body.trim() === 'OK') return trustedServer(`${trusted}, and the response was OK.`, server);
    if (wantsCertificateByPage(body)) return wantsCertificate({ status }, server);
    const response = status === 200 ? 'something else than OK' : `HTTP status ${status}`;
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
  const lost = `${trusted}, but the connection was lost before the response had come.`;
  return report('no-response', lost, 'Try again.', server, { code });
}
