import type { CallbackEvent } from '../description/events.js';

/** A callback that has come, as it may be recorded. */
export interface ReceivedCallback {
  /** Its events, in their order; all of one kind. */
  readonly events: readonly [CallbackEvent, ...CallbackEvent[]];
  readonly receivedAt: Date;
}

/** Keeps the callbacks of a handler, as `callbackRecorder` of `sms-service-client/replay` does. */
export interface CallbackRecorder {
  /**
   * Keeps a callback, before it is handled; a repetition is one more. Those that are not let in or do not fit the
   * specification are not given to it, nor is the request that checks an address.
   */
  record(received: ReceivedCallback): Promise<void>;
}
