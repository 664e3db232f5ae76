import { type PlanSummary, planMigration } from '../../address-book/index.js';
import { LinesAbove } from '../output/lines-above.js';
import { listPlan } from '../output/plan-list.js';
import { withProgress } from '../output/progress.js';
import { counted, thousands } from '../output/text.js';
import { ShownWarnings } from '../report/shown-warnings.js';
import type { Command, Context } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';
import { SIDES_OPTIONS } from '../settings/account-options.js';
import { isOfConcern, SELECTION_OPTIONS, selectionLine, selectionOf } from '../settings/selection.js';
import { notMovedLine } from './differences.js';
import { planPath, reviewLines } from './plan-path.js';
import { FORCE_OPTION, SETTLE_OPTION, unfinishedText } from './run-result.js';
import { POLICIES, sidesOf, withSides } from './sides.js';

/** Plans a move of groups and numbers. */
export const plan: Command = {
  name: 'plan',
  summary: 'compare two accounts and write a plan of what is to be moved; nothing is changed',
  options: [
    ...SIDES_OPTIONS,
    { flags: '--out <file>', text: 'the plan: JSON Lines, for you to review' },
    {
      flags: '--policy <policy>',
      text: `where the target has a group of the same name: ${POLICIES.join(', ')} (default: merge)`,
      values: POLICIES,
    },
    ...SELECTION_OPTIONS,
    { flags: '--dry-run', text: 'write no plan; list what would be in it' },
    FORCE_OPTION,
    SETTLE_OPTION,
  ],
  examples: [
    'sms-service plan --from old --to new --out plan.json',
    "sms-service plan --from old --to new --include 'VIP*' --exclude '*test*' --normalize --dry-run",
  ],
  carriesOn: true,
  run: async (context) => {
    const { options, output, interruption } = context;
    const policy = options.oneOf('--policy', POLICIES);
    const isDryRun = options.has('--dry-run');
    const settleMs = options.whole('--settle-ms', 1);
    const selection = await selectionOf(options);
    const sides = await sidesOf(context);
    const out = await planPath(options);
    try {
      const summary = await withProgress(output, 'numbers read', (progress) =>
        withSides(context, sides, async ({ from, to, accounts }) => {
          const lines = new LinesAbove(output, progress);
          const warnings = new ShownWarnings(output, progress, lines);
          const planned = await planMigration({
            from,
            to,
            accounts,
            out: out.file,
            policy,
            ...selection,
            onSelection: (event) => {
              if (isDryRun || isOfConcern(event)) lines.say({ selection: event }, () => selectionLine(event));
            },
            labels: sides,
            force: options.has('--force'),
            settleMs,
            signal: interruption.signal,
            onWarning: warnings.show,
            onNotMoved: (notMoved) => lines.say({ notMoved }, () => notMovedLine(output, notMoved)),
            onUnfinished: ({ journal, ms }) => progress.note(unfinishedText(journal, ms)),
            onProgress: ({ numbers }) => progress.update(numbers, 0),
          });
          warnings.finish(out.given);
          await lines.finish();
          return planned;
        }),
      );
      if (isDryRun) await listPlan(output, out.file);
      const exitCode = summary.conflicts > 0 ? EXIT.differences : EXIT.done;
      const shown = { ...summary, plan: out.given ?? null };
      await output.done(exitCode, shown, () => textOf(context, summary, out.given));
      return exitCode;
    } finally {
      await out.remove();
    }
  },
};

function textOf(
  context: Context,
  { create, add, there, conflicts, notMoved, warnings }: PlanSummary,
  out: string | undefined,
): string {
  const { output } = context;
  const lines = [
    `${counted(create, 'group')} to be made, ${counted(add, 'number')} to be added`,
    `${counted(there, 'number')} there already`,
    ...(notMoved > 0 ? [output.styled('bad', `${thousands(notMoved)} not moved: see the lines above`)] : []),
    counted(warnings, 'warning'),
  ];
  if (conflicts > 0)
    lines.push(output.styled('bad', `${counted(conflicts, 'conflict')}: plan anew with another --policy`));
  if (out !== undefined) lines.push(...reviewLines(context, out, conflicts === 0 ? ['apply'] : undefined));
  return lines.join('\n');
}
