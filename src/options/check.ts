import { types } from 'node:util';
import { type ErrorContext, ValidationError } from '../errors/errors.js';

/**
 * Refuses a value.
 *
 * @param path - as the caller named it: `to[3]`, `retry.attempts`
 * @param details - the operation, the gateway code that the refusal saves, the error that led to it
 * @throws ValidationError always
 */
export function invalid(
  path: string,
  reason: string,
  details?: ErrorContext & { readonly gatewayCode?: number | undefined },
): never {
  throw new ValidationError(path, reason, details);
}

/** Refuses a value: because it is missing, otherwise for the given reason. @throws ValidationError always */
export function refuse(value: unknown, path: string, reason: string, operation?: string): never {
  return invalid(path, value === undefined ? 'is missing' : reason, { operation });
}

/**
 * A check of one value: gives it back, and throws a `ValidationError` that names its path. Each takes plain arguments,
 * so that nothing is made for a value that is right.
 */
export type Check<V> = (value: V, path: string, operation?: string) => V;

export function checkOptional<V>(
  value: V | undefined,
  check: Check<V>,
  path: string,
  operation?: string,
): V | undefined {
  return value === undefined ? undefined : check(value, path, operation);
}

export function checkString(value: unknown, path: string, operation?: string): string {
  return typeof value === 'string' ? value : refuse(value, path, 'must be a string', operation);
}

export function checkFilled(value: unknown, path: string): string {
  return checkString(value, path) === '' ? invalid(path, 'is empty') : (value as string);
}

export function checkBoolean(value: unknown, path: string, operation?: string): boolean {
  return typeof value === 'boolean' ? value : refuse(value, path, 'must be true or false', operation);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function checkSwitch<T extends object>(value: boolean | T, path: string): boolean | T {
  return typeof value === 'boolean' || isObject(value)
    ? value
    : refuse(value, path, 'must be true, false or an object');
}

export function checkFunction<T>(value: T, path: string): T {
  return typeof value === 'function' ? value : refuse(value, path, 'must be a function');
}

export function checkMethods<T>(value: T, names: readonly (keyof T & string)[], path: string): T {
  for (const name of names) {
    if (typeof value?.[name] !== 'function') refuse(value, path, `has no ${name}()`);
  }
  return value;
}

export function checkOneOf<W extends string>(value: unknown, words: readonly W[], path: string, operation?: string): W {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  const quoted = words.map((known) => `'${known}'`);
  const reason = quoted.length === 2 ? `must be ${quoted.join(' or ')}` : `must be one of ${quoted.join(', ')}`;
  return refuse(value, path, reason, operation);
}

export function oneOf<W extends string>(...words: readonly W[]): (value: unknown, path: string) => W {
  return (value, path) => checkOneOf(value, words, path);
}

/** Refuses a number that is not above zero; `Infinity` stands for no limit. */
export function checkPositive(value: unknown, path: string, operation?: string): number {
  return typeof value === 'number' && value > 0 ? value : refuse(value, path, 'must be a number above zero', operation);
}

/** Refuses a number that is not whole and above zero; `Infinity` stands for no limit. */
export function checkCount(value: unknown, path: string): number {
  if (value === Number.POSITIVE_INFINITY) return value;
  return isWhole(value) && value > 0 ? value : refuse(value, path, 'must be a whole number above zero');
}

/** Refuses a number that is not whole, or outside of a range; both its ends belong to it. */
export function checkWhole(
  value: unknown,
  path: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (isWhole(value) && value >= least && value <= most) return value;
  const range = `from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${shownLimit(most)}`}`;
  return refuse(value, path, `must be a whole number ${range}`);
}

/** The longest time that a timer of Node.js can wait, in milliseconds: about 24.8 days. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Lets a program end although a timer is set; where timers are numbers, as in workerd, none holds a program. */
export function unheld(timer: NodeJS.Timeout): NodeJS.Timeout {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

/** Ten digits would be masked as a telephone number. */
function shownLimit(most: number): string {
  return most === MAX_TIMER_MS ? '2^31 - 1' : String(most);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

export function checkList<T = unknown>(value: readonly T[], path: string, operation?: string): readonly T[];
export function checkList(value: unknown, path: string, operation?: string): readonly unknown[];
export function checkList(value: unknown, path: string, operation?: string): readonly unknown[] {
  return Array.isArray(value) ? value : refuse(value, path, 'must be an array', operation);
}

export function entriesOf<T>(value: readonly T[], path: string): readonly (readonly [path: string, entry: T])[] {
  // Not map(), which would pass over the holes of a sparse array.
  return Array.from(checkList(value, path), (entry, index) => [`${path}[${index}]`, entry] as const);
}

/**
 * Refuses what is no absolute http(s) address, or holds credentials.
 *
 * @returns the address in its normal form
 */
export function checkUrl(value: unknown, path: string, operation?: string): string {
  const text = hrefOf(value);
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return refuse(value, path, 'must be an absolute http or https address', operation);
  }
  if (url.username !== '' || url.password !== '') {
    invalid(path, 'contains credentials. Use the option credentials', { operation });
  }
  return url.href;
}

function hrefOf(value: unknown): unknown {
  try {
    return value instanceof URL ? value.href : value;
  } catch {
    return undefined;
  }
}

export function checkUrls(value: readonly (string | URL)[], path: string): readonly [string, ...string[]] {
  const [first, ...others] = entriesOf(value, path).map(([entryPath, url]) => checkUrl(url, entryPath));
  return first === undefined ? invalid(path, 'is an empty list') : [first, ...others];
}

/**
 * Refuses a value that is not an `AbortSignal`. A proxy of a signal is refused, too, because its state cannot be read.
 */
export function checkSignal(value: unknown, path: string, operation?: string): AbortSignal {
  if (value instanceof AbortSignal && !types.isProxy(value)) return value;
  return refuse(value, path, 'must be an AbortSignal', operation);
}

const NOT_IN_LINE = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/u;

export function fitsInLine(text: string): boolean {
  return !NOT_IN_LINE.test(text);
}

export function madeOneLine(text: string): string {
  return text.split(NOT_IN_LINE).join(' ');
}

const NOT_AS_SENT = /[\0-\x20\x7f\\#]/;

const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Returns the URL of a target below an address.
 *
 * An empty target is the address itself. Otherwise it is a path below the address, a query, or both (`profile`,
 * `sms.do?id=7`, `?id=7`), already encoded. The address is treated as a folder, with or without a slash at its end:
 * `/api/profile` is below `https://gateway.test/api` and `https://gateway.test/api/`. The query of the address is
 * preserved, before that of the target; a fragment is removed.
 *
 * @throws ValidationError for a target outside of the address (`../`), or an invalid path and query
 */
export function urlBelow(address: string, target: string): string {
  if (target === '') return address;
  if (NOT_AS_SENT.test(target)) invalid('target', 'must be an encoded path, a query or both');
  const [base = ''] = address.split('#', 1);
  const [folder, addressQuery] = cutAtQuery(base);
  const [path, targetQuery] = cutAtQuery(target);
  if (path.split('/').some((segment) => DOTS.test(segment))) invalid('target', 'must not contain ".." segments');
  const queries = [addressQuery, targetQuery].filter((query) => query !== '').join('&');
  const below = path === '' ? folder : `${folder.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  return queries === '' ? below : `${below}?${queries}`;
}

function cutAtQuery(text: string): readonly [before: string, query: string] {
  const mark = text.indexOf('?');
  return mark === -1 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)];
}
