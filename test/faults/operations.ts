import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, SendResult, SmsServiceClient } from '../../src/client/index.js';
import type { AccountView, SandboxAccount } from '../../src/sandbox/index.js';

/** The kind of an operation decides whether it may be repeated. */
export type Kind = 'read' | 'stream' | 'change' | 'send';
export const KINDS: readonly Kind[] = ['read', 'stream', 'change', 'send'];

/** An operation whose calls are distinguishable. */
export interface OperationCase {
  readonly name: string;
  readonly kind: Kind;
  /** Its name in the WSDL. */
  readonly wire: string;
  /**
   * Makes the call.
   *
   * @param items - collects the items of a stream until it fails
   */
  call(client: SmsServiceClient, call: number, options?: CallOptions, items?: unknown[]): Promise<unknown>;
  /** Returns true if a result matches the data of the gateway. */
  isRight(response: unknown): boolean;
  /** All items of a complete stream. */
  readonly items?: readonly unknown[];
  /** Groups that have to be there to be deleted, one for each call. */
  readonly victims?: number;
  /** How often each call with changes was executed, according to the account. */
  carriedOut?(account: AccountView): ReadonlyMap<number, number>;
}

export const CREDENTIALS: { readonly username: string; readonly password: string } = {
  username: 'call-account',
  password: 'p4ssw0rd-of-the-account',
};

const POINTS = 1_000_000;
/** The group that is read: its numbers never change. */
const READ_GROUP = 1;
/** The group that is written to. */
const WRITE_GROUP = 2;
/**
 * So many groups that the ids of all further ones have four digits: requests and responses are then of equal length.
 */
const FILLERS = 1000;
/** The first of the groups that are there to be deleted. */
const FIRST_VICTIM = FILLERS + 3;

/** How many groups are there to be deleted. */
const VICTIMS = 8000;

const contacts = Array.from({ length: 4 }, (_, index) => ({
  number: `4860000${String(index).padStart(4, '0')}`,
  name: `Zażółć ${index}`,
}));

/** The account that the calls of an operation are made with. */
export function accountFor({ victims }: Pick<OperationCase, 'victims'>): SandboxAccount {
  const fillers = Array.from({ length: victims === undefined ? 0 : FILLERS }, (_, index) => ({
    name: `Filler ${index}`,
  }));
  return {
    ...CREDENTIALS,
    points: POINTS,
    senders: ['Shop'],
    groups: [
      { name: 'Read', numbers: contacts },
      { name: 'Written' },
      ...fillers,
      ...Array.from({ length: victims ?? 0 }, (_, index) => ({
        name: `Victim ${index}`,
        numbers: [{ number: recipient(index) }],
      })),
    ],
  };
}

/** The text that a call sends: a secret. */
export function secretText(call: number): string {
  return `Sekret${digits(call)} <ąę> & co`;
}

/** The number that a call sends to: a secret, too. */
export function recipient(call: number, which: number = 0): string {
  return `48${which + 5}${digits(call)}`;
}

/** Of equal length for every call, so that a place in a request is the same place in all. */
function digits(call: number): string {
  return String(call).padStart(8, '0');
}

const mark = (call: number): string => `x${digits(call)}`;

function count(marks: readonly string[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const text of marks) {
    const found = /^x(\d{8})$/.exec(text);
    if (found === null) continue;
    const call = Number(found[1]);
    counts.set(call, (counts.get(call) ?? 0) + 1);
  }
  return counts;
}

const group = (account: AccountView, id: number) => account.groups.find((one) => one.id === id);
const numbers = contacts.map((contact) => ({ ...contact, groupId: READ_GROUP }));

/** How many recipients a send to several has. */
const SEVERAL = 3;

/** Returns true if a send has accepted so many messages. */
const accepted =
  (wanted: number) =>
  (response: unknown): boolean => {
    const { messages, count } = response as SendResult;
    return count === wanted && messages.length === wanted && messages.every(({ id }) => id !== null);
  };

const equals =
  (wanted: unknown) =>
  (response: unknown): boolean =>
    isDeepStrictEqual(response, wanted);

const READS: readonly OperationCase[] = [
  {
    name: 'checkPoints',
    kind: 'read',
    wire: 'soap_CheckPoints',
    call: (client, _call, options) => client.checkPoints(options),
    isRight: (points) => typeof points === 'number' && points > 0 && points <= POINTS,
  },
  {
    name: 'getNumbers',
    kind: 'read',
    wire: 'soap_GetNumbers',
    call: (client, _call, options) => client.getNumbers(READ_GROUP, options),
    isRight: equals(numbers),
  },
  {
    name: 'getGroups',
    kind: 'read',
    wire: 'soap_GetGroups',
    call: async (client, _call, options) => (await client.getGroups(options))[0],
    isRight: equals({ id: READ_GROUP, name: 'Read', info: '', numberCount: contacts.length }),
  },
];

const STREAMS: readonly OperationCase[] = [
  {
    name: 'streamNumbers',
    kind: 'stream',
    wire: 'soap_GetNumbers',
    call: async (client, _call, options, items = []) => {
      for await (const item of client.streamNumbers(READ_GROUP, options)) items.push(item);
      return items;
    },
    isRight: equals(numbers),
    items: numbers,
  },
];

const CHANGES: readonly OperationCase[] = [
  {
    name: 'addNumber',
    kind: 'change',
    wire: 'soap_AddNumber',
    call: (client, call, options) =>
      client.addNumber({ number: recipient(call), name: mark(call), groupId: WRITE_GROUP }, options),
    isRight: equals(undefined),
    carriedOut: (account) => count(group(account, WRITE_GROUP)?.numbers.map(({ name }) => name) ?? []),
  },
  {
    name: 'addGroup',
    kind: 'change',
    wire: 'soap_AddGroup',
    call: (client, call, options) => client.addGroup({ name: mark(call), info: 'Überall' }, options),
    isRight: (response) => typeof response === 'object' && response !== null && 'groupId' in response,
    victims: 0,
    carriedOut: (account) => count(account.groups.map(({ name }) => name)),
  },
  {
    name: 'delGroup',
    kind: 'change',
    wire: 'soap_DelGroup',
    call: (client, call, options) => client.delGroup(FIRST_VICTIM + call, options),
    isRight: equals({ numberCount: 1 }),
    victims: VICTIMS,
    // A second time does not show here, but in the number of requests.
    carriedOut: (account) => {
      const remaining = new Set(account.groups.map(({ id }) => id));
      const calls = Array.from({ length: VICTIMS }, (_, call) => call);
      return new Map(calls.filter((call) => !remaining.has(FIRST_VICTIM + call)).map((call) => [call, 1]));
    },
  },
];

const SENDS: readonly OperationCase[] = [
  {
    name: 'sendSms',
    kind: 'send',
    wire: 'soap_SendSms',
    call: (client, call, options) =>
      client.sendSms({ to: recipient(call), message: secretText(call), idx: mark(call) }, options),
    isRight: accepted(1),
    carriedOut: (account) => count(account.messages.map(({ idx }) => idx)),
  },
  {
    name: 'sendMulti',
    kind: 'send',
    wire: 'soap_SendMulti',
    call: (client, call, options) => {
      const all = Array.from({ length: SEVERAL }, (_, which) => which);
      const to = all.map((which) => recipient(call, which));
      return client.sendMulti({ to, message: secretText(call), idx: all.map(() => mark(call)) }, options);
    },
    isRight: accepted(SEVERAL),
    // Each of its messages counts: a part of one would show.
    carriedOut: (account) => {
      const counts = count(account.messages.map(({ idx }) => idx));
      return new Map([...counts].map(([call, messages]) => [call, messages / SEVERAL]));
    },
  },
];

/** All operations that are tried; the first of each kind at every byte. */
export const OPERATIONS: Readonly<Record<Kind, readonly OperationCase[]>> = {
  read: READS,
  stream: STREAMS,
  change: CHANGES,
  send: SENDS,
};

/** The number of a call that is made to see what the operation looks like on the wire. */
export function sampleCall({ victims = 0 }: OperationCase): number {
  return victims > 0 ? victims - 1 : 99_000_000;
}

/** Whether an operation may be given to the gateway more than once. */
export function isHarmless(kind: Kind): boolean {
  return kind === 'read' || kind === 'stream';
}
