import { createRequire } from 'node:module';

/**
 * Loads a bundled package synchronously, where `import()` cannot be awaited. The build replaces this file
 * (`scripts/build/bundle.ts`); in the sources the package is installed.
 */
export function loadBuiltIn(name: 'yaml'): unknown {
  return createRequire(import.meta.url)(name);
}
