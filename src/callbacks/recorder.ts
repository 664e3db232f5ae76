import type { CallbackEvent } from './description/events.js';

/** A callback that was handled, as it may be recorded. */
export interface ReceivedCallback {
  /** Its events, in their order; all of one kind. */
  readonly events: readonly [CallbackEvent, ...CallbackEvent[]];
  /** The status of HTTP that it was answered with. */
  readonly status: number;
  readonly receivedAt: Date;
  readonly durationMs: number;
}

/** Keeps the callbacks of a handler, as `callbackRecorder` of `sms-service-client/replay` does. */
export interface CallbackRecorder {
  /**
   * Keeps a callback, before it is answered. Those that do not fit the specification are not given to it, nor is the
   * request that checks an address.
   */
  record(received: ReceivedCallback): Promise<void>;
}
