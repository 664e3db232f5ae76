import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { type Program, startProgram } from '../../files/running.js';

/** A process that takes deliveries, by its name. */
export interface Child {
  readonly name: string;
  readonly program: Program;
  /** What it was told of and has not answered. */
  readonly asked: Set<string>;
}

/** Builds a program of this folder, with the packages that it needs. @returns its file, and what removes it */
export function buildChild(name: string): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'callback-programs-'));
  const outfile = path.join(folder, `${name}.cjs`);
  const source = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  buildSync({
    ...{ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' },
    external: ['pg-native'],
  });
  return { file: outfile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a process. @param onLine - is told of each answer */
export function startChild(
  file: string,
  name: string,
  args: readonly string[],
  onLine: (child: Child, line: string) => void,
): Child {
  const program = startProgram([process.execPath, file, ...args, name], {});
  const child: Child = { name, program, asked: new Set() };
  let next = 0;
  const read = (): void => {
    while (next < program.lines.length) onLine(child, program.lines[next++] ?? '');
  };
  program.child.stdout?.on('data', read);
  return child;
}
