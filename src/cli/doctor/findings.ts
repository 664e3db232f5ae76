import type { ProxyAddress } from '../../transport/proxy/address.js';
import { EXIT, type ExitCode } from '../running/failure.js';
import type { Interface } from '../settings/account.js';
import type { Profile } from '../settings/config-file.js';

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'wrong' | 'note';
  readonly problem?: Problem;
  readonly text: string;
  readonly todo: string;
  readonly exitCode: ExitCode;
}

/** The words for the interfaces. */
export const NAMES = {
  soap: { interface: 'SOAP interface', secret: 'password' },
  http: { interface: 'HTTP interface', secret: 'token' },
} as const;

export interface Target {
  readonly url: URL;
  readonly name: string;
  readonly over: Interface;
  readonly profile: Profile;
  readonly proxy: ProxyAddress | undefined;
}

/** The longest text of a finding: a gateway chooses some of them. */
const MAX_TEXT = 500;
const { usage, credentials, limits, transient, differences } = EXIT;
const MORE_TIME = 'allow more time: "timeoutMs" in the profile or --timeout-ms';
const CHECK_URL = 'Check host and port in the URL';

const PROBLEMS = {
  'invalid-url': ['address', usage, 'Correct the URL: https://host/path'],
  'secret-in-url': ['address', usage, 'Remove both from the URL. Use "username" and "passwordEnv" or "passwordFile".'],
  'no-connection': ['address', transient, `${CHECK_URL}, DNS, the firewall, and if a proxy is needed ("proxy").`],
  timeout: ['address', transient, `${CHECK_URL}, the firewall and the proxy, or ${MORE_TIME}.`],
  'invalid-proxy': ['proxy', usage, 'Correct the variable or "proxy" in the profile.'],
  'proxy-unreachable': ['proxy', transient, 'Check that the proxy runs and is trusted, or correct <proxy>.'],
  'not-a-proxy': ['proxy', usage, 'Correct <proxy>: it must be an HTTP proxy, http:// or https://'],
  'proxy-refuses': ['proxy', usage, 'Correct <proxy> (http://user:password@host:port), or ask its operator.'],
  'proxy-fails': ['proxy', transient, `${CHECK_URL}. If they are correct, ask the operator of the proxy.`],
  'invalid-ca': ['tls', usage, 'Correct "ca" in the profile: a readable file of certificates (PEM).'],
  'unknown-root': ['tls', usage, 'If you trust this authority, add its certificate (PEM) to <ca>.'],
  'self-signed': ['tls', usage, 'If you trust this certificate, add it (PEM) to <ca>.'],
  'incomplete-chain': ['tls', transient, 'The server must send its chain. Until then, add it and its root to <ca>.'],
  expired: ['tls', transient, 'The server needs a new certificate, or the clock is wrong: today is <today>.'],
  'not-yet-valid': ['tls', transient, 'The clock is wrong, or the server needs another certificate: today is <today>.'],
  'wrong-host': ['tls', usage, 'Use a host name of the certificate in the URL.'],
  certificate: ['tls', transient, 'The server needs another certificate.'],
  'client-certificate': ['tls', usage, 'Use a tunnel with a client certificate (stunnel), or the library (cert, key).'],
  'tls-refused': ['tls', transient, 'Check the host name in the URL. If it is correct, ask the provider.'],
  'no-tls': ['tls', usage, 'Correct the port in the URL (https is usually on 443). Use http:// only for tests.'],
  'needs-https': ['tls', usage, 'Begin the URL with https://'],
  redirect: ['endpoint', usage, 'If <location> is the gateway, use it as the URL: the <secret> is then sent there.'],
  'other-service': ['endpoint', usage, 'Correct the URL. If it is correct, ask the provider.'],
  'endpoint-fails': ['endpoint', transient, 'Run this again <later>. If it persists, ask the provider.'],
  'rate-limit': ['endpoint', transient, 'Run this again <later>, and lower "maxPerSecond" of other programs.'],
  'no-response': ['endpoint', transient, `Check port and path in the URL. If they are correct, ${MORE_TIME}.`],
  'no-credentials': ['credentials', credentials, 'Provide it there, or run this on a terminal and type it.'],
  'invalid-credentials': ['credentials', usage, 'Correct it.'],
  'wrong-password': ['credentials', credentials, 'Correct the user name or the password.'],
  'other-hash': ['credentials', credentials, 'Set "hash": "<hash>" in the profile, or use --hash <hash>'],
  'wrong-token': ['credentials', credentials, 'Check that the token belongs to this gateway, or create a new one.'],
  'not-allowed': ['rights', limits, 'Ask the owner of the account or the provider to allow it.'],
  'ip-filter': ['ip filter', limits, 'Add the public IP address of this machine to the IP filter of the account.'],
  'invalid-number': ['ip filter', usage, 'Use another number for --send.'],
  'no-points': ['points', limits, 'Buy points.'],
  'contract-broken': ['contract', differences, 'Update this package, and ask the provider about the change.'],
} as const satisfies Readonly<Record<string, readonly [check: string, exitCode: ExitCode, todo: string]>>;

export type Problem = keyof typeof PROBLEMS;

export function wrong(problem: Problem, text: string, values: Readonly<Record<string, string>> = {}): Finding {
  const [check, exitCode, todo] = PROBLEMS[problem];
  const filled = todo.replace(/<(\w+)>/g, (_, name) => values[name] ?? '');
  return { check, status: 'wrong', problem, text: text.slice(0, MAX_TEXT), todo: filled, exitCode };
}

export function ok(check: string, text: string): Finding {
  return { check, status: 'ok', text, todo: '', exitCode: EXIT.done };
}

export function note(check: string, text: string, todo: string): Finding {
  return { check, status: 'note', text, todo, exitCode: EXIT.done };
}

export function valuesOf({ over, profile }: Target): Readonly<Record<string, string>> {
  return {
    proxy: profile.proxy === 'env' ? 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY' : '"proxy" in the profile',
    // With `ca` Node.js trusts no other authority.
    ca: profile.ca === undefined ? 'the file of "ca" in the profile or NODE_EXTRA_CA_CERTS' : `the file ${profile.ca}`,
    secret: NAMES[over].secret,
    today: new Date().toISOString().slice(0, 10),
  };
}
