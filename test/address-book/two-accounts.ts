import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { WritingClient } from '../../src/address-book/accounts/account.js';
import {
  type ApplyPlanOptions,
  applyPlan,
  type PlanEvent,
  type PlanMigrationOptions,
  type PlanResult,
  type PlanSummary,
  planMigration,
} from '../../src/address-book/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../src/sandbox/index.js';

/** The clients of two accounts of an embedded gateway. */
export function twoClients(sandbox: Sandbox): readonly [from: SmsServiceClient, to: SmsServiceClient] {
  const clientOf = (username: string): SmsServiceClient =>
    new SmsServiceClient({
      url: 'http://gateway.test/',
      credentials: { username, password: 'p' },
      transport: sandbox.transport(),
      retry: false,
    });
  return [clientOf('old'), clientOf('new')];
}

/** A client with some methods replaced. */
export function clientWith(client: WritingClient, methods: Partial<WritingClient>): WritingClient {
  return {
    getGroups: (options) => client.getGroups(options),
    streamNumbers: (groupId, options) => client.streamNumbers(groupId, options),
    addGroup: (group, options) => client.addGroup(group, options),
    addNumber: (contact, options) => client.addNumber(contact, options),
    delGroup: (groupId, options) => client.delGroup(groupId, options),
    delNumber: (contact, options) => client.delNumber(contact, options),
    ...methods,
  };
}

/** A client that calls `act` before it adds its n-th number. */
export function clientThatCalls(client: WritingClient, count: number, act: () => Promise<unknown>): WritingClient {
  let added = 0;
  return clientWith(client, {
    addNumber: async (contact, options) => {
      added += 1;
      if (added === count) await act();
      return client.addNumber(contact, options);
    },
  });
}

/** A number with a name, by its last digits. */
export function person(index: number, name: string = `P${index}`): { readonly number: string; readonly name: string } {
  return { number: String(48_500_100_000 + index), name };
}

/** Numbers with names. */
export function persons(first: number, count: number): readonly ReturnType<typeof person>[] {
  return Array.from({ length: count }, (_, index) => person(first + index));
}

/** The accounts `old` and `new` of an embedded gateway, a folder, and a plan from one to the other. */
class TwoAccounts {
  folder = '';
  sandbox: Sandbox = createSandbox();
  from: SmsServiceClient = twoClients(this.sandbox)[0];
  to: SmsServiceClient = twoClients(this.sandbox)[1];
  /** The events of all calls of {@link apply}. */
  events: PlanEvent[] = [];

  create(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): void {
    this.sandbox = createSandbox({
      accounts: [
        { username: 'old', password: 'p', groups: source },
        { username: 'new', password: 'p', groups: target },
      ],
    });
    [this.from, this.to] = twoClients(this.sandbox);
    this.events = [];
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  get planFile(): string {
    return this.at('plan.jsonl');
  }

  get journalFile(): string {
    return this.at('plan.jsonl.journal');
  }

  plan(options: Partial<PlanMigrationOptions> = {}): Promise<PlanSummary> {
    return planMigration({ from: this.from, to: this.to, out: this.planFile, settleMs: 1, ...options });
  }

  apply(options: Partial<ApplyPlanOptions> = {}): Promise<PlanResult> {
    const onEvent = (event: PlanEvent): void => void this.events.push(event);
    return applyPlan({ plan: this.planFile, from: this.from, to: this.to, settleMs: 1, onEvent, ...options });
  }

  /** The steps that were skipped: reason, group, and the last digits of the number. */
  get skipped(): readonly string[] {
    return this.events.flatMap((event) =>
      event.type === 'skipped' ? [`${event.reason} ${event.group} ${event.number?.slice(-3) ?? ''}`.trim()] : [],
    );
  }

  /** The groups of an account: name, and each number with its name. */
  book(username: 'old' | 'new'): readonly (readonly string[])[] {
    return (this.sandbox.account(username)?.groups ?? []).map(({ name, numbers }) => [
      name,
      ...numbers.map((entry) => `${entry.number} ${entry.name}`),
    ]);
  }

  groupId(username: 'old' | 'new', name: string): number {
    return this.sandbox.account(username)?.groups.find((group) => group.name === name)?.id ?? 0;
  }

  text(file: string = this.planFile): string {
    return readFileSync(file, 'utf8');
  }

  lines(file: string = this.planFile): readonly unknown[] {
    return this.text(file)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  files(): readonly string[] {
    return readdirSync(this.folder).sort();
  }
}

/** The accounts of the tests of a file. */
export function accountsOfTests(): TwoAccounts {
  const accounts = new TwoAccounts();
  beforeEach(() => {
    accounts.folder = mkdtempSync(path.join(tmpdir(), 'accounts-'));
  });
  afterEach(() => rmSync(accounts.folder, { recursive: true, force: true }));
  return accounts;
}
