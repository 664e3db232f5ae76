import {
  type GatewayError,
  GatewayInternalError,
  InsufficientPointsError,
  NotAllowedError,
  RateLimitError,
} from '../../../client/index.js';
import { CODES } from '../../../domain/codes.js';
import { EXIT } from '../../running/exit-codes.js';
import { messageOf } from '../findings/excerpt.js';
import { type Check, type Finding, wrong } from '../findings/finding.js';

/** Advice for an account that may not do something, by the code of the gateway. */
const RIGHTS: ReadonlyMap<number, string> = new Map([
  [98, 'ask the provider why'],
  [401, 'give the token access to this area in the panel of the gateway'],
  [110, 'have the provider enable the service on the account'],
  [1000, 'use the main user of the account'],
]);

/** Makes the finding for a gateway that knows the account, and refuses. @param check - what was looked at */
export function refusalFinding(error: GatewayError, check: Check): Finding {
  const text = messageOf(error);
  if (error instanceof InsufficientPointsError) return noPoints(`there are not enough (code ${error.result})`);
  if (error instanceof NotAllowedError) return notAllowed(error);
  if (error instanceof RateLimitError) {
    const wait = error.retryAfterMs === undefined ? 'later' : `in ${Math.ceil(error.retryAfterMs / 1000)} s`;
    const option = error.limit === 'concurrency' ? '"maxConcurrency"' : '"maxPerSecond"';
    const todo = `run it again ${wait}; lower ${option} of whatever else uses the account`;
    return wrong('endpoint', text, todo, EXIT.transient);
  }
  if (error instanceof GatewayInternalError) {
    return wrong('endpoint', text, 'run it again later; where it stays, ask the provider', EXIT.transient);
  }
  return wrong(check, text, 'ask the provider what this code means here', EXIT.transient);
}

/** The account has no points. */
export function noPoints(text: string): Finding {
  return wrong('points', text, 'buy points', EXIT.limits);
}

function notAllowed(error: NotAllowedError): Finding {
  const { result } = error;
  if (result === CODES.addressNotAllowed) {
    const todo = 'add the public address of this machine to the IP filter in the panel of the gateway';
    return wrong('ip filter', `this machine may not send (code ${result})`, todo, EXIT.limits);
  }
  if (result === HTTPS_WANTED) {
    return wrong('tls', messageOf(error), 'begin the url with https://', EXIT.usage);
  }
  return wrong(
    'rights',
    messageOf(error),
    RIGHTS.get(result ?? 0) ?? 'ask the owner of the account or the provider',
    EXIT.limits,
  );
}

/** The gateway takes nothing over plain HTTP. */
const HTTPS_WANTED = 997;
