import type { ReadCallback } from '../reading/arrived.js';
import { inboxEntry } from '../reading/event-key.js';
import type { CallbackStore } from '../stores/store.js';
import type { Inbox } from './inbox.js';
import type { InHand } from './running/active-tasks.js';
import { Deadline, type Ending } from './running/deadline.js';
import type { Program } from './running/on-event.js';

/** The events of a request, as they were read. */
export type ReadEvents = Extract<ReadCallback, { readonly kind: 'events' }>;

/** What came of the events of a request. */
export interface Handled {
  readonly status: 200 | 500 | 503;
  /** The number of events that had come before. */
  readonly doubles: number;
  readonly reason?: 'onEvent' | 'store' | 'time' | 'waiting';
}

/** The parts of a handler that events go through. */
export interface HandlingSettings<Transaction> {
  readonly store: CallbackStore<Transaction>;
  /** Stores events for later; `undefined` if events are handled before the response. */
  readonly inbox: Inbox<Transaction> | undefined;
  readonly program: Program<Transaction>;
  readonly inHand: InHand;
  readonly timeoutMs: number;
  /** Aborts running work. */
  readonly ending: Ending;
}

/** How far the work on a request has come. */
interface Progress {
  doubles: number;
  keepsFiles: boolean;
  /** The part that is to blame when the work fails. */
  at: 'waiting' | 'onEvent' | 'store';
}

/**
 * Handles the events of a request one after the other, or stores them in the inbox. Returns at the deadline at the
 * latest; work that is still running continues, and a repeated call waits for it.
 */
export async function handleEvents<Transaction>(
  read: ReadEvents,
  settings: HandlingSettings<Transaction>,
): Promise<Handled> {
  const deadline = new Deadline(settings.timeoutMs, settings.ending);
  const progress: Progress = { doubles: 0, keepsFiles: false, at: 'waiting' };
  const work = settings.inHand.add(workOn(read, settings, deadline, progress));
  try {
    await deadline.race(work);
    return { status: 200, doubles: progress.doubles };
  } catch {
    const { doubles, at } = progress;
    if (deadline.isUp) return { status: 503, doubles, reason: at === 'waiting' ? at : 'time' };
    return at === 'onEvent' ? { status: 500, doubles, reason: at } : { status: 503, doubles, reason: 'store' };
  } finally {
    deadline.end();
  }
}

async function workOn<Transaction>(
  read: ReadEvents,
  settings: HandlingSettings<Transaction>,
  deadline: Deadline,
  progress: Progress,
): Promise<void> {
  const { inbox, program } = settings;
  try {
    if (inbox === undefined) await eachOf(read, settings, deadline, progress);
    else await intoInbox(read, inbox, progress);
  } catch (error) {
    const isOfTime = progress.at === 'waiting' && deadline.isUp;
    if (progress.at !== 'onEvent' && !isOfTime) program.failed('store', error);
    throw error;
  } finally {
    // If it is unknown whether the store has kept an event, its files stay.
    if (!progress.keepsFiles) await read.removeFiles().catch((error: unknown) => program.failed('reading', error));
  }
}

async function eachOf<Transaction>(
  { events }: ReadEvents,
  { store, program }: HandlingSettings<Transaction>,
  deadline: Deadline,
  progress: Progress,
): Promise<void> {
  const { signal } = deadline;
  for (const { event, key } of events) {
    progress.at = 'waiting';
    signal.throwIfAborted();
    const handle = async (transaction: Transaction, lost?: AbortSignal): Promise<void> => {
      // Nobody waits for the answer any more.
      signal.throwIfAborted();
      progress.at = 'onEvent';
      try {
        await program.handle(event, transaction, deadline, lost);
      } catch (error) {
        program.failed('onEvent', error, event);
        throw error;
      }
      progress.at = 'store';
      progress.keepsFiles = true;
    };
    if ((await store.once(key, handle, signal)) === 'double') progress.doubles += 1;
  }
}

async function intoInbox<Transaction>(
  { events }: ReadEvents,
  inbox: Inbox<Transaction>,
  progress: Progress,
): Promise<void> {
  progress.at = 'store';
  progress.keepsFiles = true;
  const ends = await inbox.put(events.map(inboxEntry));
  progress.doubles = ends.filter((end) => end === 'double').length;
  progress.keepsFiles = ends.includes('new');
}
