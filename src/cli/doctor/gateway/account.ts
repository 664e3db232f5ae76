import {
  type AnySmsServiceError,
  AuthenticationError,
  InsufficientPointsError,
  isSmsServiceError,
  NotAllowedError,
  type SmsServiceClient,
} from '../../../client/index.js';
import { plural } from '../../output/text.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Account } from '../../settings/account.js';
import { withClient } from '../../settings/client.js';
import type { Limits } from '../connection/reach.js';
import { type Finding, well, wrong } from '../findings/finding.js';
import { CHECKED_TEXT, filterFinding, findingOf, type Reachable, sendersFinding, tried } from './asking.js';
import { contractFindings } from './contract.js';
import { wrongInterface } from './other-interface.js';
import { noPoints } from './refusal.js';

/** An account at one of its addresses, as it is looked at. */
interface Probe {
  readonly account: Account;
  readonly at: Reachable;
  readonly limits: Limits;
}

/**
 * Looks at what an account may do over SOAP, at the first of its addresses that answers as a gateway.
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
      yield (await wrongInterface(points, at, limits)) ?? findingOf(points, 'endpoint', at);
      continue;
    }
    yield well('endpoint', `${at.target.name} answers as a gateway`);
    if (typeof points === 'number') yield* acceptedFindings(probe, points, sendTo);
    else if (points instanceof AuthenticationError) yield await refusedFinding(probe, points);
    else yield findingOf(points, 'rights', at);
    return;
  }
}

/** Errors that are about the account: another address would give the same. */
const OF_ACCOUNT = [AuthenticationError, NotAllowedError, InsufficientPointsError];

/** Tells whether a result is about the account. */
export function isOfAccount<T>(
  result: T | AnySmsServiceError,
): result is Exclude<T, AnySmsServiceError> | AuthenticationError | NotAllowedError | InsufficientPointsError {
  return !isSmsServiceError(result) || OF_ACCOUNT.some((kind) => result instanceof kind);
}

async function* acceptedFindings(
  { account, at, limits }: Probe,
  points: number,
  sendTo: string | undefined,
): AsyncGenerator<Finding, void, undefined> {
  const { timeoutMs, signal } = limits;
  const ask = <T>(act: (client: SmsServiceClient) => Promise<T>): Promise<T> =>
    withClient(account, act, { retry: false, timeoutMs });
  yield well('credentials', `${account.username} is let in`);
  yield await filterFinding(sendTo, at, (to) =>
    ask((client) => client.sendSms({ to, message: CHECKED_TEXT, test: true }, { signal })),
  );
  yield points > 0 ? well('points', `${points} ${plural(points, 'point')}`) : noPoints('there are none');
  const senders = await tried(() => ask((client) => client.getSenders({ signal })));
  yield isSmsServiceError(senders) ? findingOf(senders, 'senders', at) : sendersFinding(senders);
  const { username, password, profile } = account;
  const credentials = { username, password };
  yield* contractFindings({ url: at.target.url.href, credentials, hash: profile.hash }, profile, limits);
}

async function pointsOf({ account, limits }: Probe, hash: 'none' | 'md5'): Promise<number | AnySmsServiceError> {
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
