import { expect } from 'vitest';
import { SmsServiceError } from '../../src/client/index.js';
import { rejection } from './collect.js';
import { everythingShown } from './shown.js';

/** The secret in the errors of getters. */
export const SECRET = 'sesame-0001';

/** A caller without types, like a JavaScript program. */
export const untyped = (value: unknown): never => value as never;

/** A copy of an object with one unreadable property, whose getter throws an error with a secret. */
export function throwing<T extends object>(name: string, rest: T): T {
  return Object.defineProperty(untyped(Array.isArray(rest) ? [...rest] : { ...rest }), name, {
    enumerable: true,
    get: () => {
      throw new TypeError(`vault: ${SECRET}`);
    },
  });
}

export function revoked(target: object = {}): never {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return untyped(proxy);
}

/**
 * Expects an error of this library that shows no secret in any output.
 */
export async function errorOf(call: () => Promise<unknown>): Promise<SmsServiceError> {
  const error = await rejection((async () => call())());
  expect(error).toBeInstanceOf(SmsServiceError);
  expect(everythingShown(error)).not.toContain(SECRET);
  if (error instanceof SmsServiceError && error.code === 'VALIDATION') expect(error.cause).toBeUndefined();
  return error as SmsServiceError;
}
