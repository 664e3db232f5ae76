import type * as wire from '../../generated/types.js';
import type { SendResult, SentMessage } from './types.js';

const ACCEPTED = /^OK:([^:]+):(\d+(?:\.\d+)?)(?::(\+?\d+))?$/;
const REFUSED = /^ERROR:(\d{1,6})$/;
const BARE_ID = /^[^\s:;]+$/;

/** Makes the idiomatic result of a send whose `result` is success. */
export function sendResult(response: wire.Response): SendResult {
  const messages = (response.response ?? []).map((entry) => sentMessage(entry ?? ''));
  return {
    messages,
    count: response.count ?? messages.length,
    points: response.points ?? null,
    description: response.description ?? '',
  };
}

/** Reads one entry: a bare id, or the forms of the HTTP interface (specification section 2.2). */
function sentMessage(raw: string): SentMessage {
  const entry = raw.trim();
  const accepted = ACCEPTED.exec(entry);
  if (accepted !== null) {
    const [, id = '', points, number] = accepted;
    return { id, points: Number(points), ...(number === undefined ? {} : { number }), raw };
  }
  const code = REFUSED.exec(entry)?.[1];
  if (code !== undefined) return { id: null, errorCode: Number(code), raw };
  return { id: BARE_ID.test(entry) ? entry : null, raw };
}
