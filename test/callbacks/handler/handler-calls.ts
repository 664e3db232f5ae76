import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandler, callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import type { CallbackHandlerOptions } from '../../../src/callbacks/handler/handler-options.js';

/** An answer as it arrives. */
export interface HandlerResponse {
  readonly status: number;
  readonly text: string;
}

/** The request of a call, as far as a test decides about it. */
export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly peer?: string;
}

/** Calls a handler through the Fetch API. */
export async function call(handler: CallbackHandler, query: string, options: Call = {}): Promise<HandlerResponse> {
  const { method = 'GET', path = '/cb', headers = {}, body, peer } = options;
  const url = `https://shop.test${path}${query === '' ? '' : `?${query}`}`;
  const request = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const response = await handler.fetch(request, peer === undefined ? {} : { peer });
  return { status: response.status, text: await response.text() };
}

export const OK: HandlerResponse = { status: 200, text: 'OK' };
export const FORBIDDEN: HandlerResponse = { status: 403, text: 'Forbidden' };
export const FAILED: HandlerResponse = { status: 500, text: 'Internal Server Error' };
export const LATER: HandlerResponse = { status: 503, text: 'Service Unavailable' };

/** The query of a delivery report of some messages. */
export function report(ids: string | readonly string[], more: Readonly<Record<string, string>> = {}): string {
  const all = [ids].flat();
  return new URLSearchParams({
    MsgId: all.join(','),
    status: '404',
    status_name: 'DELIVERED',
    donedate: '1800000000',
    to: '48500100200',
    points: '0.16',
    ...more,
  }).toString();
}

/** A handler that keeps the events it was options. */
export function recordingHandler(options: Partial<CallbackHandlerOptions> = {}): {
  readonly handler: CallbackHandler;
  readonly events: CallbackEvent[];
} {
  const events: CallbackEvent[] = [];
  const onEvent = (event: CallbackEvent): void => void events.push(event);
  return { handler: callbackHandler({ onEvent, ...options }), events };
}

/** The ids of messages that events are of. */
export function idsOf(events: readonly CallbackEvent[]): readonly (string | null)[] {
  return events.map((event) => ('messageId' in event ? event.messageId : null));
}

/** A promise that a test ends. */
export function deferred<T = void>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
}
