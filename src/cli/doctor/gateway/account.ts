import {
  AuthenticationError,
  GatewayError,
  InsufficientPointsError,
  isSmsServiceError,
  NotAllowedError,
  type SmsServiceClient,
  type SmsServiceError,
} from '../../../client/index.js';
import { CODES } from '../../../domain/codes.js';
import { plural } from '../../output/text.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Account } from '../../settings/account.js';
import { withClient } from '../../settings/client.js';
import type { Limits } from '../connection/reach.js';
import type { Route, Target } from '../connection/target.js';
import { type Check, type Finding, note, well, wrong } from '../findings/finding.js';
import { endpointFinding } from './endpoint.js';
import { noPoints, refusalFinding } from './refusal.js';

/** An address of an account, and the way there. */
export interface Reachable extends Route {
  readonly target: Target;
}

/** An account at one of its addresses, as it is looked at. */
interface Probe {
  readonly account: Account;
  readonly at: Reachable;
  readonly limits: Limits;
}

/**
 * Looks at what an account may do, at the first of its addresses that answers as a gateway.
 *
 * @param sendTo - the number that a send is checked to
 */
export async function* accountFindings(
  account: Account,
  addresses: readonly Reachable[],
  sendTo: string | undefined,
  limits: Limits,
): AsyncGenerator<Finding, void, undefined> {
  for (const at of addresses) {
    const probe: Probe = { account: { ...account, urls: [at.target.url.href] }, at, limits };
    const points = await pointsOf(probe, account.profile.hash ?? 'none');
    if (!isOfAccount(points)) {
      yield findingOf(points, 'endpoint', at);
      continue;
    }
    yield well('endpoint', `${at.target.name} answers as a gateway`);
    if (typeof points === 'number') yield* acceptedFindings(probe, points, sendTo);
    else if (points instanceof AuthenticationError) yield await refusedFinding(probe, points);
    else yield findingOf(points, 'rights', at);
    return;
  }
}

/** Tells whether a result is about the account: another address would give the same. */
function isOfAccount(
  points: number | SmsServiceError,
): points is number | AuthenticationError | NotAllowedError | InsufficientPointsError {
  const ofAccount = [AuthenticationError, NotAllowedError, InsufficientPointsError];
  return typeof points === 'number' || ofAccount.some((kind) => points instanceof kind);
}

async function* acceptedFindings(
  { account, at, limits }: Probe,
  points: number,
  sendTo: string | undefined,
): AsyncGenerator<Finding, void, undefined> {
  const { timeoutMs, signal } = limits;
  const options = { retry: false, timeoutMs } as const;
  yield well('credentials', `${account.username} is let in`);
  yield await withClient(account, (client) => filterFinding(client, sendTo, at, signal), options);
  yield points > 0 ? well('points', `${points} ${plural(points, 'point')}`) : noPoints('there are none');
  yield await withClient(account, (client) => sendersFinding(client, at, signal), options);
}

async function pointsOf({ account, limits }: Probe, hash: 'none' | 'md5'): Promise<number | SmsServiceError> {
  const { timeoutMs, signal } = limits;
  const options = { retry: false, timeoutMs, hash } as const;
  return tried(() => withClient(account, (client) => client.checkPoints({ signal }), options));
}

async function refusedFinding(probe: Probe, error: AuthenticationError): Promise<Finding> {
  const { account, at } = probe;
  const { hash = 'none' } = account.profile;
  const other = hash === 'md5' ? 'none' : 'md5';
  const refused = `the gateway refuses ${account.username} (code ${error.result})`;
  const refusal = (text: string, todo = 'correct the user name or the password'): Finding =>
    wrong('credentials', text, todo, EXIT.credentials);
  if (other === 'none' && !at.target.secure) {
    return refusal(
      `${refused}, with the password in the form md5; the form none is not tried where others can read it`,
    );
  }
  const again = await pointsOf(probe, other);
  if (typeof again === 'number') {
    const todo = `set "hash": "${other}" in the profile, or --hash ${other}`;
    return refusal(`${refused}, and lets it in with the password in the form ${other}`, todo);
  }
  if (again instanceof AuthenticationError) {
    return refusal(`${refused}, with the password in the form none and in the form md5`);
  }
  return refusal(`${refused}, with the password in the form ${hash}; the form ${other} could not be tried`);
}

/** Codes by which a gateway refuses the number that a send is checked to, whoever sends. */
const OF_THE_NUMBER: ReadonlySet<number> = new Set([CODES.noCorrectNumber, 32, 33, 55, 57, 59, 112]);

async function filterFinding(
  client: SmsServiceClient,
  to: string | undefined,
  at: Reachable,
  signal: AbortSignal,
): Promise<Finding> {
  if (to === undefined) {
    const todo = 'give --send NUMBER: the gateway then checks a send to it; nothing is sent or charged';
    return note('ip filter', 'only a send shows whether this machine may send', todo);
  }
  const result = await tried(() => client.sendSms({ to, message: 'test', test: true }, { signal }));
  if (!isSmsServiceError(result)) return well('ip filter', 'this machine may send');
  if (result instanceof GatewayError && OF_THE_NUMBER.has(result.result ?? 0)) {
    const what =
      result.result === CODES.noCorrectNumber
        ? 'what --send gives is no correct telephone number'
        : `the gateway does not take the number of --send (code ${result.result})`;
    return wrong('ip filter', `not checked: ${what}`, 'give another one', EXIT.usage);
  }
  return findingOf(result, 'ip filter', at);
}

async function sendersFinding(client: SmsServiceClient, at: Reachable, signal: AbortSignal): Promise<Finding> {
  const senders = await tried(() => client.getSenders({ signal }));
  if (isSmsServiceError(senders)) return findingOf(senders, 'senders', at);
  if (senders.length > 0) return well('senders', senders.join(', '));
  return note('senders', 'there are none', 'order a sender name, or send without one');
}

/** Makes the finding for an error. @param check - what was looked at */
function findingOf(error: SmsServiceError, check: Check, { target, ...route }: Reachable): Finding {
  return error instanceof GatewayError ? refusalFinding(error, check) : endpointFinding(error, target, route);
}

async function tried<T>(act: () => Promise<T>): Promise<T | SmsServiceError> {
  try {
    return await act();
  } catch (error) {
    if (!isSmsServiceError(error) || error.code === 'ABORTED') throw error;
    return error;
  }
}
