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
  /** @param username - the account whose calls fail. Default: whosever they are */
  failNext(operation: string, failure: InjectedFailure, username?: string): void;
  failEvery(n: number, operation: string, failure: InjectedFailure, username?: string): void;
  clear(): void;
  /** Calls off those of accounts. */
  clearOf(usernames: ReadonlySet<string>): void;
  /** The failure of a call that has just arrived. @param username - whose it is, where that is known */
  take(operation: string, username: string | undefined): InjectedFailure | undefined;
}

interface Ordered {
  readonly operation: string;
  readonly failure: InjectedFailure;
  readonly username: string | undefined;
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
  let queue: Ordered[] = [];
  let periodic: Periodic[] = [];
  const canFail = (operation: string, failure: InjectedFailure): boolean =>
    !('fault' in failure) || withFaults.has(operation);
  const check = (operation: string, failure: InjectedFailure): void => {
    checkOperation(operation, known);
    if (operation !== '*' && !canFail(operation, failure))
      invalid('failure.fault', `is none that ${operation} can have`);
  };
  return {
    failNext: (operation, failure, username) => {
      check(operation, failure);
      queue.push({ operation, failure, username });
    },
    failEvery: (n, operation, failure, username) => {
      checkWhole(n, 'n', 1);
      check(operation, failure);
      periodic.push({ n, operation, failure, username, seen: 0 });
    },
    clear: () => {
      queue = [];
      periodic = [];
    },
    clearOf: (usernames) => {
      const stays = ({ username }: Ordered): boolean => username === undefined || !usernames.has(username);
      queue = queue.filter(stays);
      periodic = periodic.filter(stays);
    },
    take: (operation, username) => {
      const fits = (entry: Ordered): boolean =>
        (entry.username === undefined || entry.username === username) &&
        (entry.operation === operation || (entry.operation === '*' && canFail(operation, entry.failure)));
      const due = periodic.filter(fits).filter((entry) => ++entry.seen % entry.n === 0);
      const index = queue.findIndex(fits);
      const [single] = index === -1 ? [] : queue.splice(index, 1);
      return (single ?? due[0])?.failure;
    },
  };
}
