import { startLocalServer } from '../../../src/local-server/local-server.js';
import { promptly } from '../../../src/local-server/messages.js';
import { readOptions } from '../../../src/options/table.js';
import { SANDBOX_OPTIONS } from '../../../src/sandbox/options/sandbox-options.js';
import { createCore } from '../../../src/sandbox/sandbox.js';
import { flatHeaders } from '../../../src/transport/flat-headers.js';
import { pause } from '../../../src/transport/time-limits.js';
import type { Transport } from '../../../src/transport/transport.js';
import type { Random } from '../../fuzz/random.js';
import type { Ledger } from './ledger.js';
import type { Account, ContactGroup } from './store.js';

/** How a gateway treats requests. */
export interface Manners {
  /** The maximum delay of a request, in milliseconds. Requests are executed even if the client has disconnected. */
  readonly maxDelayMs: number;
  /** The share of changing requests that are delayed; all others are executed at once. */
  readonly lateShare: number;
  /** The share of requests that are lost before or after their execution. */
  readonly faultShare: number;
  readonly duplicateNumbers: 'keep' | 'refuse';
}

/** A slow gateway on 127.0.0.1 that loses some responses, and records everything in a ledger. */
export interface MovesGateway {
  readonly port: number;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Requests that were not executed yet, or not answered. */
  readonly pending: number;
  /** Called for each changing request when it arrives. */
  readonly writes: Set<() => void>;
  /** Delays the requests that are in progress for as long as possible. */
  holdBack(): void;
  /** Loses the requests that are in progress: they are not executed. */
  lose(): void;
  /** Stops delaying and losing requests. */
  calm(): void;
  close(): Promise<void>;
}

const WRITES = /soap_(?:Add|Del)(Group|Number)/;
/** The delay of most requests. */
const MOST_MS = 15;
const POLL_MS = 10;

/** Starts a gateway with empty accounts; all passwords are `<username>-secret-4711`. */
export async function startGateway(
  usernames: readonly string[],
  ledger: Ledger,
  manners: Manners,
  random: Random,
): Promise<MovesGateway> {
  const options = {
    maxKeptRequests: 0,
    duplicateNumbers: manners.duplicateNumbers,
    accounts: usernames.map((username) => ({ username, password: passwordOf(username) })),
  };
  const core = createCore(readOptions(options, SANDBOX_OPTIONS));
  const accounts = new Map(Array.from(core.gateway.accounts.all(), (account) => [account.username, account]));
  for (const account of accounts.values()) watch(account, ledger);
  const transport = core.sandbox.transport();
  const { lateShare } = manners;
  let { maxDelayMs, faultShare } = manners;
  let pending = 0;
  const writes = new Set<() => void>();
  const underWay = new Set<{ readonly sinceMs: number; ms: number; isLost: boolean }>();
  const server = await startLocalServer(0, async (request) => {
    pending += 1;
    try {
      const body = request.body ?? new Uint8Array();
      const [, what] = WRITES.exec(Buffer.from(body).toString('utf8')) ?? [];
      if (what !== undefined) for (const listener of [...writes]) listener();
      // Groups are added one after the other, which would take most of a round.
      const share = what === undefined ? 0 : what === 'Group' ? 0.2 : lateShare;
      const ms = random.below(random.chance(share) ? maxDelayMs : MOST_MS);
      const held = { sinceMs: performance.now(), ms, isLost: false };
      if (what !== undefined) underWay.add(held);
      while (performance.now() < held.sinceMs + held.ms) await pause(Math.min(held.ms, POLL_MS), {});
      underWay.delete(held);
      const fault = random.below(1000) < faultShare * 1000 ? random.below(2) : -1;
      const given = fault === 0 || held.isLost ? undefined : await carryOut(flatHeaders(request.headers), body);
      if (given !== undefined && random.chance(0.2)) await pause(random.below(2 * MOST_MS), {});
      if (given === undefined || fault === 1) return { kind: 'dropped' };
      return promptly({ ...given, body: given.body as Uint8Array });
    } finally {
      pending -= 1;
    }
  });
  const carryOut = (headers: Record<string, string>, body: Uint8Array): ReturnType<Transport['send']> => {
    const text = Buffer.from(body).toString('utf8');
    const operation = /soap_(\w+)/.exec(text)?.[1] ?? '';
    const username = /<username[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
    const groupId = Number(/<id_group[^>]*>(\d+)</.exec(text)?.[1]);
    if (operation === 'GetNumbers') ledger.noteRead(username, groupId);
    // The store is changed synchronously: no other request is executed in between.
    ledger.actor = 'run';
    try {
      return transport.send({
        method: 'POST',
        url: 'http://gateway/',
        operation: '',
        idempotent: false,
        headers,
        body,
      });
    } finally {
      ledger.actor = 'third';
    }
  };
  return {
    writes,
    port: server.port,
    accounts,
    get pending() {
      return pending;
    },
    holdBack: () => {
      for (const held of underWay) held.ms = 0.95 * maxDelayMs;
    },
    lose: () => {
      for (const held of underWay) held.isLost = true;
    },
    calm: () => {
      [maxDelayMs, faultShare] = [1, 0];
    },
    close: server.close,
  };
}

/** The password of an account. */
export function passwordOf(username: string): string {
  return `${username}-secret-4711`;
}

/** Records each change of the groups of an account. */
function watch({ username, groups }: Account, ledger: Ledger): void {
  const [add, remove] = [groups.add.bind(groups), groups.delete.bind(groups)];
  groups.add = (name, info) => {
    const group = add(name, info);
    watchNumbers(group, username, ledger);
    ledger.note(username, 'group-added', group, []);
    return group;
  };
  groups.delete = (id) => {
    const group = remove(id);
    ledger.note(username, 'group-deleted', group, group.contacts());
    return group;
  };
}

function watchNumbers(group: ContactGroup, username: string, ledger: Ledger): void {
  const [add, remove] = [group.add.bind(group), group.delete.bind(group)];
  group.add = (contact) => {
    add(contact);
    ledger.note(username, 'number-added', group, [contact]);
  };
  group.delete = (number, name) => {
    const deleted = remove(number, name);
    if (deleted.length > 0) ledger.note(username, 'number-deleted', group, deleted);
    return deleted;
  };
}
