import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type PublicEntry, ROOT } from './manifest.js';
import { reachedFrom } from './reached.js';

/**
 * Makes the declarations in `dist/types`: those of the public entries, and what they lead to, which are of CommonJS,
 * and for each entry one of an ES module that has the same types.
 */
export function buildDeclarations(entries: readonly PublicEntry[]): void {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  const reached = reachedFrom(entries.map(({ types }) => join(ROOT, types)));
  const folder = join(ROOT, 'dist', 'types');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
  for (const { types, default: script } of entries) {
    const source = types.replace('./dist/types/', './').replace(/\.d\.ts$/, '.js');
    writeFileSync(join(folder, basename(script).replace(/\.js$/, '.d.mts')), `export * from '${source}';\n`);
  }
}
