import type { ViteUserConfig } from 'vitest/config';
import { NOT_QUICK, project } from './vitest.config.js';

/** The tests of the project `quick`. Stryker runs those that import a mutated file. */
const config: ViteUserConfig = {
  plugins: [
    {
      name: 'mutation-processes',
      // Stryker starts threads, but `process.umask()` and `process.chdir()` need a process.
      configureVitest({ project: { config } }) {
        config.pool = 'forks';
      },
    },
  ],
  test: { projects: [{ ...project('quick', ['test/**/*.test.ts'], NOT_QUICK, { isolate: false }), extends: true }] },
};

export default config;
