import { inspect } from 'node:util';
import { isSmsServiceError } from '../../src/errors/errors.js';

/**
 * Everything that a program may log of an error and its causes, except for errors of the caller: those of its functions
 * and its transport.
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
