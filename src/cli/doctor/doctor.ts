import type { Output } from '../output/output.js';
import { Progress } from '../output/progress.js';
import { printable } from '../output/text.js';
import type { Command, Context } from '../running/command.js';
import { EXIT, type ExitCode } from '../running/exit-codes.js';
import { addressesOf, chosenInterface, chosenProfile, type Interface } from '../settings/account.js';
import { EITHER_OPTIONS } from '../settings/account-options.js';
import type { Profile } from '../settings/config-file.js';
import { addressFinding } from './connection/address.js';
import { findProxies, type Proxies } from './connection/proxies.js';
import { proxyFinding } from './connection/proxy.js';
import type { Limits } from './connection/reach.js';
import { targetOf } from './connection/target.js';
import { plainFinding, tlsFinding } from './connection/tls.js';
import { type Finding, isFinding, note } from './findings/finding.js';
import { accountFindings } from './gateway/account.js';
import type { Reachable } from './gateway/asking.js';
import { accountFound, httpAccountFound } from './gateway/credentials.js';
import { httpAccountFindings } from './gateway/http-account.js';

/** Tells why an account cannot be used. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'tell why an account cannot be used, and what to do; nothing is changed',
  options: [
    { flags: '--send <number>', text: 'check a send to it, too: nothing is sent or charged' },
    ...EITHER_OPTIONS,
  ],
  examples: ['sms-service doctor --profile new', 'sms-service doctor --profile new --send 48500100200'],
  run: async (context) => {
    const { output } = context;
    let exitCode: ExitCode = EXIT.done;
    for await (const finding of findings(context)) {
      if (exitCode === EXIT.done) ({ exitCode } = finding);
      const { check, status, text, todo } = finding;
      await output.result({ check, status, text, todo }, () => lineOf(output, finding));
    }
    return exitCode;
  },
};

/** The time of a request, where the profile has none, in milliseconds. */
const DEFAULT_MS = 10_000;

async function* findings(context: Context): AsyncGenerator<Finding, void, undefined> {
  const { profile } = chosenProfile(context);
  const limits: Limits = { timeoutMs: profile.timeoutMs ?? DEFAULT_MS, signal: context.interruption.signal };
  const interfaces = interfacesOf(context, profile).map((over) => ({ over, addresses: addressesOf(profile, over) }));
  const proxies = findProxies(profile, context.environment);
  if (isFinding(proxies)) {
    yield proxies;
    return;
  }
  for (const { over, addresses } of interfaces) {
    const reachable: Reachable[] = [];
    for (const address of addresses) {
      const found = yield* told(context, connectionFindings(address, over, profile, proxies, limits));
      if (found !== undefined) reachable.push(found);
    }
    // Of an account that cannot be reached no password is asked for.
    if (reachable.length > 0) yield* interfaceFindings(context, over, reachable, limits);
  }
}

/** The interfaces that are looked at: the one of `--over`, or all that the account has something for. */
function interfacesOf(context: Context, profile: Profile): readonly Interface[] {
  const chosen = chosenInterface(context, profile);
  const hasBoth = profile.httpUrl !== undefined && (profile.tokenEnv ?? profile.tokenFile) !== undefined;
  return context.options.text('--over') === undefined && chosen === 'soap' && hasBoth ? ['soap', 'http'] : [chosen];
}

async function* interfaceFindings(
  context: Context,
  over: Interface,
  reachable: readonly Reachable[],
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  const sendTo = context.options.text('--send');
  if (over === 'soap') {
    const account = await accountFound(context);
    if (isFinding(account)) yield account;
    else yield* told(context, accountFindings(account, reachable, sendTo, limits));
  } else {
    const account = await httpAccountFound(context);
    if (isFinding(account)) yield account;
    else yield* told(context, httpAccountFindings(account, reachable, sendTo, limits));
  }
}

/** Tells how long the gateway is waited for, between findings: not while a person is asked for a password. */
async function* told<T>(
  { output }: Context,
  found: AsyncGenerator<Finding, T, undefined>,
): AsyncGenerator<Finding, T, undefined> {
  const progress = new Progress(output, 'findings', undefined, { isList: true });
  try {
    for (let count = 1; ; count++) {
      const next = await found.next();
      if (next.done === true) return next.value;
      progress.update(count, 0);
      yield next.value;
    }
  } finally {
    progress.stop();
  }
}

/** Checks the way to an address. @returns `undefined` where something is wrong with it */
async function* connectionFindings(
  address: string,
  over: Interface,
  profile: Profile,
  { proxyFor }: Proxies,
  limits: Limits,
): AsyncGenerator<Finding, Reachable | undefined, undefined> {
  const target = targetOf(address);
  if (isFinding(target)) {
    yield target;
    return undefined;
  }
  const proxy = proxyFor(target.url);
  if (proxy !== undefined) yield note('address', `${target.name} is reached through a proxy: not looked up here`, '');
  const reached =
    proxy === undefined ? await addressFinding(target, limits) : await proxyFinding(proxy, profile, limits);
  yield reached;
  if (reached.status === 'wrong') return undefined;
  const route = { profile, over, proxy };
  const tls = target.secure ? await tlsFinding(target, route, limits) : await plainFinding(target, route, limits);
  yield tls;
  return tls.status === 'wrong' ? undefined : { ...route, target };
}

const SIGNS = { well: 'well ', wrong: 'WRONG', note: 'note ' } as const;
const STYLES = { well: 'good', wrong: 'bad', note: 'strong' } as const;

function lineOf(output: Output, { check, status, text, todo }: Finding): string {
  const line = `${output.styled(STYLES[status], SIGNS[status])}  ${check.padEnd(11)}  ${printable(text)}`;
  return todo === '' ? line : `${line}\n${' '.repeat(20)}-> ${printable(todo)}`;
}
