import { timerMs } from '../../transport/wait.js';
import type { Target } from './targets.js';

/** The answer to a callback. */
export interface CallbackAnswer {
  /** Of HTTP; `null` where none came. */
  readonly status: number | null;
  /** The reason why it is no `OK`, in words; `null` where it is one. */
  readonly problem: string | null;
}

/**
 * Sends a request and reads its answer, which has to be exactly `OK` with status 200. A redirect is not followed.
 *
 * @param make - makes the request, which ends with the signal
 * @param timeoutMs - of real time
 * @param closing - ends it early
 */
export async function exchange(
  { fetch: send }: Target,
  make: (signal: AbortSignal) => Request,
  timeoutMs: number,
  closing: Closing,
): Promise<CallbackAnswer> {
  if (send === undefined) return { status: null, problem: 'the host is not among allowedHosts: nothing was sent' };
  const ending = new AbortController();
  const ended = new Promise<CallbackAnswer>((resolve) => {
    const end = (): void => resolve({ status: null, problem: 'no answer in time' });
    ending.signal.addEventListener('abort', end, { once: true });
  });
  const timer = setTimeout(() => ending.abort(), timerMs(timeoutMs));
  closing.add(ending);
  try {
    return await Promise.race([answerTo(send, make, ending.signal), ended]);
  } finally {
    clearTimeout(timer);
    closing.delete(ending);
    // What is left of an answer that is too long is not read.
    ending.abort();
  }
}

/** The calls under way, to be ended when the gateway is closed. */
export type Closing = Set<AbortController>;

async function answerTo(
  send: NonNullable<Target['fetch']>,
  make: (signal: AbortSignal) => Request,
  signal: AbortSignal,
): Promise<CallbackAnswer> {
  let status: number | null = null;
  try {
    const response = await send(make(signal));
    status = response.status;
    // What stands in it is not read: the signal ends it.
    if (status !== 200) return { status, problem: `the status is ${status}` };
    return { status, problem: (await isOk(response.body)) ? null : 'the answer is not exactly OK' };
  } catch {
    // Its words may be those of a handler, or show the address.
    return {
      status,
      problem: status === null ? 'no answer: the connection or the handler has failed' : 'half an answer',
    };
  }
}

const OK = Buffer.from('OK', 'latin1');

async function isOk(body: AsyncIterable<Uint8Array> | null): Promise<boolean> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > OK.length) return false;
  }
  return Buffer.concat(pieces).equals(OK);
}
