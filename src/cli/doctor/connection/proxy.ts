import { networkProblem } from '../../../transport/http/codes.js';
import type { ProxyAddress } from '../../../transport/proxy/address.js';
import { certificateProblem } from '../../../transport/tls/certificate-problem.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Profile } from '../../settings/config-file.js';
import { type Finding, type Remedy, well, wrong } from '../findings/finding.js';
import { unreached } from './address.js';
import { certificateRemedy } from './certificate.js';
import { type Limits, reach } from './reach.js';
import type { Route, Target } from './target.js';

/** Names the place where the address of the proxy stands. */
function placeOf({ proxy }: Profile): string {
  return proxy === 'env' ? 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY in the environment' : '"proxy" in the profile';
}

/** Checks whether a proxy accepts connections. */
export async function proxyFinding(proxy: ProxyAddress, profile: Profile, limits: Limits): Promise<Finding> {
  const reached = await reach(proxy, limits);
  if ('address' in reached) return well('proxy', `${proxy.name} accepts connections`);
  return unreached('proxy', proxy.hostname, proxy.port, reached, {
    name: `correct ${placeOf(profile)}`,
    port: `start the proxy, or correct ${placeOf(profile)}`,
  });
}

/** Makes the finding for a proxy that accepts connections, but cannot be used. @param problem - what is known of it */
export function proxyProblem(code: string, problem: string, profile: Profile): Finding {
  const reason = certificateProblem(code)?.reason;
  if (reason !== undefined) {
    const of = { reason, who: 'the proxy', where: placeOf(profile), hasCa: profile.ca !== undefined };
    const { todo, exitCode } = certificateRemedy(of);
    return wrong('proxy', problem, todo, exitCode);
  }
  const todo = `look whether ${placeOf(profile)} is a proxy for HTTP, and begins with http:// or https:// as it has to`;
  return wrong('proxy', problem, todo, networkProblem(code) === undefined ? EXIT.usage : EXIT.transient);
}

/**
 * Makes the finding for a proxy that answers in place of the gateway. @param proxy - one that is known to be on the way
 */
export function refusedByProxy(status: number, target: Target, { proxy, profile }: Route): Finding {
  const who = proxy?.name ?? 'a proxy on the way';
  const { what, todo, exitCode } = refusalOf(status, target, proxy, placeOf(profile));
  return wrong('proxy', `${who} ${what} (HTTP status ${status})`, todo, exitCode);
}

function refusalOf(
  status: number,
  { name }: Target,
  proxy: ProxyAddress | undefined,
  place: string,
): Remedy & { readonly what: string } {
  switch (status) {
    // 401 is that of tinyproxy for a wrong password.
    case 401:
    case 407: {
      const given = proxy?.authorization !== undefined;
      return {
        what: given ? 'refuses its user or password' : 'wants a user and a password',
        todo: `${given ? 'correct them in' : 'put them into'} ${place}, percent-encoded: http://user:password@host:port`,
        exitCode: EXIT.usage,
      };
    }
    case 403:
      return {
        what: `does not allow ${name}`,
        todo: `have whoever runs the proxy allow it, or name another one in ${place}`,
        exitCode: EXIT.usage,
      };
    case 405:
      return {
        what: 'makes no tunnels',
        todo: `name a proxy that takes CONNECT in ${place}`,
        exitCode: EXIT.usage,
      };
    case 408:
    case 429:
      return { what: 'lets nothing through for now', todo: 'run it again later', exitCode: EXIT.transient };
    default:
      return status >= 500
        ? {
            what: `does not reach ${name}`,
            todo: 'look at host and port in the url; where they are right, ask whoever runs the proxy',
            exitCode: EXIT.transient,
          }
        : { what: `refuses ${name}`, todo: 'ask whoever runs the proxy', exitCode: EXIT.usage };
  }
}
