import { isObject } from '../../options/check.js';

/** Tells whether a value has a shape. */
export type Shape = (value: unknown) => boolean;

export const isText: Shape = (value) => typeof value === 'string';
export const isWhole: Shape = (value) => Number.isSafeInteger(value);
export const isCount: Shape = (value) => isWhole(value) && Number(value) >= 0;

/** A shape, or nothing at all. */
export const orNothing =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);

/** A list of what has a shape. */
export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);

/** One of several values. */
export const oneOf =
  (values: readonly unknown[]): Shape =>
  (value) =>
    values.includes(value);

/** An object with fields of some shapes, and with no others. */
export const having =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(shapes, name)) &&
    Object.entries(shapes).every(([name, shape]) => shape((value as Readonly<Record<string, unknown>>)[name]));

/** The names of the accounts of a plan, and the hashes that tell them from others. */
export const isLabels: Shape = orNothing(having({ from: isText, to: isText }));
export const isAccounts: Shape = orNothing(having({ from: orNothing(isText), to: orNothing(isText) }));
