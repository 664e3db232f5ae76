/** The code of an error of the system or of Node.js: `ENOENT`; `undefined` for what has none. */
export function systemCode(error: unknown): string | undefined {
  // Not by its class: tests that run in a context of their own (jest) get errors of another one.
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
