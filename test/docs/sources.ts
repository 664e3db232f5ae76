import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../support/run.js';

/** A file of the repository. */
export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

const NOT_KEPT: ReadonlySet<string> = new Set(['.git', '.cache', 'coverage', 'dist', 'node_modules']);
/** Recorded bytes, certificates and texts of other authors. */
const NOT_READ = /^(?:test\/corpus\/|package-lock\.json$|LICENSE$)|\.(?:pem|tgz)$/;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (NOT_KEPT.has(entry.name) || path === 'docs/api') return [];
    return entry.isDirectory() ? filesBelow(`${path}/`) : [path];
  });
}

/** The text files of the repository with a matching path. */
export function sourceFiles(wanted: RegExp): readonly SourceFile[] {
  const paths = filesBelow('').filter((path) => wanted.test(path) && !NOT_READ.test(path));
  return paths.sort().map((path) => ({ path, text: readFileSync(ROOT + path, 'utf8') }));
}
