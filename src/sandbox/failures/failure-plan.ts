import { checkWhole, invalid } from '../../options/check.js';
import type { InjectedFailure } from './failure.js';
import { checkOperation } from './operation-names.js';

/** The operations of one interface, as far as failures go. */
export interface FailingOperations {
  readonly operations: readonly string[];
  /** Tells whether they can respond with a SOAP Fault. Default: no. */
  readonly hasFaults?: boolean;
}

/** Whose calls fail, or whose call it is, as far as that is known. */
export interface Caller {
  readonly username?: string | undefined;
  /** Of a call: the one that it has. Of a failure: that of an account which is not there yet. */
  readonly token?: string | undefined;
}

/** The failures that were ordered and have not come yet. */
export interface FailurePlan {
  /** @param of - the account whose calls fail. Default: whosever they are */
  failNext(operation: string, failure: InjectedFailure, of?: Caller): void;
  failEvery(n: number, operation: string, failure: InjectedFailure, of?: Caller): void;
  clear(): void;
  /** Calls off those of accounts. */
  clearOf(usernames: ReadonlySet<string>): void;
  /** The failure of a call that has just arrived. */
  take(operation: string, caller: Caller): InjectedFailure | undefined;
}

interface Ordered extends Caller {
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
    failNext: (operation, failure, of) => {
      check(operation, failure);
      queue.push({ ...of, operation, failure });
    },
    failEvery: (n, operation, failure, of) => {
      checkWhole(n, 'n', 1);
      check(operation, failure);
      periodic.push({ ...of, n, operation, failure, seen: 0 });
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
    take: (operation, caller) => {
      const fits = (entry: Ordered): boolean =>
        (entry.username === undefined || entry.username === caller.username) &&
        (entry.token === undefined || entry.token === caller.token) &&
        (entry.operation === operation || (entry.operation === '*' && canFail(operation, entry.failure)));
      const due = periodic.filter(fits).filter((entry) => ++entry.seen % entry.n === 0);
      const index = queue.findIndex(fits);
      const [single] = index === -1 ? [] : queue.splice(index, 1);
      return (single ?? due[0])?.failure;
    },
  };
}
