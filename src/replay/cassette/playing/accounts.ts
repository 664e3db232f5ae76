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

/** Behind the label of an account: which of several credentials these are, or what stands for a refused password. */
const BEHIND_ACCOUNT = /-(?:\d+|refused-(?:[\da-f]{2}|[\da-f]{12}))$/;

/** The same behind the label of a client, which may itself end in a hyphen and a number. */
const BEHIND_LABEL = / \((?:\d+|refused (?:[\da-f]{2}|[\da-f]{12}))\)$/;

const PSEUDONYM = /^(?:[\da-f]{2}|[\da-f]{12})$/;

/** Where an account got its name from: from the label of the client that makes its calls, or from its credentials. */
interface Account {
  readonly name: string;
  readonly isLabel: boolean;
  /** The cassette was told of its password, too: there are no others of that name. */
  readonly isExact?: boolean;
}

/** The label of the first credentials of an account, and of further ones. */
function numbered({ name, isLabel }: Account, count: number): string {
  if (!isLabel) return count === 1 ? name : `${name}-${count}`;
  return count === 1 && !BEHIND_LABEL.test(name) ? name : `${name} (${count})`;
}

/** Whoever makes a call: by credentials, and by the label of the client, where it has one. */
export interface Caller {
  readonly credentials: readonly Credential[];
  readonly label?: string | undefined;
}

/** Credentials that have come, and their label. */
interface Known {
  readonly account: Account | undefined;
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
    this.#recorded = new Set([...this.#labels].map((label) => this.#accountIn(label)));
  }

  /** The label of whoever makes a request; `undefined` where nothing in it says who that is. */
  labelOf(caller: Caller): string | undefined {
    return this.#knownOf(caller)?.label;
  }

  /**
   * Told what the gateway has said to credentials that no recording knows.
   *
   * @returns the label of what is recorded: of refused credentials their own
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

  /** Told that the refusal of credentials is not recorded: others of the account take their place. */
  forget(caller: Caller): void {
    const known = this.#knownOf(caller);
    if (known === undefined || known.wereAccepted === true) return;
    this.#release(known, undefined);
    this.#known.delete(identityOf(caller));
  }

  /** The account of which a label in the recordings is. */
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

  /** What the cassette was told of credentials counts before the label of the client, and that before a pseudonym. */
  #accountOf(name: string | undefined, proofs: readonly string[], label: string | undefined): Account | undefined {
    const chosen = name === undefined ? undefined : this.#chosenFor(name, proofs);
    if (chosen !== undefined) return { ...chosen, isLabel: false };
    if (label !== undefined) return this.#labelledPlace(label, name);
    const place = name === undefined ? this.#unclaimed() : this.#placeOf(name);
    return place === undefined ? undefined : { name: place, isLabel: false };
  }

  /**
   * The account of a client with a label: that of the label. Where nothing was recorded with it, but without any label,
   * it takes the place of that.
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

  /** What nobody can find a password by: see `Pseudonyms.refused`. `undefined` where there is none. */
  #refusedLabel({ account, proofs }: Known): string | undefined {
    const { name, isLabel, isExact = false } = account ?? { name: '', isLabel: false };
    if (proofs.length === 0 || isExact) return undefined;
    const pseudonym = this.#pseudonyms.refused(name, JSON.stringify(proofs));
    return isLabel ? `${name} (refused ${pseudonym})` : `${name}-refused-${pseudonym}`;
  }

  /** Gives credentials another label, and theirs to the next ones that come. */
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

  /** A pseudonym; of one that nobody has recorded with, the first one that nobody else has claimed. */
  #ownOf(name: string): string {
    const own = this.#pseudonyms.account(name);
    if (this.#recorded.has(own)) return own;
    // Whoever plays need not have the account that was recorded with.
    return this.#unclaimed() ?? own;
  }

  /** The first account in the recordings that nobody has claimed. @param may - tells which may be claimed */
  #unclaimed(may: (account: string) => boolean = () => true): string | undefined {
    return [...this.#recorded].find((account) => may(account) && this.#isFree(account));
  }

  /** Tells whether an account is in the recordings, and nobody has claimed it. */
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
