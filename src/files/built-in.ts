import { createRequire } from 'node:module';
import type yamlModule from 'yaml';

/**
 * Loads the bundled package `yaml` synchronously, where `import()` cannot be awaited. The build replaces this file
 * (`scripts/build/bundle.ts`); in the sources the package is installed.
 */
export function loadYaml(): typeof yamlModule {
  return createRequire(import.meta.url)('yaml') as typeof yamlModule;
}
