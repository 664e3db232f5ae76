import type { Ending, Fault } from '../proxy/fault.js';
import { responseOf } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import {
  ALL_WELL,
  LOST,
  NOT_SENT,
  type Row,
  type Sample,
  SUCCESS,
  SUCCESS_OR_UNKNOWN,
  UNKNOWN,
  type Wants,
  wanted,
} from './row.js';

const listenAgain: Trial['after'] = ({ proxy }) => proxy.listen();

/** Several times, because it is a race. */
function often({ operation, step }: Sample, wants: Wants, trial: Omit<Trial, 'want'>): readonly Trial[] {
  return Array.from({ length: step === 1 ? 20 : 4 }, () => ({ ...trial, want: wanted(operation.kind, wants) }));
}

function atOnce(how: Ending): Row {
  return {
    fault: `connection ${how === 'reset' ? 'reset' : 'closed'} as soon as it is made`,
    trials: (sample) =>
      // It may be gone before this side knows that it stood: then nothing has left.
      often(
        sample,
        { read: SUCCESS, other: SUCCESS_OR_UNKNOWN },
        { faults: [], before: ({ proxy }) => proxy.nextConnections(how) },
      ),
  };
}

function staleBy(how: Ending): Row {
  return {
    fault: `kept connection ${how === 'reset' ? 'reset' : 'closed'} in the moment of the call`,
    trials: (sample) =>
      often(
        sample,
        { read: SUCCESS, other: SUCCESS_OR_UNKNOWN },
        { isWarm: true, faults: [], before: ({ proxy }) => proxy.end(how, 'idle') },
      ),
  };
}

/** A send of more than the buffers between here and the gateway hold. */
const bigSend: NonNullable<Trial['call']> = (client, call, options) =>
  client.sendMulti(
    {
      to: Array.from({ length: 40_000 }, (_, index) => String(48_500_000_000 + index)),
      message: `Sekret${String(call).padStart(8, '0')}`,
    },
    options,
  );

function whileWriting(name: string, fault: (at: number) => Fault, wants: Wants, timeoutMs?: number): Row {
  return {
    fault: `large request, ${name}`,
    trials: ({ operation }) =>
      operation.name === 'sendMulti'
        ? [0, 1, 1000, 65_536, 1_000_000].map(
            (at): Trial => ({ faults: [fault(at)], want: wanted(operation.kind, wants), call: bigSend, timeoutMs }),
          )
        : [],
  };
}

/** What happens to connections, with and without a request on them. */
export const CONNECTIONS: readonly Row[] = [
  {
    fault: 'no fault',
    trials: (sample) => often(sample, ALL_WELL, { faults: [] }),
  },
  {
    fault: 'connection refused',
    trials: (sample) =>
      often(
        sample,
        { read: NOT_SENT, other: NOT_SENT },
        { faults: [], before: ({ proxy }) => proxy.refuse(), after: listenAgain },
      ),
  },
  {
    fault: 'connection refused, until the first retry',
    trials: (sample) =>
      often(sample, ALL_WELL, {
        faults: [],
        before: ({ proxy }) => proxy.refuse(),
        options: ({ proxy }) => ({
          retry: { baseDelayMs: 20 },
          onEvent: (event) => {
            if (event.type === 'retry' && event.attempt === 1) void proxy.listen();
          },
        }),
      }),
  },
  atOnce('reset'),
  atOnce('close'),
  {
    fault: 'idle connection closed before the call',
    trials: (sample) =>
      often(sample, ALL_WELL, {
        isWarm: true,
        faults: [],
        before: async ({ proxy }) => {
          proxy.end('close', 'idle');
          await proxy.whenClosed(1000);
          await new Promise((resolve) => setTimeout(resolve, 2));
        },
      }),
  },
  staleBy('close'),
  staleBy('reset'),
  {
    fault: 'first of two addresses refuses',
    trials: (sample) =>
      often(sample, ALL_WELL, {
        faults: [],
        options: ({ proxy, second }) => ({ url: [proxy.url, second.url], retry: false }),
        before: ({ proxy }) => proxy.refuse(),
        after: listenAgain,
      }),
  },
  {
    fault: 'first of two addresses resets the request',
    trials: (sample) =>
      often(sample, LOST, {
        faults: [{ cutRequestAt: 300, ending: 'reset' }],
        options: ({ proxy, second }) => ({ url: [proxy.url, second.url], retry: false }),
      }),
  },
  {
    fault: 'first of two addresses loses the response',
    trials: (sample) =>
      often(sample, LOST, {
        faults: [{ cutResponseAt: 0, ending: 'close' }],
        options: ({ proxy, second }) => ({ url: [proxy.url, second.url], retry: false }),
      }),
  },
  whileWriting('reset while it is written', (at) => ({ cutRequestAt: at, ending: 'reset' }), {
    read: UNKNOWN,
    other: UNKNOWN,
  }),
  whileWriting(
    '413 while it is written',
    (at) => ({ cutRequestAt: at, response: () => responseOf('413 Too Large', 'too large'), ending: 'close' }),
    { read: UNKNOWN, other: ['rejected', 'unknown'] },
  ),
  whileWriting(
    'not read any further',
    (at) => ({ cutRequestAt: at, stopsReadingMs: 400, ending: 'silence' }),
    { read: UNKNOWN, other: UNKNOWN },
    200,
  ),
];
