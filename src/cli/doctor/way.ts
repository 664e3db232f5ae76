import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { checkTrust } from '../../client/index.js';
import { systemCode } from '../../errors/system-code.js';
import { EXIT } from '../running/exit-codes.js';
import { routeOf } from '../settings/client.js';
import type { Profile } from '../settings/config-file.js';
import { type Finding, note, well, wrong } from './finding.js';

/** How long connecting may take, in milliseconds. */
const CONNECT_MS = 5000;

/** Whether an address resolves and accepts connections. */
export async function addressFinding(url: string, { proxy }: Profile): Promise<Finding> {
  if (!URL.canParse(url) || !/^https?:/.test(url)) {
    return wrong('address', 'is no http or https address', 'correct the url', EXIT.usage);
  }
  if (proxy !== undefined) return note('address', 'is reached through a proxy: not looked up here', '');
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const portNumber = Number(port) || (protocol === 'https:' ? 443 : 80);
  let address: string;
  try {
    ({ address } = await lookup(host));
  } catch (error) {
    const todo = 'correct the host name in the url, or look at the name service (DNS) of this machine';
    return wrong('address', `${host} is not known (${systemCode(error) ?? 'no code'})`, todo, EXIT.transient);
  }
  const problem = await problemOfConnecting(address, portNumber);
  if (problem === undefined)
    return well('address', `${host} is ${address}, and port ${portNumber} accepts connections`);
  const todo = 'look at the port in the url, at the firewall, and whether a proxy is needed ("proxy" in the profile)';
  return wrong(
    'address',
    `${address} port ${portNumber} does not accept connections (${problem})`,
    todo,
    EXIT.transient,
  );
}

function problemOfConnecting(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (problem?: string): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end(`nothing for ${CONNECT_MS / 1000} s`));
    socket.once('error', (error) => end(systemCode(error) ?? 'no code'));
  });
}

/** What says that the chain itself is trusted, whatever the response was: the address is not one for tests of trust. */
const TRUSTED: ReadonlySet<string> = new Set(['trusted', 'unexpected-response', 'no-response']);

/** Whether the certificates of the gateway are trusted. */
export async function tlsFinding(url: string, profile: Profile, signal: AbortSignal): Promise<Finding> {
  if (!url.startsWith('https:')) {
    return note('tls', 'there is none: user name and password are readable on the way', 'use https, unless for a test');
  }
  const { reason, explanation, certificate } = await checkTrust(url, { ...routeOf(profile), signal });
  if (!TRUSTED.has(reason))
    return wrong('tls', explanation, 'see the sentence before; "ca" in the profile', EXIT.transient);
  const until = certificate === undefined ? '' : ` until ${certificate.validTo.toISOString().slice(0, 10)}`;
  return well('tls', `the chain of certificates is trusted${until}`);
}
