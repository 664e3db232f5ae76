import { inspect } from 'node:util';
import { isSmsServiceError } from '../../src/errors/errors.js';

/**
 * Everything of an error that a program may log, and of its causes, but for those that are the caller's own: what its
 * function or its transport has thrown.
 */
export function everythingShown(error: unknown): string {
  const parts = [
    String(error),
    JSON.stringify(error),
    inspect(error, { depth: 10, showHidden: true }),
    inspect({ wrapped: [error] }, { depth: 10 }),
  ];
  if (error instanceof Error) {
    parts.push(error.message, error.stack ?? '');
    for (const name of Reflect.ownKeys(error)) {
      if (name !== 'cause') parts.push(inspect(Reflect.get(error, name), { depth: 10 }));
    }
    if (isSmsServiceError(error.cause)) parts.push(everythingShown(error.cause));
  }
  return parts.join('\n');
}
