/**
 * Calls a function of the user that is only told something. An error of it, also a later one of its promise, must not
 * change what becomes of a request: it becomes a warning of the process.
 */
export function callHook<T>(hook: ((told: T) => unknown) | undefined, told: T): void {
  if (hook === undefined) return;
  try {
    const result = hook(told);
    if (result instanceof Promise) result.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  // Only its name: the words of a foreign error may hold anything.
  const name = error instanceof Error ? error.name : typeof error;
  process.emitWarning(`a function that is told of events, or a logger, failed (${name}); that was ignored`, {
    type: 'SmsServiceWarning',
  });
}
