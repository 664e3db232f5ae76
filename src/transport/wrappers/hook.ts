/**
 * Calls a function of the user that is only told something. What it throws must not change what becomes of a request:
 * it becomes a warning of the process.
 */
export function callHook<T>(hook: ((told: T) => void) | undefined, told: T): void {
  if (hook === undefined) return;
  try {
    hook(told);
  } catch (error) {
    // Only its name: the words of a foreign error may hold anything.
    const name = error instanceof Error ? error.name : typeof error;
    process.emitWarning(`a hook threw a ${name}; it was ignored`, { type: 'SmsServiceWarning' });
  }
}
