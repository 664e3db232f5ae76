import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlanRemovalOptions, PlanSummary, ReadProgress } from '../../../address-book/index.js';
import type { DeleteNumber, PlanLine } from '../../../address-book/plan/plan-lines.js';
import { readPlan } from '../../../address-book/plan/read-plan.js';
import { numberKey } from '../../../domain/phone-number.js';
import type { Output } from '../../output/output.js';
import { withProgress } from '../../output/progress.js';
import { printable } from '../../output/text.js';
import type { Context } from '../../running/command.js';
import { EXIT, type ExitCode } from '../../running/failure.js';
import { countsText, PlanNotes, placeLine } from './lines.js';

type WriteOptions = Pick<PlanRemovalOptions, 'out' | 'force' | 'settleMs' | 'signal' | 'onUnfinished' | 'onProgress'>;

interface Planning<S> {
  readonly apply: string;
  write(options: WriteOptions, notes: PlanNotes): Promise<S>;
  readonly renames?: string;
  problems?(summary: S): readonly string[];
}

export async function writePlan<S extends PlanSummary>(context: Context, planning: Planning<S>): Promise<ExitCode> {
  const { options, output, interruption } = context;
  const isDryRun = options.has('--dry-run');
  const planFile = isDryRun ? undefined : options.required('--out');
  const settleMs = options.whole('--settle-ms', 1);
  const folder = isDryRun ? await mkdtemp(path.join(tmpdir(), 'sms-service-')) : undefined;
  const out = planFile ?? path.join(folder ?? '', 'plan.jsonl');
  try {
    const summary = await withProgress(output, 'numbers read', async (progress) => {
      const notes = new PlanNotes(output, progress);
      try {
        const { signal } = interruption;
        const onProgress = ({ numbers }: ReadProgress): void => progress.update(numbers, 0);
        const onUnfinished = notes.unfinished;
        const force = options.has('--force');
        return await planning.write({ out, force, settleMs, signal, onUnfinished, onProgress }, notes);
      } finally {
        await notes.finish();
      }
    });
    if (isDryRun) await listPlan(output, out);
    const problems = planning.problems?.(summary) ?? [];
    const exitCode = problems.length > 0 ? EXIT.differences : EXIT.done;
    await output.done(exitCode, { ...summary, plan: planFile ?? null }, () => {
      const apply = `Apply it: ${output.styled('strong', planning.apply)}`;
      const review = planFile === undefined ? [] : [`Review the plan: ${printable(planFile)}`, apply];
      return [
        summaryText(summary, planning.renames ?? 'rename'),
        ...problems.map((line) => output.styled('bad', line)),
        ...review,
      ].join('\n');
    });
    return exitCode;
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

function summaryText(summary: PlanSummary, verb: string): string {
  const { addGroups, addNumbers, deleteGroups, deleteNumbers, renameNumbers, deletedEntries } = summary;
  const text = countsText([
    [addGroups, 'group', 'to create'],
    [addNumbers - renameNumbers, 'number', 'to add'],
    [deleteGroups, 'group', 'to delete'],
    [deleteNumbers - renameNumbers, 'number', 'to delete'],
    [renameNumbers, 'number', `to ${verb}`],
    [summary.unchanged, 'number', 'unchanged'],
    [summary.notCopied, 'item', 'not copied'],
    [summary.warnings, 'warning', ''],
    [deleteGroups > 0 ? deletedEntries : 0, 'deleted number', 'in the plan'],
  ]);
  return text === '' ? 'Nothing to do.' : text;
}

async function listPlan(output: Output, file: string): Promise<void> {
  let group = '';
  let deleted: DeleteNumber | undefined;
  const print = (value: PlanLine, mark: string, place: object = {}): Promise<void> =>
    output.result(value, () => placeLine(mark, { ...place, group }));
  for await (const { value } of readPlan(file)) {
    const isRename =
      deleted !== undefined && 'addNumber' in value && numberKey(value.addNumber.number) === numberKey(deleted.number);
    if (deleted !== undefined && (!isRename || output.isJson)) {
      await print({ deleteNumber: deleted }, '- number', { number: deleted.number });
    }
    deleted = undefined;
    if ('addGroup' in value) {
      group = value.addGroup.name;
      await print(value, '+ group');
    } else if ('group' in value) group = value.group.name;
    else if ('deleteGroup' in value) {
      group = value.deleteGroup.name;
      await print(value, '- group');
    } else if ('addNumber' in value) await print(value, isRename ? '~ name' : '+ number', value.addNumber);
    else if ('entry' in value) await print(value, '- number', value.entry);
    else if ('deleteNumber' in value) deleted = value.deleteNumber;
  }
}
