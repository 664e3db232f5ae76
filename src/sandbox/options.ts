import { ValidationError } from '../errors/errors.js';
import { Account } from './gateway/account.js';
import type { GatewaySettings } from './gateway/call.js';

/** Options of the embedded gateway. */
export interface SandboxOptions {
  /**
   * The accounts. Default: one, username `demo`, password `demo-password` (sent as it is), 100 points, sender `Test`,
   * no groups.
   */
  readonly accounts?: readonly SandboxAccount[] | undefined;
  /** The current time; asked once per call. Default: the system clock. */
  readonly clock?: (() => Date) | undefined;
  /** Gives the id of each message, unique, without `:` and `;`. Default: `1001`, `1002`, … */
  readonly nextId?: (() => string) | undefined;
  /** Points for one part of a message, 0 or more; the specification shows no price. Default: 0.16. */
  readonly pricePerPart?: number | undefined;
  /**
   * The form of each entry of a send's answer, which the specification does not show: `'id'` (default) for a bare id,
   * `'ok'` for `OK:<id>:<points>:<number>` as in section 2.2.
   */
  readonly responseForm?: 'id' | 'ok' | undefined;
  /**
   * What becomes of a number that is added to a group a second time, which the specification does not say: `'keep'`
   * (default) makes a second entry, `'refuse'` answers 409.
   */
  readonly duplicateNumbers?: 'keep' | 'refuse' | undefined;
}

/** An account of the embedded gateway. */
export interface SandboxAccount {
  /** Unique, not empty. */
  readonly username: string;
  readonly password: string;
  /** The form in which the client has to send the password: `'none'` (default) as it is, `'md5'` its hex digest. */
  readonly passwordHash?: 'none' | 'md5' | undefined;
  /** Points available at the start, four decimals. Default: 100. */
  readonly points?: number | undefined;
  /** The accepted sender names, the default one first. Default: `Test`. `2way` and `Eco` are always accepted. */
  readonly senders?: readonly string[] | undefined;
  /** The contact groups at the start; their ids count from 1, over all accounts. Default: none. */
  readonly groups?: readonly SandboxGroup[] | undefined;
  /**
   * The IP filter (specification section 5, rule 3): the addresses that may send, others get 105. Default: all; an
   * empty list lets nobody send. Every request of this process, with and without a socket, comes from `127.0.0.1`.
   */
  readonly allowedAddresses?: readonly string[] | undefined;
  /**
   * Whether an idx used in the last 24 hours, or of a scheduled message, is refused with 53: `check_idx` of the HTTP
   * interface (section 4.1), for which SOAP has no field. Default: `false`.
   */
  readonly uniqueIdx?: boolean | undefined;
}

/** A contact group that an account has from the start. */
export interface SandboxGroup {
  /** Unique in its account, not empty. */
  readonly name: string;
  readonly info?: string | undefined;
  /** Kept as they are, also what is no telephone number. Default: none. */
  readonly numbers?: readonly { readonly number: string; readonly name?: string | undefined }[] | undefined;
}

const DEFAULT_ACCOUNT: SandboxAccount = { username: 'demo', password: 'demo-password' };
const DEFAULT_POINTS = 100;
const DEFAULT_PRICE = 0.16;
const DEFAULT_SENDERS: readonly string[] = ['Test'];
const FIRST_MESSAGE_ID = 1001;

/** The settings that the options stand for. */
export function settingsOf(options: SandboxOptions): GatewaySettings {
  const messageIds = counter(FIRST_MESSAGE_ID);
  return {
    clock: options.clock ?? (() => new Date()),
    nextId: options.nextId ?? (() => String(messageIds())),
    pricePerPart: amount('pricePerPart', options.pricePerPart ?? DEFAULT_PRICE),
    responseForm: options.responseForm ?? 'id',
    duplicateNumbers: options.duplicateNumbers ?? 'keep',
  };
}

/**
 * The accounts by username.
 *
 * @throws ValidationError for a username that is empty or stands twice, points below 0, or a group that cannot be made
 */
export function accountsOf(options: SandboxOptions): ReadonlyMap<string, Account> {
  const accounts = new Map<string, Account>();
  const nextGroupId = counter(1);
  (options.accounts ?? [DEFAULT_ACCOUNT]).forEach((given, index) => {
    const path = `accounts[${index}]`;
    const { username } = given;
    if (username === '') throw new ValidationError(`${path}.username`, 'is empty');
    if (accounts.has(username)) throw new ValidationError(`${path}.username`, 'stands twice');
    accounts.set(username, makeAccount(given, nextGroupId, path));
  });
  return accounts;
}

function makeAccount(given: SandboxAccount, nextGroupId: () => number, path: string): Account {
  const { username, password, allowedAddresses } = given;
  const settings = {
    username,
    password,
    allowedAddresses,
    passwordHash: given.passwordHash ?? 'none',
    points: amount(`${path}.points`, given.points ?? DEFAULT_POINTS),
    senders: [...(given.senders ?? DEFAULT_SENDERS)],
    uniqueIdx: given.uniqueIdx ?? false,
  } as const;
  const account = new Account(settings, nextGroupId);
  given.groups?.forEach(({ name, info, numbers }, index) => {
    try {
      const group = account.groups.add(name, info ?? '');
      for (const contact of numbers ?? []) group.add({ number: contact.number, name: contact.name ?? '' });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : 'cannot be made';
      throw new ValidationError(`${path}.groups[${index}].name`, why, { cause });
    }
  });
  return account;
}

function amount(path: string, value: number): number {
  if (!(Number.isFinite(value) && value >= 0)) throw new ValidationError(path, 'is not a number of 0 or more');
  return value;
}

function counter(first: number): () => number {
  let next = first;
  return () => next++;
}
