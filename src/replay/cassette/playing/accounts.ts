import type { ValidationError } from '../../../errors/errors.js';
import { invalid } from '../../../options/check.js';
import type { Credential } from '../../contract/contract.js';

/** The account that makes a call. */
export interface Caller {
  readonly credentials: readonly Credential[];
  /** The label of the client. */
  readonly label?: string | undefined;
}

const SEVERAL = 'the track has calls of several accounts';
const USE_LABELS = 'Set a label on each client, or use one track for each account';

interface KnownCaller {
  readonly label: string | undefined;
  /** The number of calls that have not ended. */
  pending: number;
  /** A call was recorded or replayed. */
  hasRecordings: boolean;
}

/**
 * The accounts of the calls of a track, over one interface. A track has either the calls of one account, or calls of
 * clients with labels, which the recordings contain.
 */
export class Accounts {
  readonly #recordedLabels: ReadonlySet<string>;
  readonly #hasUnlabelledRecordings: boolean;
  readonly #callers = new Map<string, KnownCaller>();
  #error: ValidationError | undefined;

  /** @param labels - the label of each recording */
  constructor(labels: Iterable<string | undefined>) {
    const all = new Set(labels);
    this.#hasUnlabelledRecordings = all.delete(undefined);
    this.#recordedLabels = new Set([...all].filter((label) => label !== undefined));
  }

  /** The first error, even if the code under test caught it. */
  get error(): ValidationError | undefined {
    return this.#error;
  }

  /**
   * Returns the label of the recordings to replay to a caller; `undefined` for all recordings, if there is one account.
   *
   * @throws ValidationError if there are several accounts, and one of them has no label
   */
  labelFor({ credentials, label }: Caller): string | undefined {
    const callers = new Map([...this.#callers].map(([key, caller]) => [key, caller.label]));
    callers.set(accountKey({ credentials, label }), label);
    const labels = new Set(this.#recordedLabels);
    for (const one of callers.values()) if (one !== undefined) labels.add(one);
    if (callers.size === 1 && labels.size <= 1) return undefined;
    if ([...callers.values()].includes(undefined)) return invalid('label', `${SEVERAL}. ${USE_LABELS}`);
    if (!this.#hasUnlabelledRecordings) return label;
    return invalid('label', `${SEVERAL}, and recordings without a label. Record it again in mode 'record'`);
  }

  /** Begins a call. @returns as {@link labelFor} */
  begin(caller: Caller): string | undefined {
    let label: string | undefined;
    try {
      label = this.labelFor(caller);
    } catch (error) {
      this.#error ??= error as ValidationError;
      throw error;
    }
    const key = accountKey(caller);
    const known = this.#callers.get(key) ?? { label: caller.label, pending: 0, hasRecordings: false };
    known.pending += 1;
    this.#callers.set(key, known);
    return label;
  }

  /** Registers that a call was recorded or replayed. */
  confirm(caller: Caller): void {
    const known = this.#callers.get(accountKey(caller));
    if (known !== undefined) known.hasRecordings = true;
  }

  /** Ends a call. An account without recordings, for example one whose login was refused, is forgotten. */
  end(caller: Caller): void {
    const key = accountKey(caller);
    const known = this.#callers.get(key);
    if (known === undefined) return;
    known.pending -= 1;
    if (known.pending === 0 && !known.hasRecordings) this.#callers.delete(key);
  }
}

/** Identifies an account. Clients with the same label are one account, even if their credentials change. */
export function accountKey({ credentials, label }: Caller): string {
  if (label !== undefined) return `label ${label}`;
  const own = credentials.filter(({ identifiesAccount }) => identifiesAccount === true);
  return JSON.stringify(own.map(({ value }) => value));
}
