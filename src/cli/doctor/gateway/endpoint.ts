import {
  ConnectionError,
  DecodeError,
  HttpStatusError,
  type SmsServiceError,
  SoapFaultError,
  TimeoutError,
  TlsError,
  ValidationError,
} from '../../../client/index.js';
import { codeOf } from '../../../transport/http/codes.js';
import { certificateProblem } from '../../../transport/tls/certificate-problem.js';
import { EXIT } from '../../running/exit-codes.js';
import { exitCodeOf } from '../../running/failure.js';
import { certificateRemedy } from '../connection/certificate.js';
import { proxyProblem, refusedByProxy } from '../connection/proxy.js';
import type { Route, Target } from '../connection/target.js';
import { cut, messageOf, shown } from '../findings/excerpt.js';
import { type Finding, MORE_TIME, wrong } from '../findings/finding.js';
import { pageFinding } from './page.js';

/** Makes the finding for an address that does not answer as a gateway does. */
export function endpointFinding(error: SmsServiceError, target: Target, route: Route): Finding {
  if (error instanceof HttpStatusError) return pageFinding(error, target, route);
  if (error instanceof SoapFaultError) return faultFinding(error, target);
  if (error instanceof TimeoutError) return timeoutFinding(error, target);
  if (error instanceof ConnectionError) return connectionFinding(error, target, route);
  if (error instanceof TlsError) return certificateFinding(error, target, route);
  if (error instanceof ValidationError) return wrong('credentials', messageOf(error), 'correct it', EXIT.usage);
  const text = `${target.name} answers, but not as this gateway: ${messageOf(error)}`;
  if (!(error instanceof DecodeError)) return wrong('endpoint', text, 'ask the provider', exitCodeOf(error));
  const todo = 'correct the url where it is that of another service; where it is right, report this to the provider';
  return wrong('endpoint', text, todo, EXIT.transient);
}

/** Codes of Faults by which a server says that it was the request (SOAP 1.1 section 4.4.1). */
const OF_THE_REQUEST = /^(?:Client|Sender|VersionMismatch|MustUnderstand)\b/;

function faultFinding({ faultCode, faultString }: SoapFaultError, { name }: Target): Finding {
  const text = `${name} answers with a SOAP Fault ${cut(faultCode)}: ${shown(faultString)}`;
  if (OF_THE_REQUEST.test(faultCode)) {
    const todo =
      'correct the url: it may be that of another SOAP service; where it is right, report this to the provider';
    return wrong('endpoint', text, todo, EXIT.usage);
  }
  return wrong('endpoint', text, 'run it again later; where it stays, ask the provider', EXIT.transient);
}

function timeoutFinding({ outcome, timeoutMs }: TimeoutError, { name }: Target): Finding {
  if (outcome === 'not-sent')
    return wrong('address', `no connection to ${name} within ${timeoutMs} ms`, MORE_TIME, EXIT.transient);
  const todo = `look whether the url is right; where it is, ${MORE_TIME}`;
  return wrong(
    'endpoint',
    `${name} takes the request, and gives no response within ${timeoutMs} ms`,
    todo,
    EXIT.transient,
  );
}

function connectionFinding(error: ConnectionError, target: Target, route: Route): Finding {
  const { profile, proxy } = route;
  const { outcome, proxyStatus, cause } = error;
  const code = codeOf(cause);
  if (proxyStatus !== undefined) return refusedByProxy(proxyStatus, target, route);
  if (outcome === 'not-sent') {
    if (proxy !== undefined) return proxyProblem(code, messageOf(error), profile);
    return wrong('address', messageOf(error), 'run it again: it could be connected to before', EXIT.transient);
  }
  if (code.startsWith('HPE_')) {
    return wrong(
      'endpoint',
      `${target.name} answers, but not by HTTP (${code})`,
      'correct the port in the url',
      EXIT.usage,
    );
  }
  const todo = 'look at the port and the path in the url; where they are right, ask the provider';
  return wrong(
    'endpoint',
    `${target.name} takes the request, and ends the connection without a whole response`,
    todo,
    EXIT.transient,
  );
}

/** A certificate that is refused after another one was trusted there, or that of a proxy. */
function certificateFinding(error: TlsError, { secure }: Target, { profile }: Route): Finding {
  const code = codeOf(error.cause);
  if (!secure) return proxyProblem(code, messageOf(error), profile);
  const reason = certificateProblem(code)?.reason;
  const of = { who: 'the server', where: 'the url', hasCa: profile.ca !== undefined };
  const { todo, exitCode } =
    reason === undefined
      ? { todo: 'run it again: a TLS session stood before', exitCode: EXIT.transient }
      : certificateRemedy({ ...of, reason });
  return wrong('tls', messageOf(error), todo, exitCode);
}
