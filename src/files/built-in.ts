import { createRequire } from 'node:module';

/**
 * Loads a package that the build puts into this one, where that has to be done at once: an import would be waited for.
 * The build writes it anew: `scripts/build/own-files.ts`; in the sources the package is installed.
 *
 * @param name - of those that are built in (`scripts/build/third-party.ts`)
 */
export function loadBuiltIn(name: 'jsonc-parser' | 'yaml'): unknown {
  return createRequire(import.meta.url)(name);
}
