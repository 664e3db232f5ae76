import { Problem } from '../../errors/problem.js';
import { parseJson } from '../../files/json.js';
import { invalid, isObject } from '../../options/check.js';
import { isSelection } from '../selection/selection-shape.js';
import { NOT_MOVED_KINDS } from '../sides/not-moved.js';
import { type PlanLine, POLICIES } from './plan-lines.js';
import { having, isAccounts, isCount, isLabels, isText, isWhole, oneOf, orNothing, type Shape } from './shape.js';

const GROUP = { id: isWhole, name: isText, info: isText };
const ACTIONS: readonly Shape[] = [
  having({ ...GROUP, action: oneOf(['create']), as: orNothing(isText) }),
  having({ ...GROUP, action: oneOf(['merge']), targetId: isWhole, as: orNothing(isText) }),
  having({ ...GROUP, action: oneOf(['into']), line: isCount }),
  having({ ...GROUP, action: oneOf(['skip', 'conflict']) }),
];

const isNotMoved = having({
  kind: oneOf(NOT_MOVED_KINDS),
  group: isText,
  number: orNothing(isText),
  name: orNothing(isText),
  info: orNothing(isText),
});

/** A fingerprint of an account; none only where the plan was made of a file. */
const isFingerprint: Shape = (value) => isText(value) && /^\d+-[\da-f]{64}$/.test(String(value));
const isSeen = having({
  ...GROUP,
  side: oneOf(['source', 'target']),
  numbers: orNothing(isFingerprint),
});
const COUNTS = {
  create: isCount,
  add: isCount,
  there: isCount,
  conflicts: isCount,
  notMoved: isCount,
  warnings: isCount,
};
const isFile = having({ hash: isText, options: isObject });
const ENDS: readonly Shape[] = [
  having({ ...COUNTS, source: isFingerprint, target: isFingerprint }),
  having({ ...COUNTS, source: oneOf(['']), target: isFingerprint, file: isFile }),
];

const anyOf =
  (shapes: readonly Shape[]): Shape =>
  (value) =>
    shapes.some((shape) => shape(value));

/** Each kind of line, which is told by the name of its one part. */
const PARTS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['group', anyOf(ACTIONS)],
  ['add', having({ number: isText, name: isText })],
  ['notMoved', isNotMoved],
  ['warning', isText],
  ['seen', isSeen],
  ['end', anyOf(ENDS)],
]);

const isHead = having({
  plan: isWhole,
  createdAt: isText,
  policy: oneOf(POLICIES),
  labels: isLabels,
  accounts: isAccounts,
  selection: orNothing(isSelection),
});

/** Tells whether something is a line of a plan, and of one kind only: one that was edited by hand may be none. */
function isPlanLine(value: unknown): value is PlanLine {
  if (!isObject(value)) return false;
  const parts = Object.entries(value);
  if ('plan' in value) return isHead(value);
  const [name, part] = parts[0] ?? ['', undefined];
  return parts.length === 1 && PARTS.get(name)?.(part) === true;
}

/**
 * Reads a line of a plan.
 *
 * @param line - its number, from 1
 * @param file - the path of the plan
 * @throws ValidationError that names both
 */
export function readPlanLine(text: string, line: number, file: string): PlanLine {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // Not the parser's words: they quote the line.
    const why = error instanceof Problem ? error.message : 'is no JSON';
    return invalid('plan', `has in line ${line} what ${why}: ${file}`);
  }
  if (isPlanLine(value)) return value;
  const isOther = isObject(value) && 'kind' in value;
  const what = isOther
    ? 'is a plan of removal or of corrections, not of a migration'
    : `has in line ${line} what is no part of a plan`;
  return invalid('plan', `${what}: ${file}`);
}
