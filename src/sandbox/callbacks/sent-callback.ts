import type { CallbackKind } from '../../callbacks/description/events.js';

/** A callback that was sent, or tried to be. It holds no text, no telephone number and no address. */
export interface SentCallback {
  readonly kind: CallbackKind;
  /** True for the request that checks an address. */
  readonly isProbe: boolean;
  /** The account that it is about; empty for the check of an address. */
  readonly username: string;
  /** The ids of the messages that it tells of: of a delivery report 1 to 5. */
  readonly messageIds: readonly string[];
  /** By the gateway's clock. */
  readonly sentAt: Date;
  /** 1 for the first time. */
  readonly attempt: number;
  /** The status of the answer; `null` where none came. */
  readonly status: number | null;
  /** True where the answer was exactly `OK`, with status 200. */
  readonly accepted: boolean;
  /** The reason why it was not accepted, in words; `null` where it was. */
  readonly problem: string | null;
  /** The time at which it is sent again; `null` where it is not. */
  readonly repeatAt: Date | null;
}
