import type { HttpStatusError } from '../../../client/index.js';
import { pageAdvice } from '../../../http-message/error-page.js';
import { EXIT } from '../../running/exit-codes.js';
import { refusedByProxy } from '../connection/proxy.js';
import { type Route, secretOf, type Target } from '../connection/target.js';
import { shown } from '../findings/excerpt.js';
import { type Finding, type Remedy, wrong } from '../findings/finding.js';

const ASK = 'where the url is right, ask the provider';

/** Makes the finding for an address that answers with something that is not of the interface. */
export function pageFinding(error: HttpStatusError, target: Target, route: Route): Finding {
  const { status, excerpt, location } = error;
  if (status >= 300 && status < 400) return redirectFinding(status, location, target, route);
  // Of an http address a proxy reads all, and answers in the place of the gateway.
  const isReadByProxy = route.proxy !== undefined && !target.secure;
  if (status === 407 || (isReadByProxy && FROM_A_PROXY.has(status))) return refusedByProxy(status, target, route);
  // An excerpt in which nothing is shown is empty for certain only where the response was a success.
  const empty = status < 300 ? ', and nothing in it' : '';
  const page = excerpt === '' ? empty : `, ${shown(excerpt)}${pageAdvice(status, excerpt)}`;
  const what = route.over === 'soap' ? 'a SOAP gateway' : 'the HTTP interface';
  const text = `${target.name} answers, but not as ${what}: HTTP status ${status}${page}`;
  const { todo, exitCode } = remedyOf(error, nameOf(route));
  return wrong('endpoint', text, todo, exitCode);
}

/** By these a proxy says that it does not reach the server. */
const FROM_A_PROXY: ReadonlySet<number> = new Set([502, 504]);

function nameOf({ over }: Route): string {
  return over === 'soap' ? 'the SOAP interface' : 'the HTTP interface';
}

/** @param interfaceName - what is to be at the address */
function remedyOf({ status, excerpt, retryAfterMs }: HttpStatusError, interfaceName: string): Remedy {
  const again =
    retryAfterMs === undefined ? 'run it again later' : `run it again in ${Math.ceil(retryAfterMs / 1000)} s`;
  switch (status) {
    case 401:
      return { todo: `correct the url: credentials of a web server cannot be given; ${ASK}`, exitCode: EXIT.usage };
    case 403: {
      const todo =
        'correct the path in the url; where it is right, ask the provider to let the address of this machine in';
      return { todo, exitCode: EXIT.usage };
    }
    case 408:
      return { todo: again, exitCode: EXIT.transient };
    case 429:
      return { todo: `${again}; lower "maxPerSecond" of whatever else uses the account`, exitCode: EXIT.transient };
    default:
  }
  if (status >= 500) return { todo: `${again}; where it stays, ask the provider`, exitCode: EXIT.transient };
  if (status >= 400) return { todo: `correct the path in the url; ${ASK}`, exitCode: EXIT.usage };
  if (excerpt === '')
    return { todo: `correct the url; ${ASK}: the gateway does not do its work`, exitCode: EXIT.transient };
  const todo = `correct the url: it has to be that of ${interfaceName}; a login page may be that of the network here`;
  return { todo, exitCode: EXIT.usage };
}

function redirectFinding(
  status: number,
  location: string | undefined,
  { url, secure, name }: Target,
  route: Route,
): Finding {
  const redirect = `${name} answers with a redirect (HTTP status ${status})`;
  if (location === undefined) {
    const todo = `ask the provider for the url of ${nameOf(route)}`;
    return wrong('endpoint', `${redirect}, and names no address that can be shown`, todo, EXIT.usage);
  }
  const to = new URL(location);
  return wrong('endpoint', `${redirect} to ${location}`, todoOf(to, url, secure, route), EXIT.usage);
}

/** A redirect is never followed, because the secret would go with it: a person has to look where it leads. */
function todoOf(to: URL, from: URL, secure: boolean, route: Route): string {
  if (to.origin + to.pathname === from.origin + from.pathname) {
    return `it leads to itself: ask the provider for the url of ${nameOf(route)}`;
  }
  if (secure && to.protocol === 'http:')
    return `ask the provider for a url on https: there the ${secretOf(route)} would be readable`;
  const query = from.search === '' ? '' : ', with the query of the present one';
  // Over HTTP it is the endpoint that leads there, and the url is that of all of them.
  const href = route.over === 'soap' ? to.href : to.href.replace(/(?:profile|user\.do)$/, '');
  const set = `set the url to ${href}${query}`;
  return to.hostname === from.hostname ? set : `${set}, if that is the gateway: the ${secretOf(route)} goes there then`;
}
