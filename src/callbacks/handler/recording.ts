import type { HandlerContext, ReadEvents } from './context.js';
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
