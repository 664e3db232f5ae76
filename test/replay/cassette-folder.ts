import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Gives every test a folder of its own. @returns asks for the path of the cassette in it, which ends with `ending` */
export function cassetteFile(ending: string = 'har'): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'cassette-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => path.join(folder, `calls.${ending}`);
}
