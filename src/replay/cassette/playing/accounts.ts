import { checkFilled, invalid, isObject } from '../../../options/check.js';
import { readOptions, required } from '../../../options/table.js';
import type { Credential } from '../../contract/contract.js';
import type { Pseudonyms } from '../../privacy/pseudonyms.js';

/** The credentials of a label: a user name or token, or a user name with its password. */
export type LabelledAccount = string | { readonly username: string; readonly password: string };

/** How recordings of several accounts are distinguished: `'apart'`, not at all (`'any'`), or by labels. */
export type CassetteAccounts = 'apart' | 'any' | Readonly<Record<string, LabelledAccount>>;

const LABEL = /^[A-Za-z]\w{0,59}$/;

const CREDENTIALS = { username: required(checkFilled), password: required(checkFilled) };

/** Validates the option `accounts`. */
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

const BEHIND_ACCOUNT = /-(?:\d+|refused-(?:[\da-f]{2}|[\da-f]{12}))$/;

/** The same suffix for the label of a client, which may itself end with a hyphen and a number. */
const BEHIND_LABEL = / \((?:\d+|refused (?:[\da-f]{2}|[\da-f]{12}))\)$/;

const PSEUDONYM = /^(?:[\da-f]{2}|[\da-f]{12})$/;

interface Account {
  readonly name: string;
  readonly isLabel: boolean;
  readonly isExact?: boolean;
}

/** Returns the label of the first or a further set of credentials of an account. */
function numbered({ name, isLabel }: Account, count: number): string {
  if (!isLabel) return count === 1 ? name : `${name}-${count}`;
  return count === 1 && !BEHIND_LABEL.test(name) ? name : `${name} (${count})`;
}

/** The caller: its credentials, and the label of the client, if any. */
export interface Caller {
  readonly credentials: readonly Credential[];
  readonly label?: string | undefined;
}

/** Credentials that were used, and their label. */
interface Known {
  readonly account: Account | undefined;
  readonly proofs: readonly string[];
  label: string | undefined;
  /** The ordinal of these credentials within the account. Absent for refused credentials. */
  count?: number | undefined;
  /** The gateway accepted these credentials, so a later refusal has another cause. */
  wereAccepted?: boolean;
}

/** Assigns the labels by which the recordings of a caller are found. */
export class Accounts {
  readonly #chosen: CassetteAccounts;
  readonly #pseudonyms: Pseudonyms;
  /** The labels in the recordings. */
  readonly #labels: ReadonlySet<string>;
  /** The accounts in the recordings, in the order of their first call. */
  readonly #recorded: ReadonlySet<string>;
  /** By credentials. */
  readonly #known = new Map<string, Known>();
  /** By user name or client label: the account that is assigned to it. */
  readonly #places = new Map<string, string>();
  /** By account: the number of credentials that were used. */
  readonly #counts = new Map<string, number>();

  /** @param labels - the labels of the recordings, in the order of their times */
  constructor(chosen: CassetteAccounts, pseudonyms: Pseudonyms, labels: Iterable<string>) {
    this.#chosen = chosen;
    this.#pseudonyms = pseudonyms;
    this.#labels = new Set(labels);
    this.#recorded = new Set([...this.#labels].map((label) => this.#accountIn(label)));
  }

  labelOf(caller: Caller): string | undefined {
    return this.#knownOf(caller)?.label;
  }

  /**
   * Registers the response of the gateway to credentials that are not in the recordings.
   *
   * @returns the label to record; refused credentials get a separate one
   */
  told(caller: Caller, areRefused: boolean): string | undefined {
    const known = this.#knownOf(caller);
    if (known === undefined || known.wereAccepted === true) return known?.label;
    if (!areRefused) known.wereAccepted = true;
    else {
      const own = this.#refusedLabel(known);
      if (own !== undefined) this.#release(known, own);
    }
    return known.label;
  }

  forget(caller: Caller): void {
    const known = this.#knownOf(caller);
    if (known === undefined || known.wereAccepted === true) return;
    this.#release(known, undefined);
    this.#known.delete(identityOf(caller));
  }

  #accountIn(label: string): string {
    if (BEHIND_LABEL.test(label)) return label.replace(BEHIND_LABEL, '');
    const account = label.replace(BEHIND_ACCOUNT, '');
    const isOne = PSEUDONYM.test(account) || this.#labels.has(account) || Object.hasOwn(Object(this.#chosen), account);
    return isOne ? account : label;
  }

  #knownOf(caller: Caller): Known | undefined {
    const { credentials, label } = caller;
    const [name] = partsOf(credentials, 'name');
    const isNobody = name === undefined && label === undefined && this.#recorded.size === 0;
    if (this.#chosen === 'any' || isNobody) return undefined;
    const identity = identityOf(caller);
    let known = this.#known.get(identity);
    if (known === undefined) {
      this.#known.set(identity, (known = this.#newOf(name, partsOf(credentials, 'proof'), label)));
    }
    return known;
  }

  #newOf(name: string | undefined, proofs: readonly string[], label: string | undefined): Known {
    const account = this.#accountOf(name, proofs, label);
    const known: Known = { account, proofs, label: undefined };
    if (account === undefined) return known;
    const refused = this.#refusedLabel(known);
    if (refused !== undefined && this.#labels.has(refused)) return { ...known, label: refused };
    const count = (this.#counts.get(account.name) ?? 0) + 1;
    this.#counts.set(account.name, count);
    return { ...known, count, label: numbered(account, count) };
  }

  #accountOf(name: string | undefined, proofs: readonly string[], label: string | undefined): Account | undefined {
    const chosen = name === undefined ? undefined : this.#chosenFor(name, proofs);
    if (chosen !== undefined) return { ...chosen, isLabel: false };
    if (label !== undefined) return this.#labelledPlace(label, name);
    const place = name === undefined ? this.#unclaimed() : this.#placeOf(name);
    return place === undefined ? undefined : { name: place, isLabel: false };
  }

  /**
   * Returns the account of a client with a label. If there are no recordings with this label, but some without any
   * label, the client takes the place of their account.
   */
  #labelledPlace(label: string, name: string | undefined): Account {
    const own: Account = { name: label, isLabel: true };
    const key = `\u0000${label}`;
    let place = this.#places.get(key);
    if (place === undefined) {
      const pseudonym = name === undefined ? undefined : this.#pseudonyms.account(name);
      if (this.#labels.has(numbered(own, 1))) place = label;
      else if (pseudonym !== undefined && this.#isFree(pseudonym)) place = pseudonym;
      else place = this.#unclaimed((account) => PSEUDONYM.test(account)) ?? label;
      this.#places.set(key, place);
    }
    return place === label ? own : { name: place, isLabel: false };
  }

  #refusedLabel({ account, proofs }: Known): string | undefined {
    const { name, isLabel, isExact = false } = account ?? { name: '', isLabel: false };
    if (proofs.length === 0 || isExact) return undefined;
    const pseudonym = this.#pseudonyms.refused(name, JSON.stringify(proofs));
    return isLabel ? `${name} (refused ${pseudonym})` : `${name}-refused-${pseudonym}`;
  }

  /** Changes the label of credentials. The next credentials get the old one. */
  #release(known: Known, label: string | undefined): void {
    const { account, count } = known;
    const name = account?.name ?? '';
    if (count !== undefined && this.#counts.get(name) === count) this.#counts.set(name, count - 1);
    known.count = undefined;
    known.label = label;
  }

  #chosenFor(
    name: string,
    proofs: readonly string[],
  ): { readonly name: string; readonly isExact: boolean } | undefined {
    const chosen = typeof this.#chosen === 'string' ? [] : Object.entries(this.#chosen);
    const exact = chosen.find(
      ([, given]) => typeof given !== 'string' && given.username === name && proofs.includes(given.password),
    );
    const [label] = exact ?? chosen.find(([, given]) => given === name) ?? [];
    return label === undefined ? undefined : { name: label, isExact: exact !== undefined };
  }

  #placeOf(name: string): string {
    let place = this.#places.get(name);
    if (place === undefined) this.#places.set(name, (place = this.#ownOf(name)));
    return place;
  }

  #ownOf(name: string): string {
    const own = this.#pseudonyms.account(name);
    if (this.#recorded.has(own)) return own;
    // The account that made the recordings is not required for replay.
    return this.#unclaimed() ?? own;
  }

  #unclaimed(may: (account: string) => boolean = () => true): string | undefined {
    return [...this.#recorded].find((account) => may(account) && this.#isFree(account));
  }

  #isFree(account: string): boolean {
    const isClaimed = [...this.#places.values()].includes(account) || (this.#counts.get(account) ?? 0) > 0;
    return this.#recorded.has(account) && !isClaimed;
  }
}

function identityOf({ credentials, label }: Caller): string {
  return JSON.stringify([label, partsOf(credentials, 'name')[0], partsOf(credentials, 'proof')]);
}

function partsOf(credentials: readonly Credential[], kind: 'name' | 'proof'): readonly string[] {
  return credentials.filter(({ identifies }) => identifies === kind).map(({ value }) => value);
}
