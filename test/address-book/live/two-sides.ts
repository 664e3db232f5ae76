import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  type ApplyEvent,
  type ApplyMigrationOptions,
  applyMigration,
  type PlanMigrationOptions,
  planMigration,
  type WritingClient,
} from '../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../src/client/index.js';
import { createSandbox, type Sandbox, type SandboxGroup } from '../../../src/sandbox/index.js';
import { twoClients } from '../two-accounts.js';

/** Two accounts of an embedded gateway, and a folder for plans. */
export class TwoSides {
  folder = '';
  sandbox: Sandbox = createSandbox();
  from: SmsServiceClient = twoClients(this.sandbox)[0];
  to: SmsServiceClient = twoClients(this.sandbox)[1];
  /** What was told while plans were carried out. */
  events: ApplyEvent[] = [];

  get file(): string {
    return path.join(this.folder, 'plan.jsonl');
  }

  /** The target, on which something happens before its n-th number is added. */
  meddled(count: number, act: () => Promise<unknown>): WritingClient {
    const { to } = this;
    let added = 0;
    return {
      getGroups: (options) => to.getGroups(options),
      streamNumbers: (id, options) => to.streamNumbers(id, options),
      addGroup: (group, options) => to.addGroup(group, options),
      addNumber: async (contact, options) => {
        added += 1;
        if (added === count) await act();
        return to.addNumber(contact, options);
      },
    };
  }

  /** Fills both accounts. */
  accounts(source: readonly SandboxGroup[], target: readonly SandboxGroup[] = []): void {
    this.sandbox = createSandbox({
      accounts: [
        { username: 'old', password: 'p', groups: source },
        { username: 'new', password: 'p', groups: target },
      ],
    });
    [this.from, this.to] = twoClients(this.sandbox);
    this.events = [];
  }

  plan(options: Partial<PlanMigrationOptions> = {}): ReturnType<typeof planMigration> {
    return planMigration({ from: this.from, to: this.to, out: this.file, settleMs: 1, ...options });
  }

  apply(options: Partial<ApplyMigrationOptions> = {}): ReturnType<typeof applyMigration> {
    const onEvent = (event: ApplyEvent): void => void this.events.push(event);
    return applyMigration({ plan: this.file, from: this.from, to: this.to, settleMs: 1, onEvent, ...options });
  }

  /** What was told of changes: side, group and kind. */
  get changes(): readonly string[] {
    return this.events.flatMap((event) =>
      event.type === 'changed' ? [`${event.side} ${event.group} ${event.kind}`] : [],
    );
  }

  /** The groups of an account: name, and each number with its name. */
  book(username: string): unknown {
    return this.sandbox
      .account(username)
      ?.groups.map(({ name, numbers }) => [name, ...numbers.map(({ number, name: own }) => `${number} ${own}`)]);
  }

  groupId(username: string, name: string): number {
    return this.sandbox.account(username)?.groups.find((group) => group.name === name)?.id ?? 0;
  }

  read(file: string = this.file): string {
    return readFileSync(file, 'utf8');
  }
}

/** The accounts of the tests of a file. */
export function sidesOfTests(): TwoSides {
  const sides = new TwoSides();
  beforeEach(() => {
    sides.folder = mkdtempSync(path.join(tmpdir(), 'live-'));
  });
  afterEach(() => rmSync(sides.folder, { recursive: true, force: true }));
  return sides;
}

/** A number with a name, by its last digits. */
export function person(index: number, name: string = `P${index}`): { readonly number: string; readonly name: string } {
  return { number: String(48_500_100_200 + index), name };
}
