import {
  type AnySmsServiceError,
  AuthenticationError,
  GatewayError,
  InsufficientPointsError,
  isSmsServiceError,
  NotAllowedError,
  type SmsServiceClient,
} from '../../client/index.js';
import type { CheckContractOptions } from '../../contract-check/index.js';
import { CODES } from '../../domain/codes.js';
import { pointsOverHttp } from '../account/points.js';
import { plural } from '../output/text.js';
import type { Account, HttpAccount } from '../settings/account.js';
import { type HttpClient, transportOf, withClient, withHttpClient } from '../settings/client.js';
import { type Finding, NAMES, note, ok, type Target, wrong } from './findings.js';
import { problemOf } from './problems.js';

export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface AccountProbe {
  points(): Promise<number | null>;
  refused(error: AuthenticationError): Promise<Finding>;
  /** Lets the gateway check a message, without sending it. */
  testSend(to: string): Promise<unknown>;
  readonly senders: (() => Promise<readonly string[]>) | undefined;
  readonly contract: CheckContractOptions;
}

const TEST_TEXT = 'test';

type ProbeOf = (target: Target) => AccountProbe;

export function soapProbe(account: Account, { timeoutMs, signal }: Limits): ProbeOf {
  const { username, password, profile } = account;
  const { hash = 'none' } = profile;
  const call = { signal };
  return ({ url }) => {
    const ask = <T>(act: (client: SmsServiceClient) => Promise<T>, form = hash): Promise<T> =>
      withClient({ ...account, urls: [url.href] }, act, { retry: false, timeoutMs, hash: form });
    return {
      points: () => ask((client) => client.checkPoints(call)),
      refused: async ({ result }) => {
        const text = `the gateway refuses ${username} (code ${result})`;
        const other = hash === 'md5' ? 'none' : 'md5';
        // The plain password is not sent over an unencrypted connection.
        const isTried = other === 'md5' || url.protocol === 'https:';
        const again = isTried && (await attempt(() => ask((client) => client.checkPoints(call), other)));
        if (typeof again !== 'number') return wrong('wrong-password', text);
        return wrong('other-hash', `${text}, and accepts the password with hash ${other}`, { hash: other });
      },
      testSend: (to) => ask((client) => client.sendSms({ to, message: TEST_TEXT, test: true }, call)),
      senders: () => ask((client) => client.getSenders(call)),
      contract: { url: url.href, credentials: { username, password }, hash: profile.hash },
    };
  };
}

export function httpProbe(account: HttpAccount, { timeoutMs, signal }: Limits): ProbeOf {
  const { token, variant } = account;
  const isEarlier = variant === 'earlier';
  const call = { signal };
  return ({ url, name }) => {
    const ask = <T>(act: (client: HttpClient) => Promise<T>): Promise<T> =>
      withHttpClient({ ...account, urls: [url.href] }, act, { retry: false, timeoutMs });
    return {
      points: () => ask((client) => pointsOverHttp(client, call, variant)),
      refused: async ({ result, errorCode }) =>
        wrong('wrong-token', `${name} does not accept the token (code ${result ?? errorCode})`),
      testSend: (to) => ask((client) => client.sms.send({ to, message: TEST_TEXT, test: true, once: false }, call)),
      senders: isEarlier
        ? async () => (await ask((client) => client.senders.list({}, call))).map((sender) => sender.name)
        : undefined,
      contract: { httpUrl: url.href, token, variant },
    };
  };
}

export async function* accountFindings(
  probes: readonly (readonly [Target, AccountProbe])[],
  sendTo: string | undefined,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  for (const [target, probe] of probes) {
    const points = await attempt(probe.points);
    const isOfAccount = !isSmsServiceError(points) || ACCOUNT_ERRORS.some((kind) => points instanceof kind);
    if (isOfAccount) yield ok('endpoint', `${target.name} answers as the ${NAMES[target.over].interface}`);
    if (points instanceof AuthenticationError) yield await probe.refused(points);
    else if (isSmsServiceError(points)) yield problemOf(points, target);
    else yield* acceptedFindings(target, probe, points, sendTo, limits);
    if (isOfAccount) return;
  }
}

/** Errors that another address of the same gateway would repeat. */
const ACCOUNT_ERRORS = [AuthenticationError, NotAllowedError, InsufficientPointsError];

async function* acceptedFindings(
  target: Target,
  probe: AccountProbe,
  points: number | null,
  sendTo: string | undefined,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  yield ok('credentials', `the ${NAMES[target.over].secret} is accepted`);
  yield await sendFinding(target, probe, sendTo);
  if (points === null) yield note('points', 'the gateway does not show them', '');
  else if (points > 0) yield ok('points', `${points} ${plural(points, 'point')}`);
  else yield wrong('no-points', 'the account has no points');
  const names = probe.senders === undefined ? undefined : await attempt(probe.senders);
  if (isSmsServiceError(names)) yield problemOf(names, target);
  else if (names?.length === 0) yield note('senders', 'there are none', 'Order a sender name, or send without one.');
  else if (names !== undefined) yield ok('senders', names.join(', '));
  yield* contractFindings(target, probe.contract, limits);
}

const NUMBER_CODES: ReadonlySet<number> = new Set([CODES.noCorrectNumber, 32, 33, 55, 57, 59, 112]);

async function sendFinding(target: Target, probe: AccountProbe, to: string | undefined): Promise<Finding> {
  if (to === undefined) {
    return note(
      'ip filter',
      'not checked',
      'Use --send NUMBER: the gateway checks a message to it, without sending it.',
    );
  }
  const result = await attempt(() => probe.testSend(to));
  if (!isSmsServiceError(result)) return ok('ip filter', 'this machine may send');
  if (!(result instanceof GatewayError && NUMBER_CODES.has(result.result ?? 0))) return problemOf(result, target);
  return wrong('invalid-number', `not checked: the gateway refuses the number of --send (code ${result.result})`);
}

/** Compares the responses of a gateway with the contract (specification section 9). It only reads. */
async function* contractFindings(
  { profile }: Target,
  options: CheckContractOptions,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  const { checkContract } = await import('../../contract-check/index.js');
  const transport = transportOf(profile);
  try {
    const { findings, checked } = await checkContract({ ...options, ...limits, transport });
    for (const { kind, place, what } of findings) {
      const text = `${place} ${what}`;
      yield kind === 'additive'
        ? note('contract', text, 'Nothing: it is new, and harmless.')
        : wrong('contract-broken', text);
    }
    if (findings.length > 0) return;
    if (checked.length === 0) yield note('contract', 'no response could be compared with it', '');
    else yield ok('contract', `the responses follow it: ${checked.join(', ')}`);
  } finally {
    await transport.close?.();
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<T | AnySmsServiceError> {
  try {
    return await act();
  } catch (error) {
    if (!isSmsServiceError(error) || error.code === 'ABORTED') throw error;
    return error;
  }
}
