import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/run.js';
import { FOLDER } from './install.js';

const MODULES = path.join(FOLDER, 'node_modules');

/** The runtimes as npm has them: these packages are of Linux on x64, and npm installs none of them elsewhere. */
const RUNTIMES: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['Node.js 20', 'node20/bin/node'],
  ['Node.js 22', 'node22/bin/node'],
  ['Node.js 24', 'node24/bin/node'],
  ['Node.js 26', 'node26/bin/node'],
  ['Bun', '@oven/bun-linux-x64/bin/bun', 'run'],
  ['Deno', '.bin/deno', 'run', '--no-code-cache', '--allow-all', '--node-modules-dir=manual', '--quiet'],
];

const HAS_PACKAGES = process.platform === 'linux' && process.arch === 'x64';

describe.each(RUNTIMES)('%s', (_, command, ...args) => {
  const file = path.join(MODULES, command);
  // npm has these runtimes for Linux on x64 only; on other platforms there is nothing to run.
  it.runIf(HAS_PACKAGES).each(['from-common-js.cjs', 'from-es.mjs'])(
    'runs the packed package, %s, and has one copy of it however it is loaded',
    async (program) => {
      const ran = await run(file, [...args, path.join('runs', program)], path.join(FOLDER, 'projects'));
      expect(ran).toEqual({ code: 0, output: 'all is well\n' });
    },
  );
});
