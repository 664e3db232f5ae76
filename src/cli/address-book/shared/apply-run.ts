import {
  type ApplyPlanOptions,
  type ChangeCounts,
  type FailedStep,
  type GroupReport,
  type MirrorResult,
  type PlanEvent,
  type PlanProgress,
  type PlanResult,
  reportRun,
} from '../../../address-book/index.js';
import { isSmsServiceError } from '../../../client/index.js';
import type { Output } from '../../output/output.js';
import { duration, withProgress } from '../../output/progress.js';
import { counted, coveredNumber, printable, thousands } from '../../output/text.js';
import type { Context } from '../../running/command.js';
import { EXIT, type ExitCode, failureOf } from '../../running/failure.js';
import { countsText, eventLine, PlanNotes } from './lines.js';
import { openReport, type ShownFailure, writeReport } from './output-files.js';

type Status = MirrorResult['status'];
type Result = PlanResult | MirrorResult;

type ApplyOptions = Pick<
  ApplyPlanOptions,
  'concurrency' | 'settleMs' | 'dryRun' | 'signal' | 'onEvent' | 'onLocked' | 'onPlanApplied'
>;

export interface Run<R extends Result> {
  readonly resume: string;
  readonly advice?: Readonly<Partial<Record<Status, string>>> | undefined;
  readonly journal?: string | undefined;
  readonly renames?: string | undefined;
  readonly isPlanRemoved?: boolean;
  /** True prints nothing if nothing was done. Default: false. */
  readonly isSilent?: boolean;
  apply(options: ApplyOptions, notes: PlanNotes): Promise<R>;
  describe?(result: R): Description | undefined;
}

interface Description {
  readonly json?: object;
  readonly lines?: readonly string[];
  readonly exitCode?: ExitCode;
}

const STATUSES: Readonly<Record<Status, readonly [ExitCode, string]>> = {
  done: [EXIT.done, 'Complete'],
  failed: [EXIT.differences, 'Complete, except for steps that the gateway refused'],
  changed: [EXIT.differences, 'An account has changed since the plan was created'],
  'too-many': [EXIT.differences, 'The limit of deletions would be exceeded'],
  credentials: [EXIT.credentials, 'The gateway refuses the credentials'],
  limits: [EXIT.limits, 'The account lacks points or rights'],
  transient: [EXIT.transient, 'The gateway is unreachable or does not work'],
  interrupted: [EXIT.interrupted, 'Interrupted; requests in flight were finished'],
};

const SHOWN = 50;

export async function applyRun<R extends Result>(context: Context, run: Run<R>): Promise<ExitCode> {
  const { options, output } = context;
  const reportFile = await openReport(context);
  try {
    const startMs = performance.now();
    const groups: GroupReport[] = [];
    let failures: FailedStep[] = [];
    const onPlanApplied = async (plan: string): Promise<void> => {
      failures = [];
      const report = await reportRun({ plan, journal: run.journal, onFailed: (step) => failures.push(step) });
      groups.push(...report.groups);
    };
    const result = await applied(context, run, onPlanApplied);
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const { isPlanRemoved = false } = run;
    const shown = isPlanRemoved ? failures.map((step) => ({ ...step, line: undefined })) : failures;
    if (reportFile !== undefined && !options.has('--dry-run')) {
      await writeReport(reportFile, groups, shown);
    }
    const described = run.describe?.(result) ?? {};
    const exitCode = exitCodeOf(result, described);
    const isNothing = exitCode === EXIT.done && Object.values(result.changes).every((count) => count === 0);
    if (isNothing && run.isSilent === true && !output.isJson) return exitCode;
    const { error, ...plain } = result;
    const reason = isSmsServiceError(error) ? { reason: failureOf(error).message } : {};
    const steps = shown.slice(0, SHOWN).map(withCoveredNumber);
    const json = { ...plain, ...reason, failures: steps, seconds, ...described.json };
    await output.done(exitCode, json, () =>
      [
        ...failureLines(output, steps, shown.length),
        ...resultLines(context, run, result, seconds),
        ...(described.lines ?? []),
      ].join('\n'),
    );
    return exitCode;
  } finally {
    await reportFile?.giveUp();
  }
}

async function applied<R extends Result>(
  { options, output, interruption }: Context,
  { isSilent = false, apply }: Run<R>,
  onPlanApplied: (plan: string) => Promise<void>,
): Promise<R> {
  const dryRun = options.has('--dry-run');
  const [concurrency, settleMs] = [options.whole('--concurrency', 1), options.whole('--settle-ms', 1)];
  return withProgress(
    output,
    'steps',
    async (progress) => {
      interruption.onFirst(() =>
        progress.note('Finishing requests in flight. Press Ctrl-C again to stop immediately.'),
      );
      const notes = new PlanNotes(output, progress);
      const onEvent = (event: PlanEvent, { done, failed, skipped, total }: PlanProgress): void => {
        const line = eventLine(output, event, dryRun);
        if (line !== undefined) notes.lines.print(event, () => line);
        if (event.type === 'waiting' && !isSilent) notes.waiting(event.ms);
        if (event.type === 'resumed' && !isSilent) progress.note('resuming an earlier run');
        if (total > 0) progress.update(done + failed + skipped, total);
      };
      const onLocked = isSilent ? () => undefined : notes.locked;
      try {
        const { signal } = interruption;
        return await apply({ concurrency, settleMs, dryRun, signal, onEvent, onLocked, onPlanApplied }, notes);
      } finally {
        await notes.finish();
      }
    },
    { isSilent },
  );
}

function exitCodeOf({ status, extraDeleted }: Result, { exitCode }: Description): ExitCode {
  if (status !== 'done') return STATUSES[status][0];
  return extraDeleted > 0 ? EXIT.differences : (exitCode ?? EXIT.done);
}

function resultLines<R extends Result>(context: Context, run: Run<R>, result: Result, seconds: number): string[] {
  const { options, output } = context;
  const { status, done, failed, skipped, total, changes, error } = result;
  const reason = isSmsServiceError(error) ? ` (${printable(failureOf(error).message)})` : '';
  const counts = [`${thousands(done)} of ${counted(total, 'step')} complete`];
  if (failed > 0) counts.push(`${thousands(failed)} failed`);
  if (skipped > 0) counts.push(`${thousands(skipped)} skipped`);
  const impossible = status === 'failed' ? total - done - failed - skipped : 0;
  if (impossible > 0) counts.push(`${thousands(impossible)} impossible because their groups failed`);
  if (status === 'done' && total === 0) return ['Nothing to do.'];
  const steps = `${counts.join(', ')}.`;
  const lines = options.has('--dry-run')
    ? [`Dry run: ${changesText(changes, run.renames, 'to be ')}.`]
    : [
        `This run: ${changesText(changes, run.renames)}, in ${duration(seconds)}.`,
        status === 'done' ? output.styled('good', steps) : steps,
      ];
  if (status === 'done') return lines;
  lines.push(output.styled('bad', `${STATUSES[status][1]}${reason}.`));
  if (status === 'failed') return lines;
  return [...lines, run.advice?.[status] ?? `Resume: ${output.styled('strong', run.resume)}`];
}

function changesText(changes: ChangeCounts, renamed: string = 'renamed', verb: string = ''): string {
  const { groupsAdded, groupsDeleted, numbersAdded, numbersDeleted, numbersRenamed } = changes;
  const text = countsText([
    [groupsAdded, 'group', `${verb}created`],
    [numbersAdded, 'number', `${verb}added`],
    [groupsDeleted, 'group', `${verb}deleted`],
    [numbersDeleted, 'number', `${verb}deleted`],
    [numbersRenamed, 'number', `${verb}${renamed}`],
  ]);
  return text === '' ? 'no changes' : text;
}

function withCoveredNumber(step: ShownFailure): ShownFailure {
  return step.number === undefined ? step : { ...step, number: coveredNumber(step.number) };
}

function failureLines(output: Output, steps: readonly ShownFailure[], count: number): readonly string[] {
  const lines = steps.map((step) => {
    const { group, number, line } = step;
    const what = number === undefined ? `group ${printable(group)}` : `${printable(number)} in ${printable(group)}`;
    const place = line === undefined ? '' : ` (line ${line} of the plan)`;
    return output.styled('bad', `failed: ${what}${place}: ${reasonText(step)}`);
  });
  return count <= SHOWN ? lines : [...lines, `${thousands(count)} steps failed; --report lists all of them`];
}

function reasonText({ code, meaning }: ShownFailure): string {
  if (code === 0) return meaning;
  return meaning === '' ? `gateway code ${code}` : `gateway code ${code}, ${meaning}`;
}
