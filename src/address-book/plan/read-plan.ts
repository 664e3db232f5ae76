import { createReadStream, existsSync } from 'node:fs';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { fileError } from '../../files/file-error.js';
import { parseJson } from '../../files/json.js';
import { invalid } from '../../options/check.js';
import { filePath } from '../accounts/options.js';
import { type Line, lines, TOO_LONG } from '../formats/records/lines.js';
import { isFile } from '../journal/plan-journal.js';
import { PlanCounter } from './plan-counter.js';
import {
  type GroupRef,
  type PlanHeader,
  type PlanLine,
  type PlanSummary,
  type PlanTrailer,
  stepsOf,
} from './plan-lines.js';
import { isPlanLine } from './plan-shape.js';

export interface NumberedLine {
  readonly line: number;
  readonly value: PlanLine;
}

export interface CheckedPlan {
  readonly header: PlanHeader;
  readonly trailer: PlanTrailer;
  readonly lines: number;
  readonly steps: number;
}

/**
 * Reads a plan line by line. Do not act on a line before the whole plan has been read once: only its end shows that it
 * is complete.
 *
 * @throws ValidationError that names the line of a plan that was cut, edited or extended
 */
export async function* readPlan(file: string): AsyncGenerator<NumberedLine, void, undefined> {
  if (!existsSync(file)) invalid('plan', `does not exist: ${file}`);
  // A pipe would wait for its writer.
  if (!isFile(file)) invalid('plan', `is not a file: ${file}`);
  try {
    yield* planLines(lines(createReadStream(file), 'utf-8'), file);
  } catch (error) {
    if (error instanceof ValidationError && error.path !== 'plan') {
      invalid('plan', `cannot be read: ${error.message}: ${file}`);
    }
    throw fileError(error, file);
  }
}

export async function* planLines(
  all: AsyncIterable<Line>,
  file: string,
): AsyncGenerator<NumberedLine, void, undefined> {
  const counter = new PlanCounter();
  const added = new Set<number>();
  let [last, context, trailer]: [number, string, PlanTrailer | undefined] = [0, '', undefined];
  const refuse = (why: string): never => invalid('plan', `line ${last} ${why}: ${file}`);
  for await (const { line, text, isTooLong } of all) {
    last = line;
    if (isTooLong) refuse(TOO_LONG);
    if (trailer !== undefined) refuse('is after the end of the plan');
    const value = lineOf(text, refuse);
    const [kind = ''] = Object.keys(value);
    if ((kind === 'plan') !== (line === 1)) refuse(line === 1 ? NO_PLAN : 'is a second header');
    if (kind === 'addGroup') added.add(line);
    if (kind === 'addGroup' || kind === 'group' || kind === 'deleteGroup') context = kind;
    const isMisplaced =
      (kind === 'addNumber' && context !== 'addGroup' && context !== 'group') ||
      (kind === 'deleteNumber' && context !== 'group') ||
      (kind === 'entry' && context !== 'deleteGroup') ||
      ('group' in value && (value.group.id === undefined) !== added.has(value.group.line ?? 0));
    if (isMisplaced) refuse('does not fit the lines above it');
    if ('end' in value) trailer = checkedEnd(value.end, counter, refuse);
    // Tools such as Git may have changed the line breaks.
    else counter.add(value, text.replace(/\r?\n$/, '\n'));
    yield { line, value };
  }
  if (trailer === undefined) invalid('plan', `is incomplete: its last line is missing: ${file}`);
}

const NO_PLAN = 'is not the first line of a plan that this version can read';

function lineOf(text: string, refuse: (why: string) => never): PlanLine {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // The words of JSON.parse quote the line.
    return refuse(error instanceof Problem ? error.message : 'is not JSON');
  }
  return isPlanLine(value) ? value : refuse(text.startsWith('{"plan"') ? NO_PLAN : 'is not a line of a plan');
}

function checkedEnd(end: PlanTrailer, counter: PlanCounter, refuse: (why: string) => never): PlanTrailer {
  const { sha256, ...facts } = end;
  const counts = { ...counter.summary, unchanged: end.unchanged };
  const isCounted = Object.entries(counts).every(([name, count]) => end[name as keyof PlanSummary] === count);
  if (isCounted && counter.digest(facts) === sha256) return end;
  return refuse('does not match the lines above it: the plan was edited. Create a new plan');
}

export async function checkPlan(file: string): Promise<CheckedPlan> {
  let [header, trailer, last]: [PlanHeader | undefined, PlanTrailer | undefined, number] = [undefined, undefined, 0];
  for await (const { line, value } of readPlan(file)) {
    last = line;
    if ('plan' in value) header = value.plan;
    if ('end' in value) trailer = value.end;
  }
  // Both are there, or reading has thrown.
  const checked = { header: header as PlanHeader, trailer: trailer as PlanTrailer };
  return { ...checked, lines: last, steps: stepsOf(checked.trailer) };
}

/** The facts of a plan that its first line contains. */
export type PlanInfo = Pick<PlanHeader, 'purpose' | 'createdAt' | 'labels'>;

/**
 * Reads the first line of a plan.
 *
 * @throws ValidationError if the file is not a plan
 *
 * @example
 * ```ts
 * const { purpose, labels } = await readPlanInfo('move.jsonl');
 * console.log(`${purpose} from ${labels?.from} to ${labels?.to}`);
 * ```
 */
export async function readPlanInfo(file: string): Promise<PlanInfo> {
  const { purpose, createdAt, labels } = await planHeader(filePath(file, 'file'));
  return { purpose, createdAt, ...(labels && { labels }) };
}

export async function planHeader(file: string): Promise<PlanHeader> {
  for await (const { value } of readPlan(file)) if ('plan' in value) return value.plan;
  return invalid('plan', `is empty: ${file}`);
}

/** Returns the name of a group in the target, or `undefined` if the plan does not copy the group. */
export type PlanScope = (group: GroupRef) => string | undefined;

export async function planScope(plan: string): Promise<PlanScope> {
  const names = new Map<string, string>();
  for await (const { value } of readPlan(plan)) {
    const group = 'addGroup' in value ? value.addGroup : 'group' in value ? value.group : undefined;
    if (group?.source !== undefined) names.set(keyOf(group.source), group.name);
  }
  return (group) => names.get(keyOf(group));
}

function keyOf({ id, name }: GroupRef): string {
  return `${id}\0${name}`;
}
