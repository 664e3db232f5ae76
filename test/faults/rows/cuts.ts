import type { Ending, Fault } from '../proxy/fault.js';
import { type Framing, framed, headLength, shortened } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import {
  afterCut,
  BROKEN_OFF,
  endsOf,
  LOST,
  places,
  type Row,
  SUCCESS,
  SUCCESS_OR_UNKNOWN,
  UNKNOWN,
  type Wants,
  wanted,
} from './row.js';

const NAMES = { reset: 'reset', close: 'closed', silence: 'silent' } as const;

/** Cuts at every byte of the request and of the response. */
export const CUTS: readonly Row[] = [
  cutRequest('reset', false),
  cutRequest('close', false),
  cutRequest('reset', true),
  cutRequest('close', true),
  cutResponse('reset', 'length'),
  cutResponse('close', 'length'),
  cutResponse('close', 'chunked'),
  cutResponse('close', 'gzip'),
  cutResponse('close', 'until-close'),
  cutResponse('reset', 'until-close'),
  {
    fault: 'response cut at each byte, its Content-Length right',
    trials: ({ operation, response, coarseStep: step }) => {
      const head = headLength(response) ?? 0;
      const ends = endsOf(response);
      return places(response.length - head, step).map((bytes): Trial => {
        const fault: Fault = { response: (input) => shortened(input, bytes) };
        const wants = head + bytes >= ends.xml ? afterCut(ends.all, ends) : BROKEN_OFF;
        return { faults: [fault], want: wanted(operation.kind, wants) };
      });
    },
  },
  {
    fault: 'every attempt reset, at places of the request',
    trials: ({ operation, requestBytes, coarseStep }) =>
      places(requestBytes, coarseStep * 3).map((at): Trial => {
        const fault: Fault = { cutRequestAt: at, ending: 'reset' };
        return { faults: [fault, fault, fault], want: wanted(operation.kind, { read: UNKNOWN, other: UNKNOWN }) };
      }),
  },
];

function cutRequest(how: Ending, isWarm: boolean): Row {
  const connection = isWarm ? 'kept connection' : 'connection';
  return {
    fault: `${connection} ${NAMES[how]} at each byte of the request`,
    trials: ({ operation, requestBytes, step, coarseStep }) =>
      places(requestBytes, isWarm ? coarseStep : step).map(
        (at): Trial => ({
          faults: [{ cutRequestAt: at, ending: how }],
          want: wanted(operation.kind, LOST),
          isWarm,
        }),
      ),
  };
}

function cutResponse(how: Ending, framing: Framing): Row {
  return {
    fault: `connection ${NAMES[how]} at each byte of the response${framing === 'length' ? '' : ` (${framing})`}`,
    trials: ({ operation, response, step, coarseStep }) => {
      const shape = framed(response, framing);
      const ends = endsOfFramed(response, framing);
      const complete = framing === 'until-close' && how === 'close' ? ends.xml : ends.all;
      return places(shape.length, framing === 'length' ? step : coarseStep).map((at): Trial => {
        const isOpenEnded = framing === 'until-close' && how === 'reset';
        const fault: Fault = {
          response: (input) => framed(input, framing),
          // Every text compresses differently: places near the end are counted from there.
          cutResponseAt: (length) => (at > (ends.head + ends.all) / 2 ? length - (ends.all - at) : at),
          ending: how,
        };
        // A complete document is valid, even if its connection breaks.
        const wants = isOpenEnded && at >= ends.xml ? EITHER : afterCut(at, ends, complete);
        return { faults: [fault], want: wanted(operation.kind, wants) };
      });
    },
  };
}

const EITHER: Wants = { read: SUCCESS, stream: SUCCESS_OR_UNKNOWN, other: SUCCESS_OR_UNKNOWN };

function endsOfFramed(response: Buffer, framing: Framing): ReturnType<typeof endsOf> {
  const shape = framed(response, framing);
  const head = headLength(shape) ?? 0;
  // All of a compressed text can be there before its check sum is; a chunk size follows the last tag.
  if (framing === 'gzip') return { head, xml: shape.length - 8, all: shape.length };
  return endsOf(shape);
}
