import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyPlan, planMigration } from '../../../../src/address-book/index.js';
import { Journal } from '../../../../src/address-book/journal/journal.js';
import { STATES } from '../../../../src/address-book/journal/read-journal.js';
import { type CheckedPlan, checkPlan } from '../../../../src/address-book/plan/read-plan.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind, type Reader } from '../file-kind.js';
import { PLAN, type World, worldOf } from './worlds.js';

const JOURNAL = `${PLAN}.journal`;
const NOTE = `${PLAN}.begun`;
const TOKENS = [
  '{',
  ...['}', '"', ':', ',', '\n', '{"ended":true}\n', '{"begun":1}\n', '{"done":3,"id":7}\n', '1e9', '\0'],
] as const;

/** Files beside plans: journals, and notes that point to a journal with another name. */
export const journalFiles: readonly FileKind[] = [
  {
    name: 'journal-file',
    form: 'lines',
    tokens: TOKENS,
    place: /plan\.jsonl/,
    honest: async (random, bytes) => {
      const world = await worldOf('copy', random, 0);
      const { lines, trailer } = await checkedPlanOf(world);
      const text = journalText(random, trailer.sha256, lines, bytes);
      return {
        files: new Map([
          [JOURNAL, Buffer.from(text)],
          [PLAN, Buffer.from(world.plan)],
        ]),
        readers: [dryRun(world), opened(lines, trailer.sha256), beside(world)],
      };
    },
  },
  {
    name: 'note-file',
    form: 'text',
    tokens: ['\n', '\t', '-', '/', '..', '\0', ' ', '.journal'],
    place: /plan\.jsonl|^journal: of the plan was moved/,
    honest: async (random) => {
      const world = await worldOf('copy', random, 0);
      return {
        files: new Map([
          [NOTE, Buffer.from('/nowhere/other.journal\n')],
          [PLAN, Buffer.from(world.plan)],
        ]),
        readers: [dryRun(world), beside(world)],
      };
    },
  },
];

const dryRun = ({ from, to }: World): Reader => ({
  name: 'apply',
  read: async (folder) => {
    const plan = path.join(folder, PLAN);
    return { outcome: (await applyPlan({ plan, from, to, dryRun: true, settleMs: 1 })).status };
  },
});

/** Applies another plan of the same account, which waits for the steps with unknown outcome in the journal. */
const beside = ({ from, to }: World): Reader => ({
  name: 'beside',
  read: async (folder) => {
    const out = path.join(folder, 'other.jsonl');
    await planMigration({ from, to, out, force: true, settleMs: 1 });
    return { outcome: 'planned' };
  },
});

/** Resumes a journal and checks that it has the same content when it is opened again. */
const opened = (lines: number, plan: string): Reader => ({
  name: 'opened',
  read: async (folder) => {
    const file = path.join(folder, JOURNAL);
    const use = { plan, dryRun: false };
    const first = await Journal.open(file, use);
    const before = statesOf(first, lines);
    first.done(1, 5);
    await first.close();
    const second = await Journal.open(file, { ...use, dryRun: true });
    const [, ...after] = statesOf(second, lines);
    await second.close();
    if (second.steps.stateOf(1) !== STATES.done || second.steps.idOf(1) !== 5) throw new Broken('a line got lost');
    if (after.join() !== before.slice(1).join()) throw new Broken(`was ${before.slice(1).join()}, is ${after.join()}`);
    if (existsSync(`${file}.lock`)) throw new Broken('the lock stays');
    return { outcome: 'opened' };
  },
});

function statesOf({ steps }: Journal, lines: number): readonly string[] {
  return Array.from({ length: lines }, (_, index) => `${steps.stateOf(index + 1)} ${steps.idOf(index + 1) ?? ''}`);
}

const checkedPlans = new Map<string, Promise<CheckedPlan>>();

function checkedPlanOf({ plan }: World): Promise<CheckedPlan> {
  const known = checkedPlans.get(plan);
  if (known !== undefined) return known;
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-plan-'));
  const file = path.join(folder, PLAN);
  writeFileSync(file, plan);
  const checked = checkPlan(file).finally(() => rmSync(folder, { recursive: true, force: true }));
  checkedPlans.set(plan, checked);
  return checked;
}

function journalText(random: Random, plan: string, lines: number, bytes: number): string {
  const entries: object[] = [{ journal: 2, plan, ...(random.chance(0.5) && { account: 'a'.repeat(32) }) }];
  const count = bytes > 10_000 ? bytes / 28 : random.below(2 * lines);
  for (let index = 0; index < count; index++) {
    const line = 1 + (index % lines);
    entries.push({ begun: line });
    const end = random.below(5);
    if (end === 0) continue;
    if (end === 1) entries.push({ undone: line });
    else if (end === 2) entries.push({ failed: line, code: 20 });
    else entries.push({ done: line, ...(random.chance(0.3) && { id: 3 }) });
  }
  if (random.chance(0.5)) entries.push({ ended: true });
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
