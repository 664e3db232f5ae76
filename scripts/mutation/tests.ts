import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { APART, SUITES } from '../../vitest.config.js';
import { ROOT } from '../build/manifest.js';

/** Suites, and files of them, of which many tests are quick all the same. */
const TRIED = [
  'test/cli/',
  'test/replay/privacy/private.test.ts',
  'test/files/held-lock.test.ts',
  'test/files/with-lock.test.ts',
];

/** Test files that start programs, wait, measure, or read the sources: mutants are not tried against them. */
const LEFT_OUT = [
  ...Object.values(SUITES)
    .flatMap(({ files }) => files)
    .filter((file) => !TRIED.includes(file)),
  'test/bench/',
  'test/calls/interceptors/rate-limit.test.ts',
  'test/calls/interceptors/slowed-client.test.ts',
  'test/conformance/',
  'test/fuzz/',
  'test/frameworks/',
  'test/interop/',
  'test/network/',
  'test/toolchains/',
  'test/rooms.test.ts',
];

/** Those of test/cli that do not start the built command for all they do. */
const IN_PROCESS = /^test\/cli\/(?:(?:migration|prints|running|settings|traffic)\/|(?:screen|text)\.test)/;

const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The files that a file imports, and those that they import. */
function importedBy(file: string, known: Map<string, Set<string>>): Set<string> {
  const before = known.get(file);
  if (before !== undefined) return before;
  const all = new Set([file]);
  known.set(file, all);
  for (const path of all) {
    for (const [, name = ''] of readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)) {
      const found = join(dirname(path), name.replace(/\.js$/, '.ts'));
      if (existsSync(join(ROOT, found)) && /\.[cm]?ts$/.test(found)) all.add(found);
    }
  }
  return all;
}

/** The test files of `npm test` that import any of these files. */
export function testsOf(sources: readonly string[], within: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'test'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const known = new Map<string, Set<string>>();
  return listed
    .split('\n')
    .filter((file) => file.endsWith('.test.ts') && existsSync(join(ROOT, file)))
    .filter((file) => !LEFT_OUT.some((left) => (left.endsWith('/') ? file.startsWith(left) : file === left)))
    .filter((file) => within.length === 0 || within.some((path) => file.startsWith(path)))
    .filter((file) => !file.startsWith('test/cli/') || IN_PROCESS.test(file))
    .filter((file) => sources.some((source) => importedBy(file, known).has(source)));
}

export const isApart = (file: string): boolean => APART.includes(file);
