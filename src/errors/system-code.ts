export function systemCode(error: unknown): string | undefined {
  // Does not use `instanceof`: jest runs tests in a context with other classes.
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
