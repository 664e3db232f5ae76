/** The statuses that a request may be refused with. */
export type RefusalStatus = 400 | 405 | 408 | 413 | 415;

/**
 * The internal signal that a request is not read: it may be right when it is sent again (cut off), or is none that the
 * service sends. Its reason shows nothing of what was sent.
 */
export class RefusedRequest extends Error {
  override readonly name: string = 'RefusedRequest';
  readonly status: RefusalStatus;
  /** In words, for logs. */
  readonly reason: string;

  constructor(status: RefusalStatus, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.status = status;
    this.reason = reason;
  }
}
