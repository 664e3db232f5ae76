import type { Call } from './call.js';
import { type CallReporter, durationSince, ownerOf } from './interceptors/events.js';
import { NO_FAILURE } from './interceptors/failed-attempt.js';
import { failureOf } from './telling/failure.js';

/**
 * Begins to measure a call, where somebody wants to know when it is over.
 *
 * @returns what tells of its end, given what it has failed with
 */
export function doneReport(
  reporter: CallReporter | undefined,
  { operation: { name: operation }, id: callId, count }: Call,
  label: string | undefined,
): ((failure: unknown) => void) | undefined {
  if (reporter === undefined || !reporter.isWanted) return undefined;
  const start = performance.now();
  return (failure) =>
    reporter.report({
      type: 'done',
      operation,
      ...ownerOf({ callId, label }),
      attempts: count.attempts,
      durationMs: durationSince(start),
      ...(failure === NO_FAILURE ? { outcome: 'ok' } : failureOf(failure)),
    });
}
