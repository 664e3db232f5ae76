import type { RecordedFailure } from '../har/recording.js';

/** A message of HTTP, as others have recorded it. */
export interface ForeignMessage {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without content coding. */
  readonly body: Uint8Array;
}

/** A call that others have recorded. */
export interface ForeignCall {
  /** Where it stands: `log.entries[3]`, the name of a file. */
  readonly place: string;
  readonly request: ForeignMessage;
  readonly response?: (ForeignMessage & { readonly status: number }) | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** When it began, in milliseconds since 1970; `undefined` where that was not recorded. */
  readonly startedAtMs?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** A recording that is not taken over. */
export interface LeftAside {
  /** Where it stands: `log.entries[3]`, the name of a file. */
  readonly place: string;
  readonly reason: string;
}

/** Says why a recording cannot be taken over. Thrown while one is read. */
export class NotUsable extends Error {
  override readonly name: string = 'NotUsable';
}

/** JSON whose form is not known yet. */
export type Json = Readonly<Record<string, unknown>>;

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

/** Refuses what is no POST: everything of SOAP is one. */
export function checkPost(method: unknown): void {
  if (typeof method !== 'string' || method.toUpperCase() === 'POST') return;
  // Of another file than was meant not everything may be shown.
  throw new NotUsable(/^[A-Z]{3,10}$/i.test(method) ? `is a ${method}` : 'is no POST');
}

/** Refuses a status that no server can give. */
function checkedStatus(call: ForeignCall): ForeignCall {
  const { status = 200 } = call.response ?? {};
  if (Number.isInteger(status) && status >= 200 && status <= 599) return call;
  throw new NotUsable('has a status that is none of HTTP');
}

/** Reads each recording by itself: what is wrong with one does not concern the others. */
export function* readEach(
  values: readonly unknown[],
  placeOf: (index: number) => string,
  read: (value: unknown, place: string) => ForeignCall,
): Generator<ForeignCall | LeftAside, void, undefined> {
  for (const [index, value] of values.entries()) {
    const place = placeOf(index);
    try {
      yield checkedStatus(read(value, place));
    } catch (error) {
      if (!(error instanceof NotUsable)) throw error;
      yield { place, reason: error.message };
    }
  }
}
