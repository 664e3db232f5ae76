import { text, wholeNumber } from '../../domain/check-values.js';
import { checkBoolean, checkOneOf, checkWhole, invalid } from '../../options/check.js';
import { type OptionValues, optional, readOptions, required } from '../../options/table.js';

export interface FailingOperations {
  readonly operations: readonly string[];
  readonly hasFaults?: boolean;
}

export interface Caller {
  readonly username?: string | undefined;
  readonly token?: string | undefined;
}

export interface FailurePlan {
  /** @param of - the account whose calls fail. Default: all calls */
  failNext(operation: string, failure: InjectedFailure, of?: Caller): void;
  failEvery(n: number, operation: string, failure: InjectedFailure, of?: Caller): void;
  clear(): void;
  take(operation: string, caller: Caller): InjectedFailure | undefined;
}

interface PlannedFailure extends Caller {
  readonly operation: string;
  readonly failure: InjectedFailure;
}

interface PeriodicFailure extends PlannedFailure {
  readonly n: number;
  seen: number;
}

/**
 * Creates an empty plan. A call gets the oldest matching failure of `failNext`, otherwise the first matching failure of
 * `failEvery` that is due.
 */
export function failurePlan(interfaces: readonly FailingOperations[]): FailurePlan {
  const known = interfaces.flatMap(({ operations }) => operations);
  const withFaults = new Set(interfaces.filter(({ hasFaults }) => hasFaults).flatMap(({ operations }) => operations));
  let queue: PlannedFailure[] = [];
  let periodic: PeriodicFailure[] = [];
  const canFail = (operation: string, failure: InjectedFailure): boolean =>
    !('fault' in failure) || withFaults.has(operation);
  const check = (operation: string, failure: InjectedFailure): void => {
    checkOperation(operation, known);
    if (operation !== '*' && !canFail(operation, failure)) {
      invalid('failure.fault', `${operation} has no Faults; use result, delayMs or drop`);
    }
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
    take: (operation, caller) => {
      const matches = (planned: PlannedFailure): boolean =>
        (planned.username === undefined || planned.username === caller.username) &&
        (planned.token === undefined || planned.token === caller.token) &&
        (planned.operation === operation || (planned.operation === '*' && canFail(operation, planned.failure)));
      const due = periodic.filter(matches).filter((planned) => ++planned.seen % planned.n === 0);
      const index = queue.findIndex(matches);
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

const FAULT = { code: required(text), string: required(text), actor: optional(text), detail: optional(text) };

const FAILURE = {
  result: optional(wholeNumber),
  description: optional(text),
  carriedOut: optional(checkBoolean),
  fault: optional((fault: InjectedFault, path: string) => readOptions(fault, FAULT, { path })),
  delayMs: optional((ms: number, path: string) =>
    typeof ms === 'number' && ms >= 0 ? ms : invalid(path, 'must be a number of 0 or more'),
  ),
  drop: optional((drop: unknown, path: string) => checkOneOf(drop, ['before', 'after', 'unanswered'], path)),
};

const KINDS = ['result', 'fault', 'delayMs', 'drop'] as const;

/**
 * Checks a failure. Fields with the value `undefined` are ignored.
 *
 * @throws ValidationError if it is not of exactly one kind, or a field is unknown or invalid
 */
export function checkFailure(failure: InjectedFailure): InjectedFailure {
  const fields: OptionValues<typeof FAILURE> = readOptions(failure, FAILURE, { path: 'failure' });
  const { result, description, carriedOut } = fields;
  const kinds = KINDS.filter((name) => fields[name] !== undefined);
  const [kind] = kinds;
  if (kind === undefined) return invalid('failure', `must have one of ${KINDS.join(', ')}`);
  if (kinds.length > 1) invalid('failure', `has both ${kinds.join(' and ')}: set only one`);
  if (result !== undefined) return { result, description, carriedOut };
  for (const name of ['description', 'carriedOut'] as const) {
    if (fields[name] !== undefined) invalid(`failure.${name}`, 'requires result');
  }
  return { [kind]: fields[kind] } as unknown as InjectedFailure;
}

const PREFIX = /^[^_.]*[_.]/;

/**
 * Checks the name of an operation, or `*` for any.
 *
 * @throws ValidationError if the operation does not exist; the message suggests a similar name
 */
export function checkOperation(operation: unknown, known: readonly string[]): void {
  if (operation === '*' || known.some((name) => name === operation)) return;
  const lower = String(operation).toLowerCase();
  const similar = known.find((name) => [name.toLowerCase(), name.toLowerCase().replace(PREFIX, '')].includes(lower));
  const hint = similar === undefined ? `Known operations: ${known.join(', ')}` : `Did you mean ${similar}?`;
  invalid('operation', `must be "*" or the name of an operation. ${hint}`);
}
