import { Random } from '../../fuzz/random.js';
import { isHarmless, type Kind, OPERATIONS, type OperationCase } from '../operations.js';
import type { Fault, Place } from '../proxy/fault.js';
import { lying, responseOf, shortened, tooMany } from '../proxy/message.js';

/** A call of the load run, and its fault. */
export interface PlannedCall {
  readonly operation: OperationCase;
  readonly timeoutMs: number;
  /** Absent for a call without a fault. */
  readonly trouble?: Trouble;
}

/** What goes wrong with a call. */
interface Trouble {
  readonly name: string;
  readonly fault?: Fault;
  /** Whether every attempt meets it, and not only the first one. */
  readonly isLasting: boolean;
  /** When the caller gives up. */
  readonly abortAfterMs?: number;
  /** What happens to all connections when its request arrives. */
  readonly event?: 'outage' | 'idle-closed';
}

/** The time of a call that will be answered, on a busy machine. */
const LONG_MS = 30_000;
/** The time of a call that may get no response at all. */
const SHORT_MS = 300;

const KIND_WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['read', 0.4],
  ['stream', 0.1],
  ['change', 0.2],
  ['send', 0.3],
];

/**
 * Left to the table: groups to be deleted would have to be there, and a list of groups grows with each that is added.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['delGroup', 'getGroups']);

/** What decides about the calls of a load run. */
export interface Plan {
  readonly seed: number;
  /** The share of calls that meet a fault, from 0 to 1. */
  readonly faultRate: number;
  /** A part of the names of the faults. */
  readonly only?: string | undefined;
}

/**
 * Returns a call and its fault. They depend on the plan alone, so that the processes of the client and of the proxy agree
 * without messages.
 */
export function plannedCall({ seed, faultRate, only = '' }: Plan, call: number): PlannedCall {
  const random = new Random(seed * 1_000_003 + call);
  const operation = pickOperation(random);
  if (!random.chance(faultRate)) return { operation, timeoutMs: LONG_MS };
  const trouble = { isLasting: isHarmless(operation.kind) && random.chance(0.25), ...pickTrouble(random, only) };
  const isEndless = trouble.fault?.ending === 'silence';
  return { operation, timeoutMs: isEndless ? SHORT_MS : LONG_MS, trouble };
}

function pickOperation(random: Random): OperationCase {
  let remaining = random.next();
  const [kind] = KIND_WEIGHTS.find(([, weight]) => (remaining -= weight) < 0) ?? ['read'];
  const choices = OPERATIONS[kind].filter(({ name }) => !LEFT_OUT.has(name));
  return choices[random.below(choices.length)] as OperationCase;
}

function pickTrouble(random: Random, only: string): ReturnType<Maker> {
  for (;;) {
    const made = (random.pick(TROUBLES) as Maker)(random);
    if (made.name.includes(only)) return made;
  }
}

/** Some place in a message, its ends more often than others. */
function place(random: Random): Place {
  const part = random.pick([0, random.next(), random.next(), random.next(), 1]);
  return (length) => Math.floor(part * length);
}

type Maker = (random: Random) => Omit<Trouble, 'isLasting'>;

const HTML = '<html><body>Bad day</body></html>';

const TROUBLES: readonly Maker[] = [
  (random) => ({ name: 'reset in the request', fault: { cutRequestAt: place(random), ending: 'reset' } }),
  (random) => ({ name: 'closed in the request', fault: { cutRequestAt: place(random), ending: 'close' } }),
  (random) => ({ name: 'reset in the response', fault: { cutResponseAt: place(random), ending: 'reset' } }),
  (random) => ({ name: 'closed in the response', fault: { cutResponseAt: place(random), ending: 'close' } }),
  () => ({ name: 'response lost', fault: { cutResponseAt: 0, ending: 'close' } }),
  (random) => ({ name: 'request late', fault: { requestDelayMs: 1 + random.below(40) } }),
  (random) => ({ name: 'response late', fault: { responseDelayMs: 1 + random.below(40) } }),
  (random) => ({ name: 'request trickles', fault: { requestPortions: { bytes: 1 + random.below(200), pauseMs: 0 } } }),
  (random) => ({ name: 'response trickles', fault: { responsePortions: { bytes: 1 + random.below(50), pauseMs: 0 } } }),
  (random) => ({ name: 'silence in the request', fault: { cutRequestAt: place(random), ending: 'silence' } }),
  (random) => ({ name: 'silence in the response', fault: { cutResponseAt: cutBefore(random), ending: 'silence' } }),
  (random) => {
    const by = random.pick([-200, -20, -1, 1, 20, 2000]);
    return { name: 'wrong Content-Length', fault: { response: (response) => lying(response, by), ending: 'close' } };
  },
  (random) => {
    const bytes = random.below(700);
    return { name: 'response cut, length right', fault: { response: (response) => shortened(response, bytes) } };
  },
  // Of responses that come in one piece: after larger ones node:http of Node.js 20 keeps the parser, and all it holds,
  // for good (200 responses of 70 kB twice: 201 parsers), which would hide a leak of ours.
  () => ({ name: 'response twice', fault: { response: (response) => Buffer.concat([response, response]) } }),
  () => ({
    name: 'stale refusal before the response',
    fault: { response: (response, request) => Buffer.concat([tooMany(request), response]) },
  }),
  (random) => ({
    name: 'stale refusal, the response a moment later',
    fault: {
      response: (_response, request) => tooMany(request),
      afterwards: { bytes: (response) => response, delayMs: random.below(4) },
    },
  }),
  (random) => {
    const bytes = Buffer.from(random.pick(['SSH-2.0-x\r\n', HTML, '\0\0\0\0\r\n\r\n', 'HTTP/1.1 200\r\nbad\r\n\r\n']));
    return { name: 'not HTTP', fault: { response: () => bytes, ending: 'close', withheld: random.chance(0.5) } };
  },
  (random) => {
    const status = random.pick(['200 OK', '500 Oops', '502 Bad Gateway', '503 Unavailable', '504 Timeout']);
    return { name: 'HTML page', fault: { response: () => responseOf(status, HTML), withheld: random.chance(0.5) } };
  },
  (random) => {
    const status = random.pick(['400 Bad', '403 No', '404 None', '429 Too Many', '302 There']);
    return { name: 'refused on the way', fault: { response: () => responseOf(status, HTML), withheld: true } };
  },
  (random) => ({ name: 'aborted by the caller', abortAfterMs: random.below(12) }),
  (random) => {
    // Rare, because each ends the calls of all others, too.
    if (random.chance(0.3)) return { name: 'outage', event: 'outage', fault: { cutRequestAt: 0, ending: 'reset' } };
    return { name: 'idle connections closed', event: 'idle-closed' };
  },
];

/** A place before the end: a response that is whole is no reason to wait for more. */
function cutBefore(random: Random): Place {
  const part = random.next();
  return (length) => Math.floor(part * (length - 1));
}
