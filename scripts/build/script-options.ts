import type { BuildOptions } from 'esbuild';
import { ROOT } from './manifest.js';

/** Options with which every script of the package is built. */
export const SCRIPT_OPTIONS: Readonly<BuildOptions> = {
  absWorkingDir: ROOT,
  bundle: true,
  splitting: true,
  chunkNames: 'shared-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // V8 reads a file of ASCII faster.
  charset: 'ascii',
  logLevel: 'warning',
};
