import { isSmsServiceError } from './errors.js';

type Method = (...input: unknown[]) => unknown;

/**
 * Makes the stacks of errors that methods of a class reject with begin at the caller. Errors arise after queues, pauses
 * and sockets, when the stack no longer contains the caller. Costs one more promise for each successful call.
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

export function withCallersStack<F extends (...args: never[]) => unknown>(method: F): F {
  const settled = async (result: Promise<unknown>): Promise<unknown> => {
    try {
      return await result;
    } catch (error) {
      if (isSmsServiceError(error)) beginAt(error, settled);
      throw error;
    }
  };
  function traced(this: unknown, ...input: unknown[]): unknown {
    const result = (method as unknown as Method).apply(this, input);
    return result instanceof Promise ? settled(result) : result;
  }
  return traced as unknown as F;
}

/**
 * Captures the call site of a method, for errors that arise later.
 *
 * @param above - the method as its caller sees it
 * @returns a function that writes the place into an error
 */
export function callSite(above: (...args: never[]) => unknown): (error: Error) => void {
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

export function beginAt(error: Error, above: (...args: never[]) => unknown): void {
  const before = error.stack;
  Error.captureStackTrace(error, above);
  const frames = (error.stack ?? '').split('\n').filter((line) => !/^ {4}at .*\(node:internal\//.test(line));
  // If no caller waits for the promise, the old stack says more.
  const isEmpty = !frames.some((line) => line.startsWith('    at '));
  error.stack = isEmpty ? (before ?? '') : frames.join('\n');
}
