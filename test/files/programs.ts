import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { buildProgram, type Program, type StartOptions, startProgram } from './running.js';

/** Creates a folder for each test. */
export function lockFolder(): () => string {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'locks-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => folder;
}

/** Builds a program of this folder. @returns its file */
export function programFile(name: string): string {
  const built = mkdtempSync(path.join(tmpdir(), 'lock-program-'));
  chmodSync(built, 0o755);
  const outfile = path.join(built, 'program.mjs');
  buildProgram(fileURLToPath(new URL(name, import.meta.url)), outfile);
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  return outfile;
}

/** @returns a function that starts a program. Programs that run at the end of a test are killed. */
export function programStart(file: string): (args: readonly string[], options?: StartOptions) => Program {
  const all = new Set<Program>();
  afterEach(async () => {
    await Promise.all([...all].map((program) => program.kill()));
    all.clear();
  });
  return (args, options = {}) => {
    const program = startProgram([process.execPath, file, ...args], options);
    all.add(program);
    return program;
  };
}
