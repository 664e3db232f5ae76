import type { Random } from '../../fuzz/random.js';
import type { Fault } from '../proxy/fault.js';
import { bodyOf, headLength, responseOf, shortened } from '../proxy/message.js';

/** A fault that a request of the HTTP interface meets. */
interface Trouble {
  readonly name: string;
  readonly fault: Fault;
}

const HTML = '<html><body>Bad day</body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The responses to sends. A broken proxy returns one of them to another request. */
export class Responses {
  readonly #kept: Buffer[] = [];

  keep(response: Buffer): Buffer {
    if (/"list":\[\{/.test(bodyOf(response).toString())) this.#kept.push(response);
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    return response;
  }

  /** A response to a request for other recipients; a page as long as there is none. */
  instead(request: Buffer, random: Random): Buffer {
    const to = new URLSearchParams(bodyOf(request).toString()).get('to')?.split(',') ?? [];
    const others = this.#kept.filter((one) => !to.some((number) => one.includes(number)));
    return random.pick(others) ?? responseOf('502 Bad Gateway', HTML);
  }
}

const MAX_KEPT = 20;

/** Faults before, during and after the request was accepted. A refusal is only given for a request that was not. */
const TROUBLES: readonly ((random: Random, responses: Responses) => Trouble)[] = [
  (random) => ({ name: 'reset in the request', fault: { cutRequestAt: somewhere(random), ending: 'reset' } }),
  (random) => ({ name: 'closed in the request', fault: { cutRequestAt: somewhere(random), ending: 'close' } }),
  () => ({ name: 'request lost', fault: { withheld: true, cutResponseAt: 0, ending: 'reset' } }),
  () => ({ name: 'response lost', fault: { cutResponseAt: 0, ending: 'close' } }),
  () => ({ name: 'response lost, reset', fault: { cutResponseAt: 0, ending: 'reset' } }),
  (random) => ({ name: 'response cut', fault: { cutResponseAt: somewhere(random), ending: 'reset' } }),
  (random) => {
    const bytes = random.below(200);
    return { name: 'response cut, length right', fault: { response: (response) => shortened(response, bytes) } };
  },
  (random) => ({ name: 'response late', fault: { responseDelayMs: 1 + random.below(40) } }),
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
  () => ({ name: 'response twice', fault: { response: (response) => Buffer.concat([response, response]) } }),
  (random) => ({
    name: 'response in portions',
    fault: { responsePortions: { bytes: 1 + random.below(60), pauseMs: 0 } },
  }),
  () => ({ name: 'response byte by byte', fault: { responsePortions: { bytes: 1, pauseMs: 0 } } }),
  () => ({
    name: 'reset after the head',
    fault: { response: (response) => response.subarray(0, headLength(response)), ending: 'reset' },
  }),
  (random) => {
    const status = random.pick(['200 OK', '429 Too Many Requests']);
    return { name: 'busy', fault: { withheld: true, response: () => responseOf(status, BUSY, JSON_TYPE) } };
  },
  (random, responses) => ({
    name: 'response of another request',
    fault: {
      withheld: random.chance(0.5),
      response: (_response, request) => responses.instead(request, random),
    },
  }),
];

const BUSY = '{"error":203,"message":"Too many requests"}';

/** A proxy repeats the request after the gateway has accepted it. Only an idx prevents a second message. */
const REPEATED: Trouble = { name: 'repeated by a proxy', fault: { isRepeated: true } };

/** Some fault. @param hasIdx - of the send, so that its request may be repeated */
export function randomFault(random: Random, responses: Responses, hasIdx: boolean): Trouble {
  const index = random.below(TROUBLES.length + (hasIdx ? 1 : 0));
  return TROUBLES[index]?.(random, responses) ?? REPEATED;
}

/** Some place in a message, its ends more often than others. */
function somewhere(random: Random): (length: number) => number {
  const part = random.pick([0, random.next(), random.next(), random.next(), 1]);
  return (length) => Math.floor(part * length);
}
