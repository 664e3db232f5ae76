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

/** Behind the label of an account: which of several credentials these are, or the pseudonym of a refused password. */
const BEHIND_ACCOUNT = /-(?:\d+|refused-[\da-f]{12})$/;

/** Credentials that have come, and their label. */
interface Known {
  readonly account: string | undefined;
  readonly proofs: readonly string[];
  label: string | undefined;
  /** Present where it is that of so many credentials of the account. */
  count?: number | undefined;
  /** The gateway has taken them: what it refuses later is not due to them. */
  wereAccepted?: boolean;
}

/** Gives those who make calls the labels by which their recordings are found. */
export class Accounts {
  readonly #chosen: CassetteAccounts;
  readonly #pseudonyms: Pseudonyms;
  /** The labels in the recordings. */
  readonly #labels: ReadonlySet<string>;
  /** The accounts in the recordings, in the order in which they first came. */
  readonly #recorded: ReadonlySet<string>;
  /** By their credentials. */
  readonly #known = new Map<string, Known>();
  /** By the name that was given: the account whose place it has taken. */
  readonly #places = new Map<string, string>();
  /** By the account: how many credentials of it have come. */
  readonly #counts = new Map<string, number>();

  /** @param labels - of the recordings, in the order in which they were made */
  constructor(chosen: CassetteAccounts, pseudonyms: Pseudonyms, labels: Iterable<string>) {
    this.#chosen = chosen;
    this.#pseudonyms = pseudonyms;
    this.#labels = new Set(labels);
    this.#recorded = new Set([...this.#labels].map((label) => label.replace(BEHIND_ACCOUNT, '')));
  }

  /** The label of whoever makes a request; `undefined` where nothing in it says who that is. */
  labelOf(credentials: readonly Credential[]): string | undefined {
    return this.#knownOf(credentials)?.label;
  }

  /**
   * Told what the gateway has said to credentials that no recording knows.
   *
   * @returns the label of what is recorded: of refused credentials their own, where the cassette has a key
   */
  told(credentials: readonly Credential[], areRefused: boolean): string | undefined {
    const known = this.#knownOf(credentials);
    if (known === undefined || known.wereAccepted === true) return known?.label;
    if (!areRefused) known.wereAccepted = true;
    else {
      const own = this.#refusedLabel(known);
      if (own !== undefined) this.#release(known, own);
    }
    return known.label;
  }

  /** Told that the refusal of credentials is not recorded: others of the account take their place. */
  forget(credentials: readonly Credential[]): void {
    const known = this.#knownOf(credentials);
    if (known === undefined || known.wereAccepted === true) return;
    this.#release(known, undefined);
    this.#known.delete(this.#identityOf(credentials));
  }

  #knownOf(credentials: readonly Credential[]): Known | undefined {
    const [name] = partsOf(credentials, 'name');
    if (this.#chosen === 'any' || (name === undefined && this.#recorded.size === 0)) return undefined;
    const identity = this.#identityOf(credentials);
    let known = this.#known.get(identity);
    if (known === undefined) this.#known.set(identity, (known = this.#newOf(name, partsOf(credentials, 'proof'))));
    return known;
  }

  #identityOf(credentials: readonly Credential[]): string {
    return JSON.stringify([partsOf(credentials, 'name')[0], partsOf(credentials, 'proof')]);
  }

  #newOf(name: string | undefined, proofs: readonly string[]): Known {
    const account = name === undefined ? this.#unclaimed : (this.#chosenFor(name, proofs) ?? this.#placeOf(name));
    const known: Known = { account, proofs, label: undefined };
    if (account === undefined) return known;
    const refused = this.#refusedLabel(known);
    if (refused !== undefined && this.#labels.has(refused)) return { ...known, label: refused };
    const count = (this.#counts.get(account) ?? 0) + 1;
    this.#counts.set(account, count);
    return { ...known, count, label: count === 1 ? account : `${account}-${count}` };
  }

  /** A keyed pseudonym: who has no key cannot try passwords by it. Without a key there is none. */
  #refusedLabel({ account = '', proofs }: Known): string | undefined {
    const pseudonym = proofs.length === 0 ? undefined : this.#pseudonyms.refused(account, JSON.stringify(proofs));
    return pseudonym === undefined ? undefined : `${account}-refused-${pseudonym}`;
  }

  /** Gives credentials another label, and theirs to the next ones that come. */
  #release(known: Known, label: string | undefined): void {
    const { account = '', count } = known;
    if (count !== undefined && this.#counts.get(account) === count) this.#counts.set(account, count - 1);
    known.count = undefined;
    known.label = label;
  }

  #chosenFor(name: string, proofs: readonly string[]): string | undefined {
    const chosen = typeof this.#chosen === 'string' ? [] : Object.entries(this.#chosen);
    const exact = chosen.find(
      ([, given]) => typeof given !== 'string' && given.username === name && proofs.includes(given.password),
    );
    return (exact ?? chosen.find(([, given]) => given === name))?.[0];
  }

  #placeOf(name: string): string {
    let place = this.#places.get(name);
    if (place === undefined) this.#places.set(name, (place = this.#ownOf(name)));
    return place;
  }

  /** A pseudonym; of one that nobody has recorded with, the first one that nobody else has claimed. */
  #ownOf(name: string): string {
    const own = this.#pseudonyms.account(name);
    if (this.#recorded.has(own)) return own;
    // Whoever plays need not have the account that was recorded with.
    return this.#unclaimed ?? own;
  }

  get #unclaimed(): string | undefined {
    const claimed = new Set(this.#places.values());
    return [...this.#recorded].find((account) => !claimed.has(account) && (this.#counts.get(account) ?? 0) === 0);
  }
}

function partsOf(credentials: readonly Credential[], kind: 'name' | 'proof'): readonly string[] {
  return credentials.filter(({ identifies }) => identifies === kind).map(({ value }) => value);
}
