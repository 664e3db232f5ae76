import type { CallbackRecorder } from './handler-options.js';
import type { HandlingSettings, ReadEvents } from './handling.js';
import { Deadline } from './running/deadline.js';

/** The parts of a handler that recording uses. */
export interface RecordingSettings<Transaction>
  extends Pick<HandlingSettings<Transaction>, 'program' | 'inHand' | 'timeoutMs' | 'ending'> {
  readonly recorder: CallbackRecorder | undefined;
  readonly now: () => Date;
}

interface NotRecorded {
  readonly status: 500 | 503;
  readonly reason: 'recorder';
}

export async function recordEvents<Transaction>(
  read: ReadEvents,
  { recorder, now, program, inHand, timeoutMs, ending }: RecordingSettings<Transaction>,
): Promise<NotRecorded | undefined> {
  const [first, ...others] = read.events.map(({ event }) => event);
  if (recorder === undefined || first === undefined) return undefined;
  const deadline = new Deadline(timeoutMs, ending);
  const work = inHand.add((async () => recorder.record({ events: [first, ...others], receivedAt: now() }))());
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
    // Until its end it may be reading the files.
    work.then(read.removeFiles, failed).catch((late: unknown) => program.failed('reading', late));
    return { status: 503, reason: 'recorder' };
  } finally {
    deadline.end();
  }
}
