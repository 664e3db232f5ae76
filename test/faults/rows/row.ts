import type { Kind, OperationCase } from '../operations.js';
import { headLength } from '../proxy/message.js';
import type { Result, Trial } from '../table/trial.js';

/** A line of the table: one fault with all its places and variants. */
export interface Row {
  readonly fault: string;
  /** All calls that meet it. */
  trials(sample: Sample): readonly Trial[];
}

/** The messages of a call without a fault. */
export interface Sample {
  readonly operation: OperationCase;
  readonly requestBytes: number;
  /** The whole response of HTTP. */
  readonly response: Buffer;
  /** Whether the operation represents its kind: then faults that take long are tried in all variants. */
  readonly isRepresentative: boolean;
  /** Which places in a message are tried: every one, or one of so many. */
  readonly step: number;
  /** The same for faults that are much like others, and have their turn at every place in a thorough run. */
  readonly coarseStep: number;
}

/** The allowed results by the kind of operation. Default for a stream: those of a read. */
export interface Wants {
  readonly read: readonly Result[];
  readonly stream?: readonly Result[];
  /** What changes something, and sends. */
  readonly other: readonly Result[];
}

export const SUCCESS: readonly Result[] = ['success'];
export const UNKNOWN: readonly Result[] = ['unknown'];
export const REJECTED: readonly Result[] = ['rejected'];
export const NOT_SENT: readonly Result[] = ['not-sent'];
/** Depends on a race. */
export const SUCCESS_OR_UNKNOWN: readonly Result[] = ['success', 'unknown'];

/** Lost without a response: reads are repeated, changes are not. */
export const LOST: Wants = { read: SUCCESS, other: UNKNOWN };
/** Lost after the response had begun, with a status of success: a stream cannot be begun again. */
export const BROKEN_OFF: Wants = { read: SUCCESS, stream: UNKNOWN, other: UNKNOWN };
export const ALL_WELL: Wants = { read: SUCCESS, other: SUCCESS };

export function wanted(kind: Kind, { read, stream = read, other }: Wants): readonly Result[] {
  if (kind === 'read') return read;
  return kind === 'stream' ? stream : other;
}

/** The places in a message of a length that are tried, both ends among them. */
export function places(length: number, step: number): readonly number[] {
  const all: number[] = [];
  for (let place = 0; place < length; place += step) all.push(place);
  all.push(length);
  // One less than all is where most goes wrong.
  if (step > 1) all.push(length - 1);
  return all;
}

/** The ends of the parts of a response. */
export interface Ends {
  readonly head: number;
  /** Behind the last tag. */
  readonly xml: number;
  readonly all: number;
}

export function endsOf(response: Buffer): Ends {
  return { head: headLength(response) ?? response.length, xml: response.lastIndexOf('>') + 1, all: response.length };
}

/** The results of a call whose response is lost after so many bytes. A body is complete from `whole` bytes on. */
export function afterCut(at: number, { head, xml, all }: Ends, complete: number = all): Wants {
  if (at >= complete) return ALL_WELL;
  if (at < head) return LOST;
  // Behind the last tag a stream has all that it needs, but for the end.
  return at >= xml ? { ...BROKEN_OFF, stream: SUCCESS_OR_UNKNOWN } : BROKEN_OFF;
}
