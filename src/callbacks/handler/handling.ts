import { inboxEntry } from '../reading/event-key.js';
import type { HandlerContext, ReadEvents } from './context.js';
import type { Inbox } from './inbox.js';
import { Deadline } from './running/deadline.js';

interface Handled {
  readonly status: 200 | 500 | 503;
  readonly doubles: number;
  readonly reason?: 'recorder' | 'onEvent' | 'store' | 'time' | 'waiting';
}

interface Progress {
  doubles: number;
  keepsFiles: boolean;
  part: 'recorder' | 'waiting' | 'onEvent' | 'store';
}

/**
 * Records a callback, and handles its events one after the other, or stores them in the inbox. Returns at the deadline
 * at the latest. Work that is still running continues, and a repeated call waits for it.
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
    if (deadline.isUp) {
      return { status: 503, doubles, reason: part === 'waiting' || part === 'recorder' ? part : 'time' };
    }
    return part === 'onEvent' || part === 'recorder'
      ? { status: 500, doubles, reason: part }
      : { status: 503, doubles, reason: 'store' };
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
    await record(read, context, progress);
    deadline.signal.throwIfAborted();
    if (inbox === undefined) await handleEach(read, context, deadline, progress);
    else await putInto(inbox, read, progress);
  } catch (error) {
    const { part } = progress;
    const isTimeout = error === deadline.signal.reason || (part === 'waiting' && deadline.isUp);
    if (part !== 'onEvent' && !isTimeout) program.failed(part === 'recorder' ? part : 'store', error);
    throw error;
  } finally {
    // If it is unknown whether the store has kept an event, its files stay.
    if (!progress.keepsFiles) await read.removeFiles().catch((error: unknown) => program.failed('reading', error));
  }
}

async function record<Transaction>(
  { events }: ReadEvents,
  { recorder, now }: HandlerContext<Transaction>,
  progress: Progress,
): Promise<void> {
  const [first, ...others] = events.map(({ event }) => event);
  if (recorder === undefined || first === undefined) return;
  progress.part = 'recorder';
  await recorder.record({ events: [first, ...others], receivedAt: now() });
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
