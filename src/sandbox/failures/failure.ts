/**
 * A failure to order from the embedded gateway, exactly one of:
 *
 * - `result`: the operation is not carried out and responds with this code. `description` defaults to the code's
 *   words. With `carriedOut: true` it is carried out before.
 * - `fault`: the operation is not carried out and the response is a SOAP Fault; `code` is written behind `SOAP-ENV:`.
 * - `delayMs`: the operation is carried out when it arrives, as ever, and the response leaves after that many
 *   milliseconds.
 * - `drop`: the connection is closed, `'before'` the operation is carried out and without a byte of a response,
 *   `'after'` it in the middle of the response, or `'unanswered'` after it and without a byte of a response.
 */
export type InjectedFailure =
  | {
      readonly result: number;
      readonly description?: string | undefined;
      readonly carriedOut?: boolean | undefined;
    }
  | { readonly fault: InjectedFault }
  | { readonly delayMs: number }
  | { readonly drop: 'before' | 'after' | 'unanswered' };

/** A SOAP Fault to respond with. */
export interface InjectedFault {
  readonly code: string;
  readonly string: string;
  readonly actor?: string | undefined;
  readonly detail?: string | undefined;
}
