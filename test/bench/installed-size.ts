import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, readManifest } from '../../scripts/build/manifest.js';
import { reachedFrom } from '../../scripts/build/reached.js';

/** The installed size of the package in bytes. */
export interface InstalledSize {
  /** All of it but its documents. */
  readonly whole: number;
  /** The same without the modules of the command. */
  readonly library: number;
  readonly documents: number;
}

interface Packed {
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Measures the built package. */
export function installedSize(): InstalledSize {
  const args = ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'];
  const printed = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' }));
  const { unpackedSize, files }: Packed = Array.isArray(printed) ? printed[0] : Object.values(printed)[0];
  const entries = readManifest().entries.map((entry) => join(ROOT, entry.default));
  const library = reachedFrom(entries);
  const sizeOf = (isMeant: (path: string) => boolean): number =>
    files.filter(({ path }) => isMeant(path)).reduce((sum, { size }) => sum + size, 0);
  const documents = sizeOf((path) => /^(?:docs\/|[^/]*\.md$)/.test(path));
  const ofCommand = sizeOf((path) => path.startsWith('dist/js/') && !library.has(join(ROOT, path)));
  return { whole: unpackedSize - documents, library: unpackedSize - documents - ofCommand, documents };
}
