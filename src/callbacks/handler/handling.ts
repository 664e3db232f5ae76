import { inboxEntry } from '../reading/event-key.js';
import type { HandlerContext, ReadEvents } from './context.js';
import type { Inbox } from './inbox.js';
import { Deadline } from './running/deadline.js';

/** Records a callback. @returns the response if that has failed */
export async function recordEvents<Transaction>(
  read: ReadEvents,
  { recorder, now, program, tasks, timeoutMs, ending }: HandlerContext<Transaction>,
): Promise<{ readonly status: 500 | 503; readonly reason: 'recorder' } | undefined> {
  const [first, ...others] = read.events.map(({ event }) => event);
  if (recorder === undefined || first === undefined) return undefined;
  const deadline = new Deadline(timeoutMs, ending);
  const work = tasks.add((async () => recorder.record({ events: [first, ...others], receivedAt: now() }))());
  const failed = async (error: unknown): Promise<void> => {
    program.failed('recorder', error);
    await read.removeFiles();
  };
  try {
    await deadline.race(work);
    return undefined;
  } catch (error) {
    if (!deadline.isUp) {
      await failed(error);
      return { status: 500, reason: 'recorder' };
    }
    // The recorder may still read the files.
    work.then(read.removeFiles, failed).catch((late: unknown) => program.failed('reading', late));
    return { status: 503, reason: 'recorder' };
  } finally {
    deadline.end();
  }
}

interface Handled {
  readonly status: 200 | 500 | 503;
  readonly doubles: number;
  readonly reason?: 'onEvent' | 'store' | 'time' | 'waiting';
}

interface Progress {
  doubles: number;
  keepsFiles: boolean;
  part: 'waiting' | 'onEvent' | 'store';
}

/**
 * Handles the events of a request one after the other, or stores them in the inbox. Returns at the deadline at the
 * latest. Work that is still running continues, and a repeated call waits for it.
 */
export async function handleEvents<Transaction>(
  read: ReadEvents,
  context: HandlerContext<Transaction>,
  inbox: Inbox<Transaction> | undefined,
): Promise<Handled> {
  const deadline = new Deadline(context.timeoutMs, context.ending);
  const progress: Progress = { doubles: 0, keepsFiles: false, part: 'waiting' };
  const work = context.tasks.add(workOn(read, context, inbox, deadline, progress));
  try {
    await deadline.race(work);
    return { status: 200, doubles: progress.doubles };
  } catch {
    const { doubles, part } = progress;
    if (deadline.isUp) return { status: 503, doubles, reason: part === 'waiting' ? part : 'time' };
    return part === 'onEvent' ? { status: 500, doubles, reason: part } : { status: 503, doubles, reason: 'store' };
  } finally {
    deadline.end();
  }
}

async function workOn<Transaction>(
  read: ReadEvents,
  context: HandlerContext<Transaction>,
  inbox: Inbox<Transaction> | undefined,
  deadline: Deadline,
  progress: Progress,
): Promise<void> {
  const { program } = context;
  try {
    if (inbox === undefined) await handleEach(read, context, deadline, progress);
    else await putInto(inbox, read, progress);
  } catch (error) {
    const isTimeout = progress.part === 'waiting' && deadline.isUp;
    if (progress.part !== 'onEvent' && !isTimeout) program.failed('store', error);
    throw error;
  } finally {
    // If it is unknown whether the store has kept an event, its files stay.
    if (!progress.keepsFiles) await read.removeFiles().catch((error: unknown) => program.failed('reading', error));
  }
}

async function handleEach<Transaction>(
  { events }: ReadEvents,
  { store, program }: HandlerContext<Transaction>,
  deadline: Deadline,
  progress: Progress,
): Promise<void> {
  const { signal } = deadline;
  for (const { event, key } of events) {
    progress.part = 'waiting';
    signal.throwIfAborted();
    const handle = async (transaction: Transaction, lost?: AbortSignal): Promise<void> => {
      signal.throwIfAborted();
      progress.part = 'onEvent';
      try {
        await program.handle(event, transaction, deadline, lost);
      } catch (error) {
        program.failed('onEvent', error, event);
        throw error;
      }
      progress.part = 'store';
      progress.keepsFiles = true;
    };
    if ((await store.once(key, handle, signal)) === 'double') progress.doubles += 1;
  }
}

async function putInto<Transaction>(
  inbox: Inbox<Transaction>,
  { events }: ReadEvents,
  progress: Progress,
): Promise<void> {
  progress.part = 'store';
  progress.keepsFiles = true;
  const ends = await inbox.put(events.map(inboxEntry));
  progress.doubles = ends.filter((end) => end === 'double').length;
  progress.keepsFiles = ends.includes('new');
}
