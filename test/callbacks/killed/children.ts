import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { type Program, startProgram } from '../../files/running.js';

/** A process that receives callbacks. */
export interface Child {
  readonly name: string;
  readonly program: Program;
  /** Once it listens. */
  port(): number | undefined;
}

/** Builds the program, with the packages that it needs. @returns its file, and what removes it */
export function buildHandler(): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'callback-handler-'));
  const outfile = path.join(folder, 'handler.cjs');
  const source = fileURLToPath(new URL('handler-child.ts', import.meta.url));
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
    // Clients ask for these where they are.
    external: ['pg-native', '@fastify/busboy'],
  });
  return { file: outfile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a process. @param onTwo - is told of two of one sequence that it has seen in hand at once */
export function startHandler(
  file: string,
  name: string,
  args: readonly string[],
  onTwo: (facts: string) => void,
): Child {
  const program = startProgram([process.execPath, file, ...args, name], {});
  let port: number | undefined;
  let next = 0;
  program.child.stdout?.on('data', () => {
    for (; next < program.lines.length; next++) {
      const [word, ...facts] = program.lines[next]?.split(' ') ?? [];
      if (word === 'port') port = Number(facts[0]);
      if (word === 'two') onTwo(`${name} ${facts.join(' ')}`);
    }
  });
  return { name, program, port: () => port };
}
