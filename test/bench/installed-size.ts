import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, readManifest } from '../../scripts/build/manifest.js';
import { reachedFrom } from '../../scripts/build/reached.js';

/** What installing the package takes, in bytes: all of it, and without what only the command loads. */
export interface InstalledSize {
  readonly whole: number;
  readonly library: number;
}

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Measures what is built. */
export function installedSize(): InstalledSize {
  const args = ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'];
  const printed = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
  const { unpackedSize, files }: Packed = Array.isArray(printed) ? printed[0] : Object.values(printed)[0];
  const entries = readManifest().entries.map((entry) => join(ROOT, entry.default));
  const library = reachedFrom(entries);
  const ofCommand = files.filter(({ path }) => path.startsWith('dist/js/') && !library.has(join(ROOT, path)));
  return { whole: unpackedSize, library: unpackedSize - ofCommand.reduce((sum, { size }) => sum + size, 0) };
}
