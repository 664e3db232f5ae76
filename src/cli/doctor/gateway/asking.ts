import {
  type AnySmsServiceError,
  GatewayError,
  isSmsServiceError,
  type SmsServiceError,
} from '../../../client/index.js';
import { CODES } from '../../../domain/codes.js';
import { EXIT } from '../../running/exit-codes.js';
import type { Route, Target } from '../connection/target.js';
import { type Check, type Finding, note, well, wrong } from '../findings/finding.js';
import { endpointFinding } from './endpoint.js';
import { refusalFinding } from './refusal.js';

/** An address of an account, and the way there. */
export interface Reachable extends Route {
  readonly target: Target;
}

/** Asks the gateway for something; its error where it refuses, or is none. */
export async function tried<T>(act: () => Promise<T>): Promise<T | AnySmsServiceError> {
  try {
    return await act();
  } catch (error) {
    if (!isSmsServiceError(error) || error.code === 'ABORTED') throw error;
    return error;
  }
}

/** Makes the finding for an error. @param check - what was looked at */
export function findingOf(error: SmsServiceError, check: Check, { target, ...route }: Reachable): Finding {
  return error instanceof GatewayError ? refusalFinding(error, check) : endpointFinding(error, target, route);
}

/** Codes by which a gateway refuses the number that a send is checked to, whoever sends. */
const OF_THE_NUMBER: ReadonlySet<number> = new Set([CODES.noCorrectNumber, 32, 33, 55, 57, 59, 112]);

/** The text of a send that is only checked. */
export const CHECKED_TEXT = 'test';

/**
 * Makes the finding for a send that is only checked.
 *
 * @param to - the number that it goes to; without one nothing is asked
 */
export async function filterFinding(
  to: string | undefined,
  at: Reachable,
  send: (to: string) => Promise<unknown>,
): Promise<Finding> {
  if (to === undefined) {
    const todo = 'give --send NUMBER: the gateway then checks a send to it; nothing is sent or charged';
    return note('ip filter', 'only a send shows whether this machine may send', todo);
  }
  const result = await tried(() => send(to));
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

/** Makes the finding for the sender names of an account. */
export function sendersFinding(names: readonly string[]): Finding {
  if (names.length > 0) return well('senders', names.join(', '));
  return note('senders', 'there are none', 'order a sender name, or send without one');
}
