/** The folder of the packages that are built in, beside the built script; in the sources they are installed. */
declare const THIRD_PARTY: string | undefined;

/**
 * Loads a package that the build puts into this one, where that has to be done at once: an import would be waited for.
 *
 * @param name - of those that are built in as CommonJS (`scripts/build/third-party.ts`)
 */
export function loadBuiltIn(name: 'jsonc-parser' | 'yaml'): unknown {
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);
  return require(typeof THIRD_PARTY === 'undefined' ? name : `${THIRD_PARTY}${name}.cjs`);
}
