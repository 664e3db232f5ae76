import { invalid } from '../errors/check.js';
import { AbortedError, TimeoutError } from '../errors/errors.js';
import { onAbort } from '../transport/on-abort.js';
import { timerMs } from '../transport/pause.js';
import type { Call } from './call.js';

/**
 * Asks a function of the caller for credentials. Waiting for them is a part of the call.
 *
 * @param closing - ends the waiting when it is aborted
 * @throws ValidationError when the function fails; what it has thrown is the cause
 * @throws AbortedError, TimeoutError when the call ends before it has given them
 */
export async function fetchCredentials(source: () => unknown, call: Call, closing: AbortSignal): Promise<unknown> {
  const operation = call.operation.name;
  const fetched = (async () => source())().catch((cause: unknown) => {
    return invalid('credentials', 'the function failed', { operation, cause });
  });
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    stop = whenEnded(call, closing, reject);
  });
  try {
    return await Promise.race([fetched, ended]);
  } finally {
    call.waited();
    stop();
  }
}

/** Tells when a call is aborted, its time is over or the client is closed. @returns ends the listening */
function whenEnded(
  { signal, timeoutMs, operation: { name: operation } }: Call,
  closing: AbortSignal,
  reject: (error: Error) => void,
): () => void {
  const listen = (to: AbortSignal | undefined, who: string): (() => void) => {
    const abort = (): void =>
      reject(new AbortedError(`${who}; nothing was sent`, 'not-sent', { operation, cause: to?.reason }));
    if (to?.aborted) abort();
    return onAbort(to, abort);
  };
  const unlisten = [listen(signal, 'aborted by the caller'), listen(closing, 'the client was closed')];
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          const what = `fetching the credentials took longer than ${timeoutMs} ms; nothing was sent`;
          reject(new TimeoutError(what, timeoutMs, 'not-sent', { operation }));
        }, timerMs(timeoutMs));
  return () => {
    clearTimeout(timer);
    for (const end of unlisten) end();
  };
}
