import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** `require("./a.js")`, and in declarations `from './a.js'` and `import('./a.js').A`. */
const RELATIVE = /\b(?:from|import|require)\s*\(?\s*["'](\.[^"']+)["']/g;

/** The files of built scripts or declarations that some of them lead to, and these; with absolute paths. */
export function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files.map((file) => resolve(file)));
  for (const file of reached) {
    const isDeclaration = file.endsWith('.d.ts');
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE)) {
      const target = resolve(file, '..', path);
      reached.add(isDeclaration ? target.replace(/\.js$/, '.d.ts') : target);
    }
  }
  return reached;
}
