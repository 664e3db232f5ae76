import type { CallOptions } from '../../calls/call-options.js';
import type { SmsServiceClient } from '../../client/client.js';
import type { Group } from '../../client/types.js';
import { checkFilled, checkMethods, invalid } from '../../options/check.js';
import { optional, readOptions } from '../../options/table.js';

const MARK = /^sms-service-mark-[0-9a-f]{12}$/;

/** The methods of a client that read an address book. */
export type ReadingClient = Pick<SmsServiceClient, 'getGroups' | 'streamNumbers'>;

/** The methods of a client that change an address book. A plan needs those of the steps that it contains. */
export type WritingClient = ReadingClient & Pick<SmsServiceClient, 'addGroup' | 'addNumber' | 'delGroup' | 'delNumber'>;

/** A client for an account that may be changed. Every `SmsServiceClient` is one. */
export type AddressBookClient = ReadingClient & Partial<WritingClient>;

/** Groups and numbers read so far. */
export interface ReadProgress {
  readonly groups: number;
  readonly numbers: number;
}

/** Counts what is read, and reports it. */
export class ReadCounter {
  readonly #onProgress: ((progress: ReadProgress) => void) | undefined;
  readonly #read = { groups: 0, numbers: 0 };

  constructor(onProgress: ((progress: ReadProgress) => void) | undefined) {
    this.#onProgress = onProgress;
  }

  group(): void {
    this.#read.groups += 1;
  }

  number(): void {
    this.#read.numbers += 1;
    this.#onProgress?.({ ...this.#read });
  }
}

export function checkReader<C extends ReadingClient>(client: C, path: string): C {
  return checkMethods(client, ['getGroups', 'streamNumbers'], path);
}

export function checkWriter(
  client: AddressBookClient,
  methods: readonly (keyof WritingClient)[],
  path: string,
): WritingClient {
  return checkMethods(client as WritingClient, methods, path);
}

export function checkTwoClients(from: ReadingClient | undefined, to: ReadingClient | undefined): void {
  if (from !== undefined && from === to) invalid('from', 'is the same client as to');
}

export function isMark({ name, numberCount }: Group): boolean {
  return MARK.test(name) && (numberCount ?? 0) === 0;
}

/** Returns the groups of an account without the marks of `isSameAccount`. */
export async function groupsOf(
  client: Pick<ReadingClient, 'getGroups'>,
  options: CallOptions,
): Promise<readonly Group[]> {
  return (await client.getGroups(options)).filter((group) => !isMark(group));
}

export function groupsByName(
  groups: readonly Group[],
  nameOf: (group: Group) => string = ({ name }) => name,
): ReadonlyMap<string, readonly Group[]> {
  const byName = new Map<string, Group[]>();
  for (const group of groups) {
    const name = nameOf(group);
    const same = byName.get(name) ?? [];
    byName.set(name, same);
    same.push(group);
  }
  return byName;
}

export interface PlanAccounts {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const ACCOUNTS = { from: optional(checkFilled), to: optional(checkFilled) };

export function hashedAccounts(accounts: PlanAccounts, path: string): PlanAccounts {
  const { from, to } = readOptions(accounts, ACCOUNTS, { path });
  return { ...(from !== undefined && { from: hashOf(from) }), ...(to !== undefined && { to: hashOf(to) }) };
}

export function checkAccounts(planned: PlanAccounts | undefined, actual: PlanAccounts | undefined): void {
  for (const side of ['from', 'to'] as const) {
    const [one, other] = [planned?.[side], actual?.[side]];
    if (one !== undefined && other !== undefined && one !== other) {
      invalid(side, 'is not the account that the plan was created for');
    }
  }
}

function hashOf(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}
