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

const SOURCE = fileURLToPath(new URL('handler-child.ts', import.meta.url));

/** Builds a program with its packages. @returns its file, and a function that removes it */
export function buildHandler(source: string = SOURCE): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'callback-handler-'));
  const outfile = path.join(folder, 'handler.cjs');
  buildSync({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // CommonJS has no `import.meta.url`, which the library uses to find files.
    define: { 'import.meta.url': JSON.stringify(new URL('../../../src/replay/functions.ts', import.meta.url).href) },
    logLevel: 'error',
    // An optional package of `pg`.
    external: ['pg-native'],
  });
  return { file: outfile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Listeners for the output of a process. */
export interface Heard {
  /** Its store has noted the end of an event. */
  noted(name: string): void;
  /** It handled two events of one sequence concurrently. */
  two(facts: string): void;
}

/** Starts a process. */
export function startHandler(file: string, name: string, args: readonly string[], heard: Heard): Child {
  const program = startProgram([process.execPath, file, ...args, name], {});
  let port: number | undefined;
  let next = 0;
  program.child.stdout?.on('data', () => {
    for (; next < program.lines.length; next++) {
      const [word, ...facts] = program.lines[next]?.split(' ') ?? [];
      if (word === 'port') port = Number(facts[0]);
      if (word === 'two') heard.two(`${name} ${facts.join(' ')}`);
      if (word === 'noted') heard.noted(`${facts.join(' ')} ${name}`);
    }
  });
  return { name, program, port: () => port };
}
