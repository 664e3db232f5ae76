import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { emitDeclarations, extract } from './extract.js';
import { type PublicEntry, ROOT } from './manifest.js';

/**
 * Writes one declaration file for each public entry, with all types that it leads to, and one for ES modules that
 * exports the same.
 */
export function buildDeclarations(entries: readonly PublicEntry[], folder: string): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache', 'types-'));
  try {
    emitDeclarations(work);
    extract(entries, work, (name) => ({
      apiReport: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(folder, `${name}.d.ts`) },
    }));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const entry of entries) {
    const name = basename(entry.default, '.js');
    const file = join(folder, `${name}.d.ts`);
    writeFileSync(file, withoutPrivateFields(readFileSync(file, 'utf8')));
    writeFileSync(join(folder, `${name}.d.mts`), `export * from './${name}.js';\n`);
  }
}

/**
 * Each file declares the classes that it needs. With private fields, TypeScript would not accept a client of one entry
 * in another entry.
 */
const withoutPrivateFields = (declarations: string): string => declarations.replaceAll(/^ *#private;\n/gm, '');
