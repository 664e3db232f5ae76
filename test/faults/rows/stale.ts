import { bodyOf, responseOf, tooMany } from '../proxy/message.js';
import type { Trial } from '../table/trial.js';
import { REJECTED, type Row, SUCCESS, UNKNOWN, wanted } from './row.js';

/** A stream is restarted if the surplus is seen at once; otherwise it has begun with the refusal. */
const STALE = { read: SUCCESS, stream: [...SUCCESS, ...UNKNOWN, ...REJECTED], other: UNKNOWN };

const FAULT = responseOf(
  '500 Oops',
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Server</faultcode>' +
    '<faultstring>no</faultstring></e:Fault></e:Body></e:Envelope>',
  { 'content-type': 'text/xml; charset=utf-8' },
);

/** Refusals of other requests, before the response to this one, which the gateway has carried out. */
export const STALE_REFUSALS: readonly Row[] = [
  {
    fault: 'a stale refusal (203) and the response in one piece',
    trials: ({ operation }) =>
      [false, true].flatMap((isWarm) =>
        // All of the response, its first byte, its head.
        [undefined, 1, 20, 60].map(
          (bytes): Trial => ({
            isWarm,
            faults: [{ response: (input, request) => Buffer.concat([tooMany(request), input.subarray(0, bytes)]) }],
            want: wanted(operation.kind, STALE),
          }),
        ),
      ),
  },
  {
    fault: 'a stale refusal (203), the response a moment later',
    trials: ({ operation }) =>
      [false, true].flatMap((isWarm) =>
        [0, 1, 3].map(
          (delayMs): Trial => ({
            isWarm,
            faults: [
              { response: (_given, request) => tooMany(request), afterwards: { bytes: (input) => input, delayMs } },
            ],
            want: wanted(operation.kind, STALE),
          }),
        ),
      ),
  },
  {
    fault: 'a stale Fault or page and the response in one piece',
    trials: ({ operation }) =>
      [FAULT, responseOf('403 No', bodyOf(FAULT)), responseOf('429 Slow', '<html></html>')].map(
        (refusal): Trial => ({
          isWarm: true,
          faults: [{ response: (input) => Buffer.concat([refusal, input]) }],
          want: wanted(operation.kind, { read: SUCCESS, other: UNKNOWN }),
        }),
      ),
  },
];
