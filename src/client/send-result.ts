import type * as wire from '../../generated/types.js';
import { sentMessages } from '../domain/sending/sent-messages.js';
import type { SendResult } from './types.js';

/** Makes the idiomatic result of a send whose `result` is success. */
export function sendResult(response: wire.Response): SendResult {
  const messages = sentMessages(response.response ?? []);
  return {
    messages,
    count: response.count ?? messages.length,
    points: response.points ?? null,
    description: response.description ?? '',
  };
}
