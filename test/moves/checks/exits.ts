import path from 'node:path';
import type { Ended } from '../runs/run.js';
import { broke, type Scene } from '../steps/scene.js';
import { accountOf } from '../world/world.js';
import { checkCorrected } from './corrected.js';
import { backupOf, labelsOf, linesOf } from './files.js';
import { checkApply, checkChanged, checkImport } from './filled.js';
import { after, type Finished, inputOf, nameOf } from './finished.js';
import { checkExport, checkVerify } from './read.js';

/** The codes of the table in docs/command-line.md that these commands may end with. */
const CODES: ReadonlySet<number> = new Set([0, 1, 2, 5, 6, 130]);

const CHECKS: Readonly<Record<string, (run: Finished) => void>> = {
  plan: checkPlan,
  verify: checkVerify,
  apply: checkApplied,
  remove: checkPlan,
  dedupe: checkPlan,
  import: checkImport,
  export: checkExport,
  'numbers remove': checkCorrected,
  'numbers rename': checkCorrected,
};

/**
 * Compares the exit code of a run with the accounts.
 *
 * @param before - the position of the ledger at its start
 * @param input - the content of its input file at its start
 */
export function checkEnd(scene: Scene, { args, code, out, err }: Ended, before: number, input: string): void {
  if (code === null || args.includes('--dry-run')) return;
  const what = args.join(' ');
  if (code < 2 && args.some((arg) => arg.includes('-edited-'))) broke(scene, `an edited plan was accepted: ${what}`);
  if (!CODES.has(code)) broke(scene, `exit code ${code}: ${what}: ${err.trim().slice(0, 300)}`);
  const name = nameOf(args);
  if (inputOf(scene.folder, args) !== input) return;
  const isQuiet = scene.world.ledger.changes.every(
    ({ seq, group }) => seq <= before || group.startsWith('sms-service-mark-'),
  );
  CHECKS[name]?.({ scene, args, code, out, err, before, isQuiet });
}

function checkPlan({ scene, args, code, before }: Finished): void {
  const file = path.join(scene.folder, after(args, '--out') ?? '');
  if (code !== 0) return;
  const last = linesOf(file).at(-1);
  if (last?.end === undefined) broke(scene, `ended with 0, and is not whole: ${args.join(' ')}`);
  else if (args[0] === 'plan') scene.planned.set(after(args, '--out') ?? '', before);
}

/** Checks an `apply` that ended with 0, by the purpose of its plan. */
function checkApplied(run: Finished): void {
  const purpose = linesOf(path.join(run.scene.folder, run.args[1] ?? ''))[0]?.plan?.purpose;
  if (run.code !== 0) checkChanged(run);
  else if (purpose === 'remove') checkRemoval(run);
  else if (purpose === 'copy') checkApply(run);
  else checkCorrected(run);
}

function checkRemoval({ scene, args, out }: Finished): void {
  const file = path.join(scene.folder, args[1] ?? '');
  const from = accountOf(scene.world.profiles, labelsOf(file)?.from ?? '');
  const ids = new Set(from.groups.list().map(({ id }) => id));
  for (const { id, name } of backupOf(file)) {
    if (ids.has(id)) broke(scene, `ended with 0, and ${name}#${id} is there: ${args.join(' ')}: ${out}`);
  }
}
