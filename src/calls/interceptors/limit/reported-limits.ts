import type { TransportRequest } from '../../../transport/transport.js';
import { type CallReporter, ownerOf } from '../events.js';
import type { FoundLimits } from './rate-limit.js';

/** Makes a listener that tells a reporter of the limits that the gateway has been found to have. */
export function limitReport(reporter: CallReporter): (request: TransportRequest, limits: FoundLimits) => void {
  return (request, { maxPerSecond, maxConcurrency }) => {
    if (!reporter.isWanted) return;
    reporter.report({
      type: 'limit',
      operation: request.operation,
      ...ownerOf(request),
      attempt: request.attempt ?? 1,
      ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
      ...(maxConcurrency === undefined ? {} : { maxConcurrency }),
    });
  };
}
