import { existsSync } from 'node:fs';
import { invalid } from '../../options/check.js';
import { type MigrationOverview, migrationOverview } from '../plan/overview.js';
import type { ConflictPolicy } from '../plan/plan-lines.js';
import { type PlannedSelection, SELECTION_TOLD } from '../selection/selection-options.js';
import type { HashedFile } from './hashed-file.js';
import { endSettingAside, setEarlierAside, stateOfEarlier } from './set-aside.js';

/** The plan that an import is carried out by. */
export interface ImportPlan {
  /** True where an earlier run has made it, which is gone on with. */
  readonly isResumed: boolean;
  /**
   * The path that the plan of an earlier import has now, with its journal beside it. Nothing needs them any more.
   * Absent where there was none, or it had no steps.
   */
  readonly setAside?: string | undefined;
}

/** An import, by its plan and the options that it was made with. */
interface Import {
  readonly plan: string;
  readonly reading: Readonly<Record<string, unknown>>;
  readonly selection: PlannedSelection | undefined;
  /** Where it is given. */
  readonly policy: ConflictPolicy | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onPlan: (plan: ImportPlan) => void;
}

/** The policies by which a file that is imported once more adds only what is not there. */
const AGAIN: ReadonlySet<ConflictPolicy> = new Set(['merge', 'skip']);

/**
 * The file that is to be planned; `undefined` where there is a plan that is gone on with.
 *
 * @throws ValidationError where there is one of something else that is not over
 */
export async function fileToPlan(given: Import, content: HashedFile): Promise<HashedFile | undefined> {
  const { plan, onPlan } = given;
  endSettingAside(plan);
  if (!existsSync(plan)) {
    onPlan({ isResumed: false });
    return content;
  }
  const overview = await migrationOverview(plan);
  if (overview.end.file === undefined) invalid('plan', `is there already, and was not made of a file: ${plan}`);
  const state = await stateOfEarlier(plan, overview);
  const isPlannedAnew = state === 'over' && AGAIN.has(overview.head.policy);
  if (!isPlannedAnew) {
    const difference = optionsDiffer(given, overview) ?? (await contentDiffers(plan, content, overview));
    if (difference === undefined) {
      onPlan({ isResumed: true });
      return undefined;
    }
    const mayBeRead = difference[0] !== 'file' || content.isRepeatable;
    if (state === 'begun' || !mayBeRead) invalid(...difference);
  }
  const earlier = await setEarlierAside(plan, overview, given.signal);
  if (earlier.isBegun) return invalid('plan', `was begun by another run meanwhile: run this again: ${plan}`);
  onPlan({ isResumed: false, setAside: earlier.aside });
  return content.isBegun ? content.again() : content;
}

type Difference = readonly [path: string, why: string];

const ADVICE = 'is not carried out yet: go on as it was, or name another plan';

function optionsDiffer({ plan, ...given }: Import, { head, end }: MigrationOverview): Difference | undefined {
  const { policy, selection, reading } = given;
  if (policy !== undefined && policy !== head.policy) {
    return ['policy', `is ${policy}, and the plan that was made with ${head.policy} ${ADVICE}: ${plan}`];
  }
  const read = Object.entries(reading).find(([name, value]) => !isSame(value, end.file?.options[name]))?.[0];
  const selected = (Object.keys(SELECTION_TOLD) as (keyof PlannedSelection)[]).find(
    (name) => !isSame(selection?.[name], head.selection?.[name]),
  );
  const name = read ?? selected;
  return name === undefined ? undefined : [name, `is not as it was when the plan was made, which ${ADVICE}: ${plan}`];
}

async function contentDiffers(
  plan: string,
  content: HashedFile,
  { end }: MigrationOverview,
): Promise<Difference | undefined> {
  if ((await content.digest()) === end.file?.hash) return undefined;
  return ['file', `is not the one that the plan was made of, which ${ADVICE}: ${plan}`];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Makes sure that a file that was read twice is the same: a stream has nothing the second time. */
export async function checkSameContent(one: HashedFile, other: HashedFile): Promise<void> {
  if ((await one.digest()) !== (await other.digest())) invalid('file', 'was another one when it was read again');
}
