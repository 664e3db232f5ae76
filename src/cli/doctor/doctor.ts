import { checkTrust, isSmsServiceError, ValidationError } from '../../client/index.js';
import { systemCode } from '../../errors/service-error.js';
import { httpSettings } from '../../transport/http/http-options.js';
import type { ProxyFor } from '../../transport/proxy/address.js';
import type { Output } from '../output/output.js';
import { printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { CommandError, EXIT, type ExitCode } from '../running/failure.js';
import {
  addressesOf,
  chosenAccount,
  chosenHttpAccount,
  chosenInterface,
  chosenProfile,
  EITHER_OPTIONS,
  type Interface,
} from '../settings/account.js';
import { routeOf } from '../settings/client.js';
import type { Profile } from '../settings/config-file.js';
import { accountFindings, httpProbe, type Limits, soapProbe } from './account.js';
import { type Finding, NAMES, note, ok, type Target, wrong } from './findings.js';
import { trustProblem } from './problems.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'find out why an account cannot be used, and what to do; nothing is sent or changed',
  options: [{ flags: '--send <number>', text: 'let the gateway check a message to this number' }, ...EITHER_OPTIONS],
  examples: ['sms-service doctor --profile new', 'sms-service doctor --profile new --send 48500100200'],
  run: async (context) => {
    const { output } = context;
    let exitCode: ExitCode = EXIT.done;
    for await (const finding of findings(context)) {
      if (exitCode === EXIT.done) ({ exitCode } = finding);
      const { exitCode: _, ...value } = finding;
      await output.result(value, () => lineOf(output, finding));
    }
    return exitCode;
  },
};

const DEFAULT_TIMEOUT_MS = 10_000;
/** How long a port of an http URL is asked for TLS. */
const PLAIN_TIMEOUT_MS = 2000;

async function* findings(context: Context): AsyncGenerator<Finding, void, undefined> {
  const { options, environment, interruption } = context;
  const { profile } = chosenProfile(context);
  const over = chosenInterface(context, profile);
  const limits: Limits = { timeoutMs: profile.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal: interruption.signal };
  const targets: Target[] = [];
  try {
    const { proxyFor } = httpSettings(routeOf(profile), environment);
    for (const address of addressesOf(profile, over)) {
      const target = targetOf(address, over, profile, proxyFor);
      if ('check' in target) yield target;
      else if (yield* connectionFindings(target, limits, environment)) targets.push(target);
    }
    // No password is asked for if no address can be reached.
    if (targets.length === 0) return;
    const probeOf =
      over === 'soap'
        ? soapProbe(await chosenAccount(context), limits)
        : httpProbe(await chosenHttpAccount(context), limits);
    const probes = targets.map((target) => [target, probeOf(target)] as const);
    yield* accountFindings(probes, options.text('--send'), limits);
  } catch (error) {
    yield settingProblem(error, profile);
  }
}

/** Returns the problem of a setting that cannot be used. @throws the error if it is another one */
function settingProblem(error: unknown, { ca }: Profile): Finding {
  if (error instanceof CommandError && error.exitCode === EXIT.credentials)
    return wrong('no-credentials', error.message);
  if (error instanceof ValidationError)
    return wrong(error.path === 'ca' ? 'invalid-ca' : 'invalid-proxy', error.message);
  if (isSmsServiceError(error) || systemCode(error) === undefined) throw error;
  return wrong('invalid-ca', `"ca" cannot be read: ${ca} (${systemCode(error)})`);
}

/** Parses an address. A problem shows no part of it, because it may contain a password. */
function targetOf(
  address: string,
  over: Interface,
  profile: Profile,
  proxyFor: ProxyFor | undefined,
): Target | Finding {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return wrong('invalid-url', 'the URL is not an http or https address');
  }
  if (url.username + url.password !== '') return wrong('secret-in-url', 'the URL contains a user name or a password');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return { url, name: `${url.hostname}:${port}`, over, profile, proxy: proxyFor?.(url) };
}

async function* connectionFindings(
  target: Target,
  { timeoutMs, signal }: Limits,
  environment: Context['environment'],
): AsyncGenerator<Finding, boolean, undefined> {
  const { url, name, profile, proxy, over } = target;
  const isPlain = url.protocol === 'http:';
  // For an http URL a proxy gets requests only, and may refuse a tunnel to the port.
  if (!isPlain || proxy === undefined) {
    const options = {
      ...routeOf(profile),
      signal,
      timeoutMs: Math.min(timeoutMs, isPlain ? PLAIN_TIMEOUT_MS : timeoutMs),
    };
    const report = await checkTrust(isPlain ? `https://${name}` : url.href, options, environment);
    const problem = trustProblem(report, target);
    if (problem !== undefined) {
      yield problem;
      return false;
    }
    const through = proxy === undefined ? '' : ` through the proxy ${proxy.name}`;
    if (report.reason !== 'timeout' || !isPlain) yield ok('address', `${name} accepts connections${through}`);
    if (!isPlain) {
      const until = report.certificate?.validTo.toISOString().slice(0, 10);
      yield ok('tls', `the certificate is trusted${until === undefined ? '' : ` until ${until}`}`);
    }
  }
  if (isPlain) {
    yield note('tls', `not encrypted: others can read the ${NAMES[over].secret}`, 'Use https, except for tests.');
  }
  return true;
}

const SIGNS = { ok: ['good', 'ok   '], wrong: ['bad', 'WRONG'], note: ['strong', 'note '] } as const;

function lineOf(output: Output, { check, status, text, todo }: Finding): string {
  const [style, sign] = SIGNS[status];
  const line = `${output.styled(style, sign)}  ${check.padEnd(11)}  ${printable(text)}`;
  return todo === '' ? line : `${line}\n${' '.repeat(20)}-> ${printable(todo)}`;
}
