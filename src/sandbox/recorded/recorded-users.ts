import type { SubUserSettings } from '../gateway/store/records/sub-user.js';

/** What is told of a sub-user; `null` is what is not told. */
export type ToldUser = { readonly [K in keyof SubUserSettings]: SubUserSettings[K] | null };

/** A sub-user that a recording shows. */
export interface RecordedUser {
  /** The name by which answers know it. */
  readonly username: string;
  readonly settings: SubUserSettings;
}

const NO_SETTINGS: SubUserSettings = {
  limit: 0,
  monthLimit: 0,
  senders: false,
  phonebook: false,
  active: true,
  info: '',
};

/** The sub-users that a recording shows, as they were at its end. */
export class RecordedUsers {
  readonly #users = new Map<string, ToldUser>();
  #areListed = false;

  all(): readonly RecordedUser[] {
    return Array.from(this.#users, ([username, told]) => ({
      username,
      settings: { ...NO_SETTINGS, ...withoutNull(told) },
    }));
  }

  /** These there are, and no others. */
  listed(users: readonly (ToldUser & { readonly username: string })[]): void {
    this.#areListed = true;
    const before = new Map(this.#users);
    this.#users.clear();
    for (const { username, ...told } of users) this.#set(username, told, before.get(username));
  }

  /** Something is told of one. */
  told({ username, ...told }: ToldUser & { readonly username: string }): void {
    this.#set(username, told, this.#users.get(username));
  }

  /** Tells, in words, all that is not known of them. */
  *gaps(): Iterable<string> {
    if (!this.#areListed) yield 'the sub-users: they were not listed, and there may be others';
    if (this.#users.size === 0) return;
    yield 'the passwords and tokens of the sub-users: those that the options name have theirs, the others none';
    const some = [...this.#users.values()].filter((told) => Object.values(told).includes(null)).length;
    if (some > 0) yield `all that ${some} of the sub-users may do`;
  }

  #set(username: string, told: ToldUser, before: ToldUser | undefined): void {
    this.#users.set(username, { ...NOTHING_TOLD, ...before, ...withoutNull(told) });
  }
}

const NOTHING_TOLD: ToldUser = {
  limit: null,
  monthLimit: null,
  senders: null,
  phonebook: null,
  active: null,
  info: null,
};

/** The settings that are told; limits below 0 are none. */
function withoutNull({ limit, monthLimit, ...others }: ToldUser): Partial<SubUserSettings> {
  const isTold = ([, value]: [string, unknown]): boolean => value !== null && !(typeof value === 'number' && value < 0);
  return Object.fromEntries(Object.entries({ limit, monthLimit, ...others }).filter(isTold));
}
