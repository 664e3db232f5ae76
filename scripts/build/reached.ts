import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** `require("./a.js")`, and in ES modules `from "./a.js"` and `import("./a.js")`. */
const RELATIVE = /\b(?:from|import|require)\s*\(?\s*["'](\.[^"']+)["']/g;

/** Returns the absolute paths of the given built scripts and of all scripts that they load. */
export function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files.map((file) => resolve(file)));
  for (const file of reached) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE)) {
      reached.add(resolve(file, '..', path));
    }
  }
  return reached;
}
