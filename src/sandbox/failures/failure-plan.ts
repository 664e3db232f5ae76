import { optionalText, wholeNumber } from '../../domain/check-values.js';
import { checkBoolean, checkOneOf, checkWhole, invalid } from '../../options/check.js';
import { checkObject, type KnownNames } from '../../options/names.js';
import { requiredText } from '../options/checks.js';

/** The operations of an interface that can fail. */
export interface FailingOperations {
  readonly operations: readonly string[];
  readonly hasFaults?: boolean;
}

/** The account of a call, or the account whose calls fail, if it is known. */
export interface Caller {
  readonly username?: string | undefined;
  /** For a call: its token. For a failure: the token of an account that does not exist yet. */
  readonly token?: string | undefined;
}

/** The injected failures that have not occurred yet. */
export interface FailurePlan {
  /** @param of - the account whose calls fail. Default: all calls */
  failNext(operation: string, failure: InjectedFailure, of?: Caller): void;
  failEvery(n: number, operation: string, failure: InjectedFailure, of?: Caller): void;
  clear(): void;
  /** Removes the failures of accounts. */
  clearOf(usernames: ReadonlySet<string>): void;
  /** Returns the failure of a call that has just arrived. */
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
 * Creates an empty plan. A call gets the oldest matching failure of `failNext`, otherwise the first matching failure of
 * `failEvery` that is due.
 *
 * @param interfaces - the interfaces whose operations can fail
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

/**
 * A failure to inject, exactly one of:
 *
 * - `result`: the operation is not executed and responds with this code. `description` defaults to the description of
 *   the code. With `carriedOut: true` the operation is executed first.
 * - `fault`: the operation is not executed and the response is a SOAP Fault. `code` is written after `SOAP-ENV:`.
 * - `delayMs`: the operation is executed on arrival, and the response is sent after this many milliseconds.
 * - `drop`: the connection is closed. `'before'`: without executing the operation or sending a response. `'after'`:
 *   after executing it, in the middle of the response. `'unanswered'`: after executing it, without a byte of a
 *   response.
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

const KINDS = ['result', 'fault', 'delayMs', 'drop'] as const;
const PATH = 'failure';

type Fields = { readonly [K in (typeof KINDS)[number] | 'description' | 'carriedOut']?: unknown };

const FIELDS: KnownNames<Fields> = {
  result: true,
  description: true,
  carriedOut: true,
  fault: true,
  delayMs: true,
  drop: true,
};
const FAULT: KnownNames<InjectedFault> = { code: true, string: true, actor: true, detail: true };

/**
 * Checks a failure. Fields with the value `undefined` are ignored.
 *
 * @returns a copy with only the fields of its kind
 * @throws ValidationError if it is not of exactly one kind, or a field is unknown or invalid
 */
export function checkFailure(failure: InjectedFailure): InjectedFailure {
  const fields: Fields = checkObject<Fields>(failure, FIELDS, PATH);
  const [kind, second] = KINDS.filter((name) => fields[name] !== undefined);
  if (kind === undefined) return invalid(PATH, NO_KIND);
  if (second !== undefined) invalid(PATH, `has both ${kind} and ${second}; a failure is of one kind`);
  for (const name of ['description', 'carriedOut'] as const) {
    if (kind !== 'result' && fields[name] !== undefined) invalid(`${PATH}.${name}`, 'goes only with a result');
  }
  return CHECKS[kind](fields);
}

const NO_KIND = 'is neither a result, a fault, a delayMs nor a drop';

const CHECKS: Readonly<Record<(typeof KINDS)[number], (fields: Fields) => InjectedFailure>> = {
  result: ({ result, description, carriedOut }) => ({
    result: wholeNumber(result, `${PATH}.result`),
    description: optionalText(description, `${PATH}.description`),
    carriedOut: carriedOut === undefined ? undefined : checkBoolean(carriedOut, `${PATH}.carriedOut`),
  }),
  fault: ({ fault }) => ({ fault: checkFault(fault) }),
  delayMs: ({ delayMs }) =>
    typeof delayMs === 'number' && delayMs >= 0
      ? { delayMs }
      : invalid(`${PATH}.delayMs`, 'is not a number of 0 or more'),
  drop: ({ drop }) => ({ drop: checkOneOf(drop, ['before', 'after', 'unanswered'], `${PATH}.drop`) }),
};

function checkFault(fault: unknown): InjectedFault {
  const path = `${PATH}.fault`;
  const fields = checkObject(fault as { readonly [K in keyof InjectedFault]?: unknown }, FAULT, path);
  return {
    code: requiredText(fields.code, `${path}.code`),
    string: requiredText(fields.string, `${path}.string`),
    actor: optionalText(fields.actor, `${path}.actor`),
    detail: optionalText(fields.detail, `${path}.detail`),
  };
}

const PREFIX = /^[^_.]*[_.]/;

/**
 * Checks the name of an operation, or `*` for any.
 *
 * @param known - the existing operations
 * @throws ValidationError if the operation does not exist; the message suggests a similar name
 */
export function checkOperation(operation: unknown, known: readonly string[]): void {
  const given = typeof operation === 'string' ? operation : '';
  if (given === '*' || known.includes(given)) return;
  const wanted = given.toLowerCase();
  const meant = known.find((name) => [name.toLowerCase(), name.toLowerCase().replace(PREFIX, '')].includes(wanted));
  const hint = meant === undefined ? `known are ${known.join(', ')}` : `is ${meant} meant?`;
  invalid('operation', `is neither "*" nor the name of an operation; ${hint}`);
}
