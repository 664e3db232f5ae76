import type { Unreadable } from '../reading/arrived.js';
import type { HandlerContext } from './context.js';
import type { OnInvalid } from './handler-options.js';
import { Deadline } from './running/deadline.js';
import type { Program } from './running/on-event.js';

/** Responds to a request that does not match the specification, after `onInvalid`. @returns the status */
export async function answerInvalid<Transaction>(
  call: Unreadable,
  { onInvalid, timeoutMs, ending, tasks, program }: HandlerContext<Transaction>,
): Promise<200 | 400 | 500 | 503> {
  if (onInvalid === undefined) {
    await removeFilesOf(call, program);
    return 400;
  }
  const deadline = new Deadline(timeoutMs, ending);
  const work = tasks.add(passTo(onInvalid, call, deadline.signal, program));
  try {
    return (await deadline.race(work)) === 'OK' ? 200 : 400;
  } catch {
    return deadline.isUp ? 503 : 500;
  } finally {
    deadline.end();
  }
}

export async function removeFilesOf<Transaction>(
  { removeFiles }: Unreadable,
  program: Program<Transaction>,
): Promise<void> {
  await removeFiles().catch((error: unknown) => program.failed('reading', error));
}

async function passTo<Transaction>(
  onInvalid: OnInvalid,
  call: Unreadable,
  signal: AbortSignal,
  program: Program<Transaction>,
): Promise<Awaited<ReturnType<OnInvalid>>> {
  try {
    return await onInvalid(call.raw, call.error, { signal });
  } catch (error) {
    program.failed('onInvalid', error);
    throw error;
  } finally {
    await removeFilesOf(call, program);
  }
}
