/** The code of an error of the system or of Node.js: `ENOENT`; `undefined` for what has none. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
