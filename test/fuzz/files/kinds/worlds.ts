import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  applyPlan,
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

/** Two accounts and a plan for them. */
export interface World {
  readonly from: SmsServiceClient;
  readonly to: SmsServiceClient;
  readonly plan: string;
  /** The source file, if the plan has one. */
  readonly file?: string;
}

/** How a plan was created. */
export type Purpose = 'copy' | 'import' | 'remove' | 'dedupe';

const VARIANTS = 3;
/** Number of bytes that a number takes in a plan. */
const NUMBER_BYTES: Readonly<Record<Purpose, number>> = { copy: 55, import: 55, remove: 55, dedupe: 180 };
const SMALL_BYTES = 10_000;

const worlds = new Map<string, Promise<World>>();

/** Returns accounts with a plan of approximately a size. Repeated calls return the same accounts. */
export async function worldOf(purpose: Purpose, random: Random, bytes: number): Promise<World> {
  const variant = random.below(VARIANTS);
  // A deviation of an eighth is acceptable.
  const size = bytes <= SMALL_BYTES ? 1 : 2 ** (Math.round(Math.log2(bytes) * 4) / 4);
  const key = `${purpose} ${variant} ${size}`;
  const known = worlds.get(key);
  if (known !== undefined) return known;
  const numbers = size === 1 ? 4 + variant : Math.ceil(size / NUMBER_BYTES[purpose] / 3);
  const made = makeWorld(purpose, numbers);
  worlds.set(key, made);
  return made;
}

async function makeWorld(purpose: Purpose, count: number): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-plan-'));
  try {
    return await planned(purpose, count, path.join(folder, PLAN));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function planned(purpose: Purpose, count: number, out: string): Promise<World> {
  const [from, to] = twoAccounts(
    { groups: groupsOf(purpose, count) },
    { groups: [{ name: 'Grupa 2', info: 'other' }] },
  );
  const labels = { from: 'old', to: 'new' };
  const accounts = { from: 'a', to: 'b' };
  if (purpose === 'import') {
    const rows = Array.from({ length: 3 * count }, (_, index) => `Grupa ${index % 2},${secretNumber(index)},${PERSON}`);
    const file = ['group,number,name', ...rows, ''].join('\n');
    await importAddressBook({ file: pieces(file), format: 'csv', plan: out, to, dryRun: true });
    return { from, to, plan: readFileSync(out, 'utf8'), file };
  }
  if (purpose === 'dedupe') await planDedupe({ to: from, out, accounts: { to: 'a' }, accept: ['name'] });
  else {
    const plan = purpose === 'copy' ? out : `${out}.moved`;
    await planMigration({ from, to, out: plan, labels, accounts });
    if (purpose === 'remove') {
      await applyPlan({ plan, from, to });
      await planRemoval({ plan, from, to, out, accounts, accept: ['name', 'info', 'duplicate'] });
    }
  }
  return { from, to, plan: readFileSync(out, 'utf8') };
}

/** The content of a file. */
export async function* pieces(file: string): AsyncGenerator<string> {
  yield file;
}

/** Three groups; for a dedupe they contain each number twice. */
function groupsOf(purpose: Purpose, count: number): readonly SandboxGroup[] {
  return [0, 1, 2].map((group) => ({
    name: `Grupa ${group}`,
    info: 'Łódź',
    numbers: Array.from({ length: count }, (_, index) => {
      const number = secretNumber(group * count + index);
      const entry = { number, name: PERSON };
      return purpose === 'dedupe' ? [entry, { number: `+${number}`, name: 'Z.' }] : [entry];
    }).flat(),
  }));
}
