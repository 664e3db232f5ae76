import { checkWhole } from '../../options/check.js';
import { checkFailure } from './check-failure.js';
import { checkOperation } from './operation-name.js';

/**
 * A failure to order from the embedded gateway, exactly one of:
 *
 * - `result`: the operation is not carried out and responds with this code. `description` defaults to the code's words.
 * - `fault`: the operation is not carried out and the response is a SOAP Fault; `code` is written behind `SOAP-ENV:`.
 * - `delayMs`: the operation is carried out when it arrives, as ever, and the response leaves after that many
 *   milliseconds.
 * - `drop`: the connection is closed, `'before'` the operation is carried out and without a byte of a response, or
 *   `'after'` it, in the middle of the response.
 */
export type Failure =
  | { readonly result: number; readonly description?: string | undefined }
  | { readonly fault: InjectedFault }
  | { readonly delayMs: number }
  | { readonly drop: 'before' | 'after' };

/** A SOAP Fault to respond with. */
export interface InjectedFault {
  readonly code: string;
  readonly string: string;
  readonly actor?: string | undefined;
  readonly detail?: string | undefined;
}

/** The failures that were ordered and have not come yet. */
export interface FailurePlan {
  failNext(operation: string, failure: Failure): void;
  failEvery(n: number, operation: string, failure: Failure): void;
  clear(): void;
  /** The failure of a call that has just arrived. */
  take(operation: string): Failure | undefined;
}

interface Periodic {
  readonly n: number;
  readonly operation: string;
  readonly failure: Failure;
  seen: number;
}

/**
 * Makes an empty plan. A call takes the oldest single failure that fits, else the first periodic one whose turn it is.
 */
export function failurePlan(): FailurePlan {
  const queue: { readonly operation: string; readonly failure: Failure }[] = [];
  const periodic: Periodic[] = [];
  return {
    failNext: (operation, failure) => {
      checkOperation(operation);
      queue.push({ operation, failure: checkFailure(failure) });
    },
    failEvery: (n, operation, failure) => {
      checkWhole(n, 'n', 1);
      checkOperation(operation);
      periodic.push({ n, operation, failure: checkFailure(failure), seen: 0 });
    },
    clear: () => {
      queue.length = 0;
      periodic.length = 0;
    },
    take: (operation) => {
      const fits = (entry: { readonly operation: string }): boolean =>
        entry.operation === '*' || entry.operation === operation;
      const due = periodic.filter(fits).filter((entry) => ++entry.seen % entry.n === 0);
      const index = queue.findIndex(fits);
      const [single] = index === -1 ? [] : queue.splice(index, 1);
      return (single ?? due[0])?.failure;
    },
  };
}
