import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { ROOT } from '../build/manifest.js';
import { PER_FILE } from './job.js';

export interface Mutant {
  readonly source: string;
  /** Among those of its file. */
  readonly number: number;
  readonly kind: string;
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

/** A switch with a global's help: it works too before the module is evaluated, in modules that import each other. */
const HEADER =
  'function stryMutAct_9fa48(id) { return globalThis.__mutants?.act(id) ?? false; } ' +
  'function stryCov_9fa48(...ids) { globalThis.__mutants?.cov(...ids); } ';

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

export const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function textAt(lines: readonly string[], { start, end }: { start: Position; end: Position }): string {
  if (start.line === end.line) return (lines[start.line] ?? '').slice(start.column, end.column);
  const middle = lines.slice(start.line + 1, end.line);
  return [(lines[start.line] ?? '').slice(start.column), ...middle, (lines[end.line] ?? '').slice(0, end.column)].join(
    '\n',
  );
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function writeIfOther(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A copy of the repository with all mutants in it, each behind a switch. */
export async function makeSandbox(sandbox: string, sources: readonly string[], writes: boolean): Promise<Mutant[]> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  const mutated = new Set(sources);
  for (const path of listed.split('\n')) {
    if (!writes || path === '' || mutated.has(path) || !existsSync(join(ROOT, path))) continue;
    const [from, to] = [join(ROOT, path), join(sandbox, path)];
    if (existsSync(to) && statSync(to).mtimeMs >= statSync(from).mtimeMs && statSync(to).size === statSync(from).size)
      continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
  if (writes && !existsSync(join(sandbox, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules'), join(sandbox, 'node_modules'));
  const mutants: Mutant[] = [];
  for (const [place, source] of sources.entries()) {
    const content = readFileSync(join(ROOT, source), 'utf8');
    const kept = join(sandbox, '..', 'instrumented', `${hashOf(content + source)}.json`);
    if (!existsSync(kept)) {
      const file = { name: source, mutate: true, content };
      const options = { excludedMutations: [], ignorers: [], plugins: null, noHeader: true };
      const { files, mutants: found } = await new Instrumenter(silent).instrument([file], options);
      writeIfOther(kept, JSON.stringify({ text: files[0]?.content, found }));
    }
    const { text, found } = JSON.parse(readFileSync(kept, 'utf8')) as {
      text: string;
      found: {
        id: string;
        mutatorName: string;
        replacement: string;
        status?: string;
        location: { start: Position; end: Position };
      }[];
    };
    const numbered = text.replaceAll(/\bstry(?:MutAct|Cov)_9fa48\([\d", ]+\)/g, (call) =>
      call.replaceAll(/"(\d+)"/g, (_all, id: string) => String(place * PER_FILE + Number(id))),
    );
    if (writes) writeIfOther(join(sandbox, source), HEADER + numbered);
    const lines = content.split('\n');
    for (const { id, mutatorName, replacement, status, location } of found) {
      if (status === 'Ignored') continue;
      const was = textAt(lines, location);
      mutants.push({
        source,
        number: Number(id),
        kind: mutatorName,
        line: location.start.line + 1,
        was,
        becomes: replacement,
      });
    }
  }
  return mutants;
}
