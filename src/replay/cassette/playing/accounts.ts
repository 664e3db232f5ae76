import { checkFilled, invalid, isObject } from '../../../options/check.js';
import { readOptions, required } from '../../../options/table.js';
import type { Credential } from '../../contract/contract.js';
import type { Pseudonyms } from '../../privacy/pseudonyms.js';

/** The credentials that have a label: a user name or token, or a user name with its password. */
export type LabelledAccount = string | { readonly username: string; readonly password: string };

/** The way in which accounts are told apart: by themselves, not at all, or by labels. */
export type CassetteAccounts = 'apart' | 'any' | Readonly<Record<string, LabelledAccount>>;

/** A label that callers give; behind a hyphen stands which of several credentials these are. */
const LABEL = /^[A-Za-z]\w{0,59}$/;

const CREDENTIALS = { username: required(checkFilled), password: required(checkFilled) };

/** Checks the option `accounts`. */
export function readAccounts(accounts: CassetteAccounts, path: string): CassetteAccounts {
  if (accounts === 'apart' || accounts === 'any') return accounts;
  if (!isObject(accounts)) return invalid(path, "is neither 'apart', 'any' nor an object");
  for (const [label, account] of Object.entries(accounts)) {
    const each = `${path}.${label}`;
    if (!LABEL.test(label)) invalid(each, 'is no label: a letter, and up to 59 more letters, digits and _');
    if (isObject(account)) readOptions(account, CREDENTIALS, { path: each });
    else checkFilled(account, each);
  }
  return { ...accounts };
}

/** Gives those who make calls the labels by which their recordings are found. */
export class Accounts {
  readonly #chosen: CassetteAccounts;
  readonly #pseudonyms: Pseudonyms;
  /** The accounts in the recordings, in the order in which they first came. */
  readonly #recorded: ReadonlySet<string>;
  /** By their credentials. */
  readonly #labels = new Map<string, string | undefined>();
  /** By the account: how many credentials of it have come. */
  readonly #counts = new Map<string, number>();

  /** @param labels - of the recordings, in the order in which they were made */
  constructor(chosen: CassetteAccounts, pseudonyms: Pseudonyms, labels: Iterable<string>) {
    this.#chosen = chosen;
    this.#pseudonyms = pseudonyms;
    this.#recorded = new Set([...labels].map((label) => label.replace(/-\d+$/, '')));
  }

  /** The label of whoever makes a request; `undefined` where nothing in it says who that is. */
  labelOf(credentials: readonly Credential[]): string | undefined {
    const [names, proofs] = (['name', 'proof'] as const).map((kind) =>
      credentials.filter(({ identifies }) => identifies === kind).map(({ value }) => value),
    );
    const [name] = names ?? [];
    if (this.#chosen === 'any' || (name === undefined && this.#recorded.size === 0)) return undefined;
    const identity = JSON.stringify([name, proofs]);
    if (!this.#labels.has(identity)) this.#labels.set(identity, this.#newLabel(name, proofs ?? []));
    return this.#labels.get(identity);
  }

  #newLabel(name: string | undefined, proofs: readonly string[]): string | undefined {
    const account = name === undefined ? this.#unclaimed : (this.#chosenFor(name, proofs) ?? this.#ownOf(name));
    if (account === undefined) return undefined;
    const count = (this.#counts.get(account) ?? 0) + 1;
    this.#counts.set(account, count);
    return count === 1 ? account : `${account}-${count}`;
  }

  #chosenFor(name: string, proofs: readonly string[]): string | undefined {
    const chosen = typeof this.#chosen === 'string' ? [] : Object.entries(this.#chosen);
    const exact = chosen.find(
      ([, given]) => typeof given !== 'string' && given.username === name && proofs.includes(given.password),
    );
    return (exact ?? chosen.find(([, given]) => given === name))?.[0];
  }

  /** A pseudonym; of one that nobody has recorded with, the first one that nobody else has claimed. */
  #ownOf(name: string): string {
    const own = this.#pseudonyms.account(name);
    if (this.#recorded.has(own)) return own;
    // Whoever plays need not have the account that was recorded with.
    return this.#unclaimed ?? own;
  }

  get #unclaimed(): string | undefined {
    return [...this.#recorded].find((account) => !this.#counts.has(account));
  }
}
