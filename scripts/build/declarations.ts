import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PublicEntry, ROOT } from './manifest.js';
import { reachedFrom } from './reached.js';

/** Makes the declarations in `dist/types`: those of the public entries, and what they lead to. */
export function buildDeclarations(entries: readonly PublicEntry[]): void {
  execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  const reached = reachedFrom(entries.map(({ types }) => join(ROOT, types)));
  const folder = join(ROOT, 'dist', 'types');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) rmSync(file);
  }
}
