import { AbortedError, TimeoutError } from '../errors/errors.js';
import { invalid } from '../options/check.js';
import { onWaitEnd, type WaitEnd } from '../transport/wait.js';
import type { Call } from './call.js';

/** The option that a function was given for, by which errors name it. */
export type CredentialsOption = 'credentials' | 'token';

/**
 * Asks a function of the caller for credentials. Waiting for them is a part of the call.
 *
 * @param closing - ends the waiting when it is aborted
 * @throws ValidationError when the function fails; what it has thrown is the cause
 * @throws AbortedError, TimeoutError when the call ends before it has given them
 */
export async function fetchCredentials(
  source: () => unknown,
  call: Call,
  closing: AbortSignal,
  option: CredentialsOption = 'credentials',
): Promise<unknown> {
  const operation = call.operation.name;
  const fetched = (async () => source())().catch((cause: unknown) => {
    return invalid(option, 'the function failed', { operation, cause });
  });
  let stop = (): void => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const { signal, timeoutMs } = call;
    stop = onWaitEnd({ signal, closing, timeoutMs }, (end) => reject(errorOf(end, call, closing, option)));
  });
  try {
    return await Promise.race([fetched, ended]);
  } finally {
    call.waited();
    stop();
  }
}

function errorOf(
  end: WaitEnd,
  { signal, timeoutMs = 0, operation: { name: operation } }: Call,
  closing: AbortSignal,
  option: CredentialsOption,
): Error {
  if (end === 'timeout') {
    const what = `fetching the ${option} took longer than ${timeoutMs} ms; nothing was sent`;
    return new TimeoutError(what, timeoutMs, 'not-sent', { operation });
  }
  const who = end === 'aborted' ? 'aborted by the caller' : 'the client was closed';
  const cause: unknown = end === 'aborted' ? signal?.reason : closing.reason;
  return new AbortedError(`${who}; nothing was sent`, 'not-sent', { operation, cause });
}
