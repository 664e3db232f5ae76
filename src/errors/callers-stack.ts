import { isSmsServiceError } from './errors.js';

type Method = (...given: unknown[]) => unknown;

/**
 * Lets the stack of each error that a method of a class rejects with begin where the method was called: an error arises
 * behind queues, pauses and sockets, where nothing of its caller is on the stack any more. It costs a call that
 * succeeds one more promise.
 */
export function stacksFromCaller(prototype: object): void {
  const methods = Object.getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>;
  for (const [name, { value: method }] of Object.entries(methods)) {
    if (name === 'constructor' || typeof method !== 'function') continue;
    const traced = withCallersStack(method as Method);
    Object.defineProperty(traced, 'name', { value: name });
    Object.defineProperty(prototype, name, { value: traced, configurable: true, writable: true });
  }
}

/** The same of a single function. What it returns that is no promise stays as it is. */
export function withCallersStack<F extends (...given: never[]) => unknown>(method: F): F {
  const settled = async (result: Promise<unknown>): Promise<unknown> => {
    try {
      return await result;
    } catch (error) {
      if (isSmsServiceError(error)) beginAt(error, settled);
      throw error;
    }
  };
  function traced(this: unknown, ...given: unknown[]): unknown {
    const result = (method as unknown as Method).apply(this, given);
    return result instanceof Promise ? settled(result) : result;
  }
  return traced as unknown as F;
}

/**
 * Takes note of where a method was called, for errors that arise when its caller is on no stack any more.
 *
 * @param above - the method, as its caller has it
 * @returns what puts it into an error
 */
export function callersPlace(above: (...given: never[]) => unknown): (error: Error) => void {
  const place: { stack?: string } = {};
  Error.captureStackTrace(place, above);
  const frames = framesOf(place.stack);
  return (error) => {
    if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  };
}

function framesOf(stack: string = ''): readonly string[] {
  return stack.split('\n').filter((line) => line.startsWith('    at ') && !line.includes('(node:internal/'));
}

/** Takes the stack anew from here. @param above - the function above which nothing is of interest */
export function beginAt(error: Error, above: (...given: never[]) => unknown): void {
  const before = error.stack;
  Error.captureStackTrace(error, above);
  const frames = (error.stack ?? '').split('\n').filter((line) => !/^ {4}at .*\(node:internal\//.test(line));
  // Where nobody waits for it, the old one says more.
  const isEmpty = !frames.some((line) => line.startsWith('    at '));
  error.stack = isEmpty ? (before ?? '') : frames.join('\n');
}
