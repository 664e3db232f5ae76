import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  applyMigration,
  importAddressBook,
  planDedupe,
  planMigration,
  planRemoval,
} from '../../../../src/address-book/index.js';
import type { SmsServiceClient } from '../../../../src/client/index.js';
import type { SandboxGroup } from '../../../../src/sandbox/index.js';
import type { Random } from '../../random.js';
import { PERSON, secretNumber } from '../secrets.js';
import { twoAccounts } from './accounts.js';

export const PLAN = 'plan.jsonl';

/** Two accounts, and a plan that was made of them. */
export interface World {
  readonly from: SmsServiceClient;
  readonly to: SmsServiceClient;
  readonly plan: string;
  /** The file that it was made of, where it was made of one. */
  readonly file?: string;
}

/** What a plan is of. */
export type Purpose = 'migration' | 'import' | 'removal' | 'corrections';

const POLICIES = ['merge', 'skip', 'rename'] as const;
/** How many bytes of a plan a number takes. */
const NUMBER_BYTES: Readonly<Record<Purpose, number>> = { migration: 55, import: 55, removal: 95, corrections: 260 };
const SMALL_BYTES = 10_000;
const NOW = new Date('2026-03-01T10:00:00Z');

const worlds = new Map<string, Promise<World>>();

/** Accounts with a plan of about a size; those that are asked for again are the same. */
export async function worldOf(purpose: Purpose, random: Random, bytes: number): Promise<World> {
  const variant = random.below(POLICIES.length);
  // A step of an eighth is near enough.
  const size = bytes <= SMALL_BYTES ? 1 : 2 ** (Math.round(Math.log2(bytes) * 4) / 4);
  const key = `${purpose} ${variant} ${size}`;
  const known = worlds.get(key);
  if (known !== undefined) return known;
  const numbers = size === 1 ? 4 + variant : Math.ceil(size / NUMBER_BYTES[purpose] / 3);
  const made = makeWorld(purpose, variant, numbers);
  worlds.set(key, made);
  return made;
}

async function makeWorld(purpose: Purpose, variant: number, count: number): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-plan-'));
  try {
    return await planned(purpose, POLICIES[variant] ?? 'merge', count, path.join(folder, PLAN));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function planned(
  purpose: Purpose,
  policy: (typeof POLICIES)[number],
  count: number,
  out: string,
): Promise<World> {
  const [from, to] = twoAccounts(
    { groups: groupsOf(purpose, count) },
    { groups: [{ name: 'Grupa 2', info: 'other' }] },
  );
  const labels = { from: 'old', to: 'new' };
  const accounts = { from: 'a', to: 'b' };
  const now = (): Date => NOW;
  if (purpose === 'import') {
    const rows = Array.from({ length: 3 * count }, (_, index) => `Grupa ${index % 2},${secretNumber(index)},${PERSON}`);
    const file = ['group,number,name', ...rows, ''].join('\n');
    await importAddressBook({ file: pieces(file), format: 'csv', plan: out, to, dryRun: true });
    return { from, to, plan: readFileSync(out, 'utf8'), file };
  }
  if (purpose === 'corrections') await planDedupe({ client: from, out, account: 'a', accept: ['name'], now });
  else {
    const plan = purpose === 'migration' ? out : `${out}.moved`;
    await planMigration({ from, to, out: plan, policy, labels, accounts, now });
    if (purpose === 'removal') {
      await applyMigration({ plan, from, to });
      await planRemoval({ plan, from, to, out, accounts, accept: ['name', 'info', 'double'], now });
    }
  }
  return { from, to, plan: readFileSync(out, 'utf8') };
}

/** A file, as it is read. */
export async function* pieces(file: string): AsyncGenerator<string> {
  yield file;
}

/** Three groups; the numbers of corrections stand there twice. */
function groupsOf(purpose: Purpose, count: number): readonly SandboxGroup[] {
  return [0, 1, 2].map((group) => ({
    name: `Grupa ${group}`,
    info: 'Łódź',
    numbers: Array.from({ length: count }, (_, index) => {
      const number = secretNumber(group * count + index);
      const entry = { number, name: PERSON };
      return purpose === 'corrections' ? [entry, { number: `+${number}`, name: 'Z.' }] : [entry];
    }).flat(),
  }));
}
