import { checkWhole, invalid } from '../../options/check.js';
import type { InjectedFailure } from './failure.js';
import { checkOperation } from './operation-names.js';

/** The operations of one interface, as far as failures go. */
export interface FailingOperations {
  readonly operations: readonly string[];
  /** Tells whether they can respond with a SOAP Fault. Default: no. */
  readonly hasFaults?: boolean;
}

/** The failures that were ordered and have not come yet. */
export interface FailurePlan {
  failNext(operation: string, failure: InjectedFailure): void;
  failEvery(n: number, operation: string, failure: InjectedFailure): void;
  clear(): void;
  /** The failure of a call that has just arrived. */
  take(operation: string): InjectedFailure | undefined;
}

interface Ordered {
  readonly operation: string;
  readonly failure: InjectedFailure;
}

interface Periodic extends Ordered {
  readonly n: number;
  seen: number;
}

/**
 * Makes an empty plan. A call takes the oldest single failure that fits, else the first periodic one whose turn it is.
 *
 * @param interfaces - whose operations can fail
 */
export function failurePlan(interfaces: readonly FailingOperations[]): FailurePlan {
  const known = interfaces.flatMap(({ operations }) => operations);
  const withFaults = new Set(interfaces.filter(({ hasFaults }) => hasFaults).flatMap(({ operations }) => operations));
  const queue: Ordered[] = [];
  const periodic: Periodic[] = [];
  const canFail = (operation: string, failure: InjectedFailure): boolean =>
    !('fault' in failure) || withFaults.has(operation);
  const check = (operation: string, failure: InjectedFailure): void => {
    checkOperation(operation, known);
    if (operation !== '*' && !canFail(operation, failure))
      invalid('failure.fault', `is none that ${operation} can have`);
  };
  return {
    failNext: (operation, failure) => {
      check(operation, failure);
      queue.push({ operation, failure });
    },
    failEvery: (n, operation, failure) => {
      checkWhole(n, 'n', 1);
      check(operation, failure);
      periodic.push({ n, operation, failure, seen: 0 });
    },
    clear: () => {
      queue.length = 0;
      periodic.length = 0;
    },
    take: (operation) => {
      const fits = (entry: Ordered): boolean =>
        entry.operation === operation || (entry.operation === '*' && canFail(operation, entry.failure));
      const due = periodic.filter(fits).filter((entry) => ++entry.seen % entry.n === 0);
      const index = queue.findIndex(fits);
      const [single] = index === -1 ? [] : queue.splice(index, 1);
      return (single ?? due[0])?.failure;
    },
  };
}
