import type { Random } from '../../fuzz/random.js';
import type { Fault } from '../proxy/fault.js';
import { responseOf, shortened } from '../proxy/message.js';

/** A fault that a request of the HTTP interface meets. */
interface Trouble {
  readonly name: string;
  readonly fault: Fault;
}

const HTML = '<html><body>Bad day</body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Faults before, during and after the request was accepted; none of them is a refusal that is certain. */
const TROUBLES: readonly ((random: Random) => Trouble)[] = [
  (random) => ({ name: 'reset in the request', fault: { cutRequestAt: somewhere(random), ending: 'reset' } }),
  (random) => ({ name: 'closed in the request', fault: { cutRequestAt: somewhere(random), ending: 'close' } }),
  () => ({ name: 'request lost', fault: { withheld: true, cutResponseAt: 0, ending: 'reset' } }),
  () => ({ name: 'answer lost', fault: { cutResponseAt: 0, ending: 'close' } }),
  () => ({ name: 'answer lost, reset', fault: { cutResponseAt: 0, ending: 'reset' } }),
  (random) => ({ name: 'answer broken off', fault: { cutResponseAt: somewhere(random), ending: 'reset' } }),
  (random) => {
    const bytes = random.below(200);
    return { name: 'answer cut, length right', fault: { response: (response) => shortened(response, bytes) } };
  },
  (random) => ({ name: 'answer late', fault: { responseDelayMs: 1 + random.below(40) } }),
  (random) => {
    const status = random.pick(['200 OK', '500 Oops', '502 Bad Gateway', '503 Unavailable', '504 Timeout']);
    return { name: 'page', fault: { response: () => responseOf(status, HTML), withheld: random.chance(0.5) } };
  },
  (random) => {
    const body = random.pick(['{"error":"upstream_failed","message":"x"}', '{"error":503}', '{}', 'null', '']);
    const status = random.pick(['502 Bad Gateway', '503 Unavailable']);
    return {
      name: 'JSON of a proxy',
      fault: { response: () => responseOf(status, body, JSON_TYPE), withheld: random.chance(0.5) },
    };
  },
  (random) => {
    const body = random.pick(['OK', 'Hello', '{"count":1}', '{"count":1,"list":[{"id":', '[]', '\0\0']);
    return { name: 'garbage with status 200', fault: { response: () => responseOf('200 OK', body, JSON_TYPE) } };
  },
  (random) => {
    // Codes after which it is not certain what was carried out.
    const body = random.pick(['{"error":200,"message":"x"}', 'ERROR:998', '{"error":23}']);
    return { name: 'a code that is not certain', fault: { response: () => responseOf('200 OK', body, JSON_TYPE) } };
  },
  () => ({ name: 'answer twice', fault: { response: (response) => Buffer.concat([response, response]) } }),
  (random) => ({ name: 'answer trickles', fault: { responsePortions: { bytes: 1 + random.below(60), pauseMs: 0 } } }),
];

/** Some fault. */
export function randomFault(random: Random): Trouble {
  const make = random.pick(TROUBLES) as (typeof TROUBLES)[number];
  return make(random);
}

/** Some place in a message, its ends more often than others. */
function somewhere(random: Random): (length: number) => number {
  const part = random.pick([0, random.next(), random.next(), random.next(), 1]);
  return (length) => Math.floor(part * length);
}
