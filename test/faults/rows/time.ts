import type { Fault } from '../proxy/fault.js';
import { headLength } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import { ALL_WELL, type Row, type Sample, SUCCESS_OR_UNKNOWN, UNKNOWN, wanted } from './row.js';

/** The time of a call that will not be answered within it. */
const SHORT_MS = 120;
const TIMED_OUT = { read: UNKNOWN, other: UNKNOWN };

function slow({ operation }: Sample, faults: readonly Fault[]): readonly Trial[] {
  return faults.map((fault): Trial => ({ faults: [fault], want: wanted(operation.kind, ALL_WELL) }));
}

function endless({ operation, isRepresentative }: Sample, all: readonly Fault[]): readonly Trial[] {
  const faults = isRepresentative ? all : all.slice(-1);
  return faults.map(
    (fault): Trial => ({ faults: [fault], want: wanted(operation.kind, TIMED_OUT), timeoutMs: SHORT_MS }),
  );
}

/** What takes its time, or never comes. */
export const TIMES: readonly Row[] = [
  { fault: 'the request is late', trials: (sample) => slow(sample, [{ requestDelayMs: 10 }]) },
  { fault: 'the response is late', trials: (sample) => slow(sample, [{ responseDelayMs: 10 }]) },
  {
    fault: 'the request trickles',
    trials: (sample) =>
      slow(sample, [{ requestPortions: { bytes: 7, pauseMs: 0 } }, { requestPortions: { bytes: 1, pauseMs: 0 } }]),
  },
  {
    fault: 'the response trickles, byte by byte and in threes',
    trials: (sample) =>
      slow(sample, [{ responsePortions: { bytes: 1, pauseMs: 0 } }, { responsePortions: { bytes: 3, pauseMs: 0 } }]),
  },
  {
    fault: 'the response comes after the time is over',
    trials: (sample) => endless(sample, [{ responseDelayMs: 4 * SHORT_MS }]),
  },
  {
    fault: 'the response trickles beyond the time',
    trials: ({ operation }) => {
      const fault: Fault = { responsePortions: { bytes: 1, pauseMs: 15 } };
      // The time of a stream is for each wait: it comes to its end.
      const want = wanted(operation.kind, { ...TIMED_OUT, stream: SUCCESS_OR_UNKNOWN });
      return operation.kind === 'stream' ? [] : [{ faults: [fault], want, timeoutMs: SHORT_MS }];
    },
  },
  {
    fault: 'silence after a part of the request',
    trials: (sample) => {
      const { requestBytes } = sample;
      const parts = [0, 1, Math.floor(requestBytes / 2), requestBytes - 1, requestBytes];
      return endless(
        sample,
        parts.map((at): Fault => ({ cutRequestAt: at, ending: 'silence' })),
      );
    },
  },
  {
    fault: 'silence after a part of the response',
    trials: (sample) => {
      const { length } = sample.response;
      const head = headLength(sample.response) ?? 0;
      const parts = [0, 1, head - 1, head, head + 1, Math.floor((head + length) / 2), length - 1];
      return endless(
        sample,
        parts.map((at): Fault => ({ cutResponseAt: at, ending: 'silence' })),
      );
    },
  },
];
