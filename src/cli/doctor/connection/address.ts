import { EXIT } from '../../running/exit-codes.js';
import { type Finding, well, wrong } from '../findings/finding.js';
import { type Limits, type Reached, reach } from './reach.js';
import type { Target } from './target.js';

/** Checks whether an address resolves and accepts connections. */
export async function addressFinding(target: Target, limits: Limits): Promise<Finding> {
  const reached = await reach(target, limits);
  const { hostname, port } = target;
  if ('address' in reached) {
    return well('address', `${hostname} is ${reached.address}, and port ${port} accepts connections`);
  }
  return unreached('address', hostname, port, reached, {
    name: 'correct the host name in the url',
    port: 'look at the port in the url, at the firewall, and whether a proxy is needed ("proxy" in the profile)',
  });
}

/** Makes the finding for a host that could not be connected to. @param todo - advice on its name and on its port */
export function unreached(
  check: 'address' | 'proxy',
  host: string,
  port: number,
  { why, code }: Exclude<Reached, { readonly address: string }>,
  todo: { readonly name: string; readonly port: string },
): Finding {
  const name = 'the name service (DNS) of this machine';
  switch (why) {
    case 'not known':
      return wrong(check, `${host} is not known (${code})`, `${todo.name}, or look at ${name}`, EXIT.transient);
    case 'not looked up':
      return wrong(check, `${host} could not be looked up (${code})`, `look at ${name}`, EXIT.transient);
    default:
      return wrong(check, `${host} port ${port} does not accept connections (${code})`, todo.port, EXIT.transient);
  }
}
