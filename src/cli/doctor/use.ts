import {
  AuthenticationError,
  GatewayError,
  isSmsServiceError,
  NotAllowedError,
  type SmsServiceClient,
  type SmsServiceError,
} from '../../client/index.js';
import { CODES } from '../../domain/codes.js';
import { plural } from '../output/text.js';
import { EXIT } from '../running/exit-codes.js';
import { exitCodeOf } from '../running/failure.js';
import type { Account } from '../settings/account.js';
import { withClient } from '../settings/client.js';
import { type Finding, note, well, wrong } from './finding.js';

const LIMITS = { retry: false, timeoutMs: 10_000 } as const;

/** What an account may do: from its credentials on. */
export async function* useFindings(
  account: Account,
  sendTo: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const points = await pointsOf(account, account.profile.hash ?? 'none', signal);
  if (typeof points !== 'number') {
    yield await refusedFinding(account, points, signal);
    return;
  }
  yield well('credentials', `${account.username} is let in`);
  yield await withClient(account, (client) => filterFinding(client, sendTo, signal), LIMITS);
  yield points > 0
    ? well('points', `${points} ${plural(points, 'point')}`)
    : wrong('points', 'there are none', 'buy points', EXIT.limits);
  yield await withClient(account, (client) => sendersFinding(client, signal), LIMITS);
}

async function pointsOf(
  account: Account,
  hash: 'none' | 'md5',
  signal: AbortSignal,
): Promise<number | SmsServiceError> {
  return tried(() => withClient(account, (client) => client.checkPoints({ signal }), { ...LIMITS, hash }));
}

async function refusedFinding(account: Account, error: SmsServiceError, signal: AbortSignal): Promise<Finding> {
  if (!(error instanceof AuthenticationError)) return failed('credentials', error);
  const { hash = 'none' } = account.profile;
  const other = hash === 'md5' ? 'none' : 'md5';
  const refused = `the gateway refuses ${account.username} (code ${error.result})`;
  if (other === 'none' && account.urls.some((url) => !/^https:/i.test(url))) {
    const text = `${refused}, with the password in the form md5; the form none is not tried where others can read it`;
    return wrong('credentials', text, 'correct the user name or the password', EXIT.credentials);
  }
  const isOther = typeof (await pointsOf(account, other, signal)) === 'number';
  if (isOther) {
    const text = `${refused}, and lets it in with the password in the form ${other}`;
    return wrong('credentials', text, `set "hash": "${other}" in the profile, or --hash ${other}`, EXIT.credentials);
  }
  const text = `${refused}, with the password in the form none and in the form md5`;
  return wrong('credentials', text, 'correct the user name or the password', EXIT.credentials);
}

async function filterFinding(client: SmsServiceClient, to: string | undefined, signal: AbortSignal): Promise<Finding> {
  if (to === undefined) {
    const todo = 'give --send NUMBER: the gateway then checks a send to it; nothing is sent or charged';
    return note('ip filter', 'only a send shows whether this machine may send', todo);
  }
  const result = await tried(() => client.sendSms({ to, message: 'test', test: true }, { signal }));
  if (!(result instanceof Error)) return well('ip filter', 'this machine may send');
  if (result instanceof NotAllowedError && result.result === CODES.addressNotAllowed) {
    const todo = 'add the public address of this machine to the IP filter in the panel of the gateway';
    return wrong('ip filter', 'this machine may not send (code 105)', todo, EXIT.limits);
  }
  if (result instanceof GatewayError && result.result === CODES.noCorrectNumber) {
    const what = 'not checked: what --send gives is no correct telephone number';
    return wrong('ip filter', what, 'give another one', EXIT.usage);
  }
  return failed('ip filter', result);
}

async function sendersFinding(client: SmsServiceClient, signal: AbortSignal): Promise<Finding> {
  const senders = await tried(() => client.getSenders({ signal }));
  if (senders instanceof Error) return failed('senders', senders);
  if (senders.length > 0) return well('senders', senders.join(', '));
  return note('senders', 'there are none', 'order a sender name, or send without one');
}

function failed(check: Finding['check'], error: SmsServiceError): Finding {
  const exitCode = exitCodeOf(error);
  const todo = exitCode === EXIT.transient ? 'try again later, or ask the provider' : 'see the words of the gateway';
  return wrong(check, error.message, todo, exitCode);
}

async function tried<T>(act: () => Promise<T>): Promise<T | SmsServiceError> {
  try {
    return await act();
  } catch (error) {
    if (!isSmsServiceError(error) || error.code === 'ABORTED') throw error;
    return error;
  }
}
