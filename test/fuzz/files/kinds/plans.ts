import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  applyCorrections,
  applyMigration,
  applyRemoval,
  importAddressBook,
  readPlanLabels,
  readRecords,
  verifyMigration,
} from '../../../../src/address-book/index.js';
import { migrationOverview } from '../../../../src/address-book/plan/overview.js';
import { lineOf, readPlan } from '../../../../src/address-book/plan/plan-file.js';
import { Broken, type FileKind, type Files, type Reader } from '../file-kind.js';
import { linesOf } from '../mutations/texts.js';
import { JSON_MARKS } from './json-tokens.js';
import { PLAN, pieces, type World, worldOf } from './worlds.js';

const TOKENS = [...JSON_MARKS, '{}\n', '"add":', '"end":', '"kind":"end",'] as const;
const PLACE = /plan\.jsonl|^line \d+/;

const apply: (world: World) => Reader = ({ from, to }) => ({
  name: 'apply',
  read: async (folder) => {
    const { status } = await applyMigration({ plan: path.join(folder, PLAN), from, to, dryRun: true, settleMs: 1 });
    return { outcome: status };
  },
});
const verify: (world: World) => Reader = ({ from, to }) => ({
  name: 'verify',
  read: async (folder) => {
    const { isComplete } = await verifyMigration({ from, to, plan: path.join(folder, PLAN) });
    return { outcome: isComplete ? 'complete' : 'differences' };
  },
});
/** What is accepted is the same plan when its lines are written and read again. */
const again: Reader = {
  name: 'again',
  read: async (folder) => {
    const [file, copy] = [path.join(folder, PLAN), path.join(folder, `again-${PLAN}`)];
    const before = await migrationOverview(file);
    const written: string[] = [];
    for await (const { value } of readPlan(file)) written.push(lineOf(value));
    writeFileSync(copy, written.join(''));
    if (!isDeepStrictEqual(await migrationOverview(copy), before)) throw new Broken('it is another plan');
    return { outcome: 'kept' };
  },
};
const labels: Reader = {
  name: 'labels',
  read: async (folder) => ({
    outcome: (await readPlanLabels(path.join(folder, PLAN))) === undefined ? 'none' : 'labels',
  }),
};
/** A plan that deletes is an export, too. */
const records: Reader = {
  name: 'records',
  read: async (folder) => {
    const told: string[] = [];
    const onReject = ({ reason }: { readonly reason: string }): number => told.push(reason);
    let count = 0;
    for await (const _record of readRecords(createReadStream(path.join(folder, PLAN)), 'jsonl', { onReject }))
      count += 1;
    return { outcome: count === 0 ? 'nothing' : 'read', told };
  },
};

/** Plans of all kinds, read for a dry run against the accounts that they were made of. */
export const planFiles: readonly FileKind[] = [
  {
    name: 'plan-file',
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    repair: countedPlan,
    honest: async (random, bytes) => {
      const world = await worldOf('migration', random, bytes);
      return { files: filesOf(world), readers: [apply(world), apply(world), verify(world), again, labels] };
    },
  },
  {
    name: 'import-plan',
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    repair: countedPlan,
    honest: async (random, bytes) => {
      const world = await worldOf('import', random, bytes);
      const { to, file = '' } = world;
      const resume: Reader = {
        name: 'resume',
        read: async (folder) => {
          const plan = path.join(folder, PLAN);
          const { status } = await importAddressBook({ file: pieces(file), format: 'csv', plan, to, dryRun: true });
          return { outcome: status };
        },
      };
      return { files: filesOf(world), readers: [resume] };
    },
  },
  {
    name: 'removal-plan',
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    repair: hashedPlan,
    honest: async (random, bytes) => {
      const world = await worldOf('removal', random, bytes);
      const { from, to } = world;
      const remove: Reader = {
        name: 'remove',
        read: async (folder) => ({
          outcome: (await applyRemoval({ plan: path.join(folder, PLAN), from, to, dryRun: true })).status,
        }),
      };
      return { files: filesOf(world), readers: [remove, remove, remove, labels, records] };
    },
  },
  {
    name: 'correction-plan',
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    repair: hashedPlan,
    honest: async (random, bytes) => {
      const world = await worldOf('corrections', random, bytes);
      const { from: client } = world;
      const correct: Reader = {
        name: 'correct',
        read: async (folder) => ({
          outcome: (await applyCorrections({ plan: path.join(folder, PLAN), client, dryRun: true, settleMs: 1 }))
            .status,
        }),
      };
      return { files: filesOf(world), readers: [correct, correct, labels, records] };
    },
  },
];

function filesOf({ plan }: World): Files {
  return new Map([[PLAN, Buffer.from(plan)]]);
}

/** The plan of a migration whose end tells what there is. */
function countedPlan(text: string): string {
  const lines = linesOf(text);
  const count = (part: string): number => lines.filter((line) => line.includes(part)).length;
  const [create, add] = [count('"action":"create"'), count('{"add":')];
  return text.replace(/"create":[^,}]*,"add":[^,}]*/, `"create":${create},"add":${add}`);
}

/** A plan that deletes with the sums of what there is. */
function hashedPlan(text: string): string {
  const lines = linesOf(text).map((line) => line.replace(/\r?\n$/, ''));
  const end = lines.findLastIndex((line) => line.includes('"kind":"end"'));
  if (end < 0) return text;
  const before = lines.slice(0, end);
  const count = (kind: string): number => before.filter((line) => line.includes(`"kind":"${kind}"`)).length;
  const hash = createHash('sha256')
    .update(before.map((line) => `${line}\n`).join(''))
    .digest('hex');
  const sums = { groups: count('group'), numbers: count('number'), corrections: count('correction'), hash };
  return lines
    .with(end, JSON.stringify({ kind: 'end', ...sums }))
    .map((line) => `${line}\n`)
    .join('');
}
