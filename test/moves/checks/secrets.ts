import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Ended } from '../runs/run.js';

const SECRET = 'secret-4711';

/** Finds passwords in files and output. */
export function shownSecrets(folder: string, endings: readonly Ended[]): readonly string[] {
  const inOutputs = endings.filter(({ out, err }) => `${out}${err}`.includes(SECRET)).map(({ args }) => args.join(' '));
  const inFiles = readdirSync(folder).filter((name) => {
    const file = path.join(folder, name);
    return statSync(file).isFile() && readFileSync(file, 'utf8').includes(SECRET);
  });
  return [...inOutputs, ...inFiles];
}
