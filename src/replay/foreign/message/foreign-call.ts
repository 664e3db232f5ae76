import type { Method } from '../../contract/contract.js';
import type { RecordedFailure } from '../../har/recording.js';
import type { Amounts } from './amounts.js';

/** A message of HTTP, as others have recorded it. */
export interface ForeignMessage {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without content coding. */
  readonly body: Uint8Array;
}

/** A request, as others have recorded it. */
export interface ForeignRequest extends ForeignMessage {
  readonly method: Method;
  /** As it was written; empty where it was not. */
  readonly url: string;
}

/** A call that others have recorded. */
export interface ForeignCall {
  /** Its place: `log.entries[3]`, the name of a file. */
  readonly place: string;
  readonly request: ForeignRequest;
  readonly response?: (ForeignMessage & { readonly status: number }) | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** The time at which it began, in milliseconds since 1970; `undefined` where that was not recorded. */
  readonly startedAtMs?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** A recording that is not taken over. */
export interface Skipped {
  /** Its place: `log.entries[3]`, the name of a file. */
  readonly place: string;
  readonly reason: string;
}

/** Says why a recording cannot be taken over. Thrown while one is read. */
export class NotUsable extends Error {
  override readonly name: string = 'NotUsable';
}

/** Gives a word as it may be shown: only what can be a name, because anything may stand in its place. */
export function shownWord(word: string): string {
  return /^[\w./-]{1,100}$/.test(word) ? word : 'of another name';
}

/** JSON whose form is not known yet. */
export type Json = Readonly<Record<string, unknown>>;

/** Tells whether a value of JSON has parts. */
export function isJson(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An object of JSON. @throws NotUsable for anything else */
export function objectOf(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new NotUsable(`has no ${name}`);
}

/** A text of JSON. @throws NotUsable for anything else */
export function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new NotUsable(`has no ${name}`);
}

/** Headers with their names in lower case; what is neither a text nor a list of texts is passed over. */
export function headersOf(pairs: Iterable<readonly [name: unknown, value: unknown]>): ForeignMessage['headers'] {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isHeader = typeof name === 'string' && texts.every((text) => typeof text === 'string');
    if (isHeader) headers.set(name.toLowerCase(), texts.join(', '));
  }
  return Object.fromEntries(headers);
}

/** A day: nothing takes longer. */
const MAX_DURATION_MS = 86_400_000;

/** A time in milliseconds that a call has taken; none for what cannot be one. */
export function durationOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value <= MAX_DURATION_MS ? value : 0;
}

/** The methods that calls are made with. */
export type Methods = ReadonlySet<Method>;

/** The method of a request, POST where none was written. @throws NotUsable when no call is made with it */
export function methodOf(method: unknown, methods: Methods): Method {
  if (typeof method !== 'string') return 'POST';
  const upper = method.toUpperCase() as Method;
  if (methods.has(upper)) return upper;
  // Of another file than was meant not everything may be shown.
  throw new NotUsable(/^[A-Z]{3,10}$/i.test(method) ? `is a ${method}` : `is no ${[...methods].join(' or ')}`);
}

/** Refuses a status that no server can give. */
function checkedStatus(call: ForeignCall): ForeignCall {
  const { status = 200 } = call.response ?? {};
  if (Number.isInteger(status) && status >= 200 && status <= 599) return call;
  throw new NotUsable('has a status that is none of HTTP');
}

/**
 * Reads each recording by itself: what is wrong with one does not concern the others.
 *
 * @throws ValidationError where all together are too much
 */
export function* readEach(
  values: readonly unknown[],
  placeOf: (index: number) => string,
  read: (value: unknown, place: string) => ForeignCall,
  amounts: Amounts,
): Generator<ForeignCall | Skipped, void, undefined> {
  for (const [index, value] of values.entries()) {
    const place = placeOf(index);
    try {
      const call = checkedStatus(read(value, place));
      amounts.hold(call.request.body.length + (call.response?.body.length ?? 0), place);
      yield call;
    } catch (error) {
      if (!(error instanceof NotUsable)) throw error;
      yield { place, reason: error.message };
    }
  }
}
