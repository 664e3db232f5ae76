import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { emitDeclarations, rollUp } from './extract.js';
import { type PublicEntry, ROOT } from './manifest.js';
import { shareDeclarations } from './share-declarations.js';

/** Writes one declaration file for each public entry, one for shared declarations, and one for ES modules of each entry. */
export function buildDeclarations(entries: readonly PublicEntry[], folder: string): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const work = mkdtempSync(join(ROOT, '.cache', 'types-'));
  try {
    emitDeclarations(work);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of declarationsOf(entries, work)) writeFileSync(join(folder, `${name}.d.ts`), text);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const entry of entries) {
    const name = basename(entry.default, '.js');
    writeFileSync(join(folder, `${name}.d.mts`), `export * from './${name}.js';\n`);
  }
}

/**
 * Returns the declarations of each public entry, and the shared ones, by the name of the file.
 *
 * @param emitted - the folder with the declarations of the sources, which also gets temporary files
 */
export function declarationsOf(entries: readonly PublicEntry[], emitted: string): ReadonlyMap<string, string> {
  const folder = join(emitted, 'entries');
  rollUp(entries, emitted, folder);
  const texts = entries.map((entry): readonly [string, string] => {
    const name = basename(entry.default, '.js');
    return [name, withoutPrivateFields(readFileSync(join(folder, `${name}.d.ts`), 'utf8'))];
  });
  return shareDeclarations(new Map(texts));
}

/** With private fields, TypeScript would not accept a client of one copy of the package in another copy. */
const withoutPrivateFields = (declarations: string): string => declarations.replaceAll(/^ *#private;\n/gm, '');
