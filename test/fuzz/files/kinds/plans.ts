import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  applyPlan,
  importAddressBook,
  readPlanInfo,
  readRecords,
  reportRun,
  verifyMigration,
} from '../../../../src/address-book/index.js';
import { checkPlan, readPlan } from '../../../../src/address-book/plan/read-plan.js';
import { writePlan } from '../../../../src/address-book/plan/write-plan.js';
import { Broken, type FileKind, type Files, type Honest, type Reader } from '../file-kind.js';
import { linesOf } from '../mutations/texts.js';
import { JSON_MARKS } from './json-tokens.js';
import { PLAN, type Purpose, pieces, type World, worldOf } from './worlds.js';

const TOKENS = [...JSON_MARKS, '{}\n', '"addNumber":', '{"end":', '{"entry":'] as const;
const PLACE = /plan\.jsonl|^line \d+/;

/** A dry run. The accounts of a dedupe are exchanged. */
const apply = ({ from, to }: World, purpose: Purpose): Reader => ({
  name: 'apply',
  read: async (folder) => {
    const accounts = purpose === 'dedupe' ? { to: from } : { from, to };
    const { status } = await applyPlan({ plan: path.join(folder, PLAN), ...accounts, dryRun: true, settleMs: 1 });
    return { outcome: status };
  },
});
const verify = ({ from, to }: World): Reader => ({
  name: 'verify',
  read: async (folder) => {
    const { isComplete } = await verifyMigration({ from, to, plan: path.join(folder, PLAN) });
    return { outcome: isComplete ? 'complete' : 'differences' };
  },
});
/** Checks that an accepted plan does not change when it is written and read again. */
const again: Reader = {
  name: 'again',
  read: async (folder) => {
    const [file, out] = [path.join(folder, PLAN), path.join(folder, `again-${PLAN}`)];
    const { header, trailer } = await checkPlan(file);
    const { version: _, createdAt: __, ...more } = header;
    await writePlan({ out, force: true }, more, async (writer) => {
      for await (const { value } of readPlan(file))
        if (!('plan' in value) && !('end' in value)) await writer.write(value);
    });
    const copy = await checkPlan(out);
    const counts = ({ sha256: _hash, unchanged: _count, ...facts }: typeof trailer): object => facts;
    if (!isDeepStrictEqual(counts(copy.trailer), counts(trailer))) throw new Broken('it is another plan');
    return { outcome: 'kept' };
  },
};
const info: Reader = {
  name: 'info',
  read: async (folder) => ({ outcome: (await readPlanInfo(path.join(folder, PLAN))).purpose }),
};
const report: Reader = {
  name: 'report',
  read: async (folder) => ({ outcome: (await reportRun({ plan: path.join(folder, PLAN) })).purpose }),
};
/** A plan that deletes can be read like an export. */
const records: Reader = {
  name: 'records',
  read: async (folder) => {
    const reasons: string[] = [];
    const onReject = ({ reason }: { readonly reason: string }): number => reasons.push(reason);
    let count = 0;
    const file = createReadStream(path.join(folder, PLAN));
    for await (const _record of readRecords(file, 'jsonl', { onReject })) count += 1;
    return { outcome: count === 0 ? 'nothing' : 'read', told: reasons };
  },
};

function kind(name: string, purpose: Purpose, readersOf: (world: World) => Honest['readers']): FileKind {
  return {
    name,
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    repair: withHash,
    honest: async (random, bytes) => {
      const world = await worldOf(purpose, random, bytes);
      const files: Files = new Map([[PLAN, Buffer.from(world.plan)]]);
      return { files, readers: readersOf(world) };
    },
  };
}

/** Plans of all purposes, read for a dry run with the accounts of their creation. */
export const planFiles: readonly FileKind[] = [
  kind('plan-file', 'copy', (world) => {
    const run = apply(world, 'copy');
    return [run, run, verify(world), again, info, report];
  }),
  kind('import-plan', 'import', ({ to, file = '' }) => [
    {
      name: 'resume',
      read: async (folder) => {
        const plan = path.join(folder, PLAN);
        const { status } = await importAddressBook({ file: pieces(file), format: 'csv', plan, to, dryRun: true });
        return { outcome: status };
      },
    },
  ]),
  kind('removal-plan', 'remove', (world) => {
    const run = apply(world, 'remove');
    return [run, run, run, again, info, records];
  }),
  kind('dedupe-plan', 'dedupe', (world) => {
    const run = apply(world, 'dedupe');
    return [run, run, again, info, report, records];
  }),
];

/** Replaces the hash in the last line by that of the lines above. */
function withHash(text: string): string {
  const lines = linesOf(text).map((line) => line.replace(/\r?\n$/, ''));
  const end = lines.findLastIndex((line) => line.startsWith('{"end":'));
  const facts = /^\{"end":(\{.*),"sha256":"[^"]*"\}\}$/.exec(lines[end] ?? '')?.[1];
  if (facts === undefined) return text;
  const above = lines.slice(0, end).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(above.join('')).update(`${facts}}`).digest('hex');
  return [...above, `{"end":${facts},"sha256":"${sha256}"}}\n`, ...lines.slice(end + 1)].join('');
}
