/** The statuses that a request may be refused with. */
export type RefusalStatus = 400 | 405 | 408 | 413 | 415;

/**
 * Internal: the request is not read. It may be cut off and succeed when it is repeated, or does not come from the
 * service. The reason contains no data of the request.
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
