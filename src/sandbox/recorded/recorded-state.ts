import { DEFAULT_SENDER } from '../../domain/sending/senders.js';
import { checkPath, isPath } from '../../replay/file/check-path.js';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.js';
import type { Profile } from '../gateway/store/account.js';
import type { LookUp } from '../gateway/store/records/look-up.js';
import type { StoredMessage } from '../gateway/store/records/message.js';
import type { SenderName } from '../gateway/store/sender-names.js';
import { tellOfHttp } from './http-calls.js';
import { RecordedAccount } from './recorded-account.js';
import type { RecordedGroup } from './recorded-groups.js';
import type { RecordedUser } from './recorded-users.js';
import { tellOfSoap } from './soap-calls.js';

/** An account as a recording shows it at its end. */
export interface RecordedState {
  /** `undefined` where they were not asked for. */
  readonly points: number | undefined;
  readonly senders: readonly SenderName[] | undefined;
  readonly profile: Profile | undefined;
  readonly groups: readonly RecordedGroup[];
  readonly messages: readonly StoredMessage[];
  readonly lookUps: readonly LookUp[];
  readonly users: readonly RecordedUser[];
  /** All that the recording does not tell, in words. */
  readonly gaps: readonly string[];
}

/**
 * Reads what a cassette shows.
 *
 * @throws ValidationError when there is no such file, or it is no cassette
 */
export function recordedState(from: string | URL | { readonly file: string }): RecordedState {
  return stateOf(recordedCalls(isPath(from) ? checkPath(from, 'from') : checkPath(from.file, 'from.file')));
}

/**
 * Plays the calls of a recording through, and keeps what they show.
 *
 * @param calls - in the order in which they were made
 */
function stateOf(calls: readonly RecordedCall[]): RecordedState {
  const account = new RecordedAccount();
  const lost = new Map<string, number>();
  for (const call of calls) {
    if (call.protocol === 'soap') tellOfSoap(account, call);
    else if (call.protocol === 'http') tellOfHttp(account, call);
    else lost.set(call.operation, (lost.get(call.operation) ?? 0) + 1);
  }
  const { points, profile, groups, messages, lookUps, users } = account;
  const senders = account.senders.all();
  const hasHttp = calls.some(({ protocol }) => protocol === 'http');
  const gaps = [
    'the password: the account has that of its options',
    ...(points === undefined ? ['the points: the account has those of its options'] : []),
    ...account.senders.gaps(),
    ...groups.gaps(),
    ...messages.gaps(),
    ...(hasHttp ? gapsOfHttp(account) : []),
    ...[...lost].map(([name, count]) => `what ${count} of the calls of ${name} came to: no answer was recorded`),
  ];
  return {
    points,
    senders,
    profile,
    groups: groups.all(),
    messages: messages.all(senders?.find(({ isActive }) => isActive)?.name ?? DEFAULT_SENDER),
    lookUps,
    users: users.all(),
    gaps,
  };
}

/** What SOAP has nothing of, so that nobody would look for it in a recording of it. */
function gapsOfHttp({ profile, users }: RecordedAccount): readonly string[] {
  return [
    'the tokens: the account has those of its options',
    ...(profile === undefined ? ['the profile: the account has that of its options'] : []),
    ...users.gaps(),
  ];
}
