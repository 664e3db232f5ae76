/** How a connection is ended: with a RST, or with a FIN behind what was written; or it stays open and says nothing. */
export type Ending = 'reset' | 'close' | 'silence';

/** Bytes in small portions, with a pause between them. */
export interface Portions {
  readonly bytes: number;
  readonly pauseMs: number;
}

/** A place in a message: how many bytes of it come before; or a function from its length to that. */
export type Place = number | ((length: number) => number);

/** What goes wrong with one exchange of request and response. Without any of the fields, nothing does. */
export interface Fault {
  /** Only so many bytes of the request go on to the gateway; the rest of it is not waited for. */
  readonly cutRequestAt?: Place;
  /** After the cut nothing more is read for so long, so that the client cannot write on. */
  readonly stopsReadingMs?: number;
  /** The request does not reach the gateway; `response` creates the response. */
  readonly withheld?: boolean;
  /** The request goes to the gateway twice, as by a proxy that repeats it; the client gets the second response. */
  readonly isRepeated?: boolean;
  readonly requestDelayMs?: number;
  readonly requestPortions?: Portions;
  /** Changes the response of the gateway, which is empty if the request was withheld. */
  readonly response?: (response: Buffer, request: Buffer) => Buffer;
  /** Only so many bytes of the response go back. */
  readonly cutResponseAt?: Place;
  readonly responseDelayMs?: number;
  readonly responsePortions?: Portions;
  /** Unrequested bytes, some time after the response. */
  readonly afterwards?: { readonly bytes: (response: Buffer) => Buffer; readonly delayMs: number };
  /** The end of the connection. Absent: it stays open for the next request. */
  readonly ending?: Ending;
}

/** No fault. */
export const NONE: Fault = {};

/** Returns the offset of a place in a message of this length. */
export function placeIn(place: Place | undefined, length: number): number {
  if (place === undefined) return length;
  return Math.min(typeof place === 'number' ? place : place(length), length);
}
