import { isObject } from '../../options/check.js';
import { isSelection } from '../selection/selection-options.js';
import { NOT_COPIED_KINDS, PLAN_COUNTS, type PlanLine, type PlanLines, PURPOSES } from './plan-lines.js';

type Shape = (value: unknown) => boolean;

const isText: Shape = (value) => typeof value === 'string';
const isWhole: Shape = (value) => Number.isSafeInteger(value);
const isCount: Shape = (value) => isWhole(value) && Number(value) >= 0;
const oneOf =
  (values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);
const maybe =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const having =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(shapes, name)) &&
    Object.entries(shapes).every(([name, shape]) => shape((value as Readonly<Record<string, unknown>>)[name]));

const sides = maybe(having({ from: maybe(isText), to: maybe(isText) }));
const groupRef = having({ id: isWhole, name: isText });
const entry = having({ number: isText, name: isText });

const LINES: Readonly<Record<keyof PlanLines, Shape>> = {
  plan: having({
    version: oneOf([2]),
    purpose: oneOf(PURPOSES),
    createdAt: isText,
    labels: sides,
    accounts: sides,
    selection: maybe(isSelection),
    accept: maybe(listOf(oneOf(NOT_COPIED_KINDS))),
  }),
  addGroup: having({ name: isText, info: isText, source: maybe(groupRef) }),
  group: having({ name: isText, id: maybe(isWhole), line: maybe(isCount), source: maybe(groupRef) }),
  addNumber: entry,
  deleteNumber: having({ number: isText, entries: listOf(entry) }),
  deleteGroup: having({
    id: isWhole,
    name: isText,
    info: isText,
    copies: maybe(having({ name: isText, ids: listOf(isWhole) })),
  }),
  entry,
  notCopied: having({
    kind: oneOf(NOT_COPIED_KINDS),
    group: isText,
    number: maybe(isText),
    name: maybe(isText),
    info: maybe(isText),
  }),
  warning: isText,
  end: having({ ...Object.fromEntries(PLAN_COUNTS.map((name) => [name, isCount])), sha256: isText }),
};

export function isPlanLine(value: unknown): value is PlanLine {
  if (!isObject(value)) return false;
  const [[name, content] = ['', undefined], ...others] = Object.entries(value);
  return others.length === 0 && Object.hasOwn(LINES, name) && LINES[name as keyof PlanLines](content);
}
