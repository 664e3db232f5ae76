import type { InjectedFailure } from '../../../src/sandbox/index.js';
import { headLength, shortened } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import { ALL_WELL, places, REJECTED, type Row, SUCCESS, UNKNOWN, type Wants, wanted } from './row.js';

/** The gateway fails by order the next time. */
function failing(fault: string, failure: InjectedFailure, wants: Wants, maxRequests?: number): Row {
  return {
    fault,
    trials: ({ operation }) => [
      {
        faults: [],
        want: wanted(operation.kind, wants),
        before: ({ sandbox }, { wire }) => sandbox.failNext(wire, failure),
        maxRequests,
      },
    ],
  };
}

const ALL_REJECTED = { read: REJECTED, other: REJECTED };

/** A refusal whose end is lost: it must neither become a success, nor be taken for certain. */
function cutRefusal(fault: string, failure: InjectedFailure, complete: Wants, maxRequests?: number): Row {
  // A Fault comes with status 500, by which a stream has not begun: it may be repeated.
  const lost = 'fault' in failure ? SUCCESS : UNKNOWN;
  return {
    fault,
    trials: ({ operation, response, coarseStep }) => {
      const body = response.length - (headLength(response) ?? 0);
      return places(body + 100, coarseStep).map((bytes): Trial => {
        // The end of the refusal's last tag decides between both. Only repeated calls succeed.
        const { read, stream = read, other } = complete;
        const wants = { read: [...read, ...SUCCESS], stream: [...stream, ...lost], other: [...other, ...UNKNOWN] };
        return {
          faults: [{ response: (input) => shortened(input, bytes) }],
          want: wanted(operation.kind, wants),
          before: ({ sandbox }, { wire }) => sandbox.failNext(wire, failure),
          maxRequests,
        };
      });
    },
  };
}

/** Responses of the gateway, and actions of the caller. */
export const VERDICTS: readonly Row[] = [
  failing('gateway code 103', { result: 103 }, ALL_REJECTED),
  failing('gateway code 200', { result: 200 }, { read: SUCCESS, stream: UNKNOWN, other: UNKNOWN }),
  failing('gateway code 202, once', { result: 202 }, { read: SUCCESS, stream: REJECTED, other: SUCCESS }, 2),
  failing('SOAP Fault', { fault: { code: 'Server', string: 'out of order' } }, ALL_REJECTED),
  cutRefusal('gateway code 103, cut at places, its Content-Length right', { result: 103 }, ALL_REJECTED),
  cutRefusal(
    'gateway code 202, cut at places, its Content-Length right',
    { result: 202 },
    { read: SUCCESS, stream: REJECTED, other: SUCCESS },
    2,
  ),
  cutRefusal(
    'SOAP Fault, cut at places, its Content-Length right',
    { fault: { code: 'Client', string: 'no' } },
    ALL_REJECTED,
  ),
  {
    fault: 'aborted by the caller at once',
    trials: ({ operation }) =>
      [false, true].map(
        (isWarm): Trial => ({
          faults: [],
          isWarm,
          want: wanted(operation.kind, { read: ['not-sent', 'unknown'], other: ['not-sent', 'unknown'] }),
          during: (_place, _client, abort) => abort.abort(),
        }),
      ),
  },
  {
    fault: 'aborted by the caller while waiting for the response',
    trials: ({ operation, requestBytes }) =>
      [0, 100, requestBytes].map(
        (at): Trial => ({
          faults: [{ cutRequestAt: at, ending: 'silence' }],
          want: wanted(operation.kind, { read: UNKNOWN, other: UNKNOWN }),
          during: async ({ proxy }, _client, abort) => {
            while (proxy.exchanges.length === 0) await new Promise(setImmediate);
            await new Promise((resolve) => setTimeout(resolve, 2));
            abort.abort();
          },
        }),
      ),
  },
  {
    fault: 'client closed while waiting for the response',
    trials: ({ operation }) => [
      {
        faults: [{ cutResponseAt: 0, ending: 'silence' }],
        want: wanted(operation.kind, { read: UNKNOWN, other: UNKNOWN }),
        during: async ({ proxy }, client) => {
          while ((proxy.exchanges[0]?.answered ?? 0) === 0) await new Promise(setImmediate);
          await client.close({ abort: true });
        },
      },
    ],
  },
  {
    fault: 'client closed while the call is in flight, which is waited for',
    trials: ({ operation }) => [
      {
        faults: [{ responseDelayMs: 20 }],
        want: wanted(operation.kind, ALL_WELL),
        during: async ({ proxy }, client) => {
          while (proxy.exchanges.length === 0) await new Promise(setImmediate);
          await client.close();
        },
      },
    ],
  },
  {
    fault: 'response lost, then the connection refused',
    trials: ({ operation }) => [
      {
        faults: [{ cutResponseAt: 0, ending: 'close' }],
        // Nothing of the last attempt left, but of the first one everything.
        want: wanted(operation.kind, { read: UNKNOWN, other: UNKNOWN }),
        during: async ({ proxy }) => {
          while (proxy.exchanges.length === 0) await new Promise(setImmediate);
          await proxy.refuse();
        },
        after: ({ proxy }) => proxy.listen(),
      },
    ],
  },
];
