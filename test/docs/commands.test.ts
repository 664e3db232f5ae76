import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NAMED_COMMANDS } from '../../scripts/named-commands.js';
import { APART, SUITES } from '../../vitest.config.js';
import { ROOT } from '../support/run.js';
import { readDocument, tableRows } from './markdown.js';

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
/** The commands of the steps of `.ci/run`. */
const ciCommands = readFileSync(`${ROOT}.ci/run`, 'utf8')
  .split('\n')
  .map((line) => line.trim().replace(/^(?:env (?:\w+=\S+ )+)|(?: \|\| return)$/g, ''))
  .filter((line) => /^(?:npm|node) /.test(line));

/** The npm scripts in a text: `test` in `npm test`, `lint` in `npm run --silent lint`. */
function scriptsNamedIn(text: string): readonly string[] {
  return [...text.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
    ([, run, own]) => run ?? own ?? '',
  );
}

/** The names of a script in the table of CONTRIBUTING.md: `cli` in `test:slow -- cli`. */
const documented = (script: string): readonly string[] =>
  tableRows(readDocument('CONTRIBUTING.md').sections.flatMap(({ lines }) => lines))
    .map(([command = '']) => new RegExp(`^\`npm run ${script} -- ([a-z-]+)\`$`).exec(command)?.[1] ?? '')
    .filter((name) => name !== '');

/** The suites and random tests that `.ci/run` does not run. */
const NOT_IN_CI = ['test:slow -- mutation', 'random -- migration'];

describe('the commands in the documents', () => {
  it.each(['README.md', 'CONTRIBUTING.md', 'RELEASING.md', '.ci/run'])('are scripts of package.json: %s', (file) => {
    const named = scriptsNamedIn(readFileSync(ROOT + file, 'utf8'));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it.each(['test:slow', 'random'] as const)('have a row in CONTRIBUTING.md for each name of %s', (script) => {
    expect(documented(script)).toEqual(Object.keys(NAMED_COMMANDS[script]));
  });

  it('are run by .ci/run, except slow ones', () => {
    const run = ciCommands.flatMap((command) => /(?:test:slow|random) -- [\w-]+/.exec(command) ?? []);
    const named = (['test:slow', 'random'] as const).flatMap((script) =>
      Object.keys(NAMED_COMMANDS[script]).map((name) => `${script} -- ${name}`),
    );
    expect(ciCommands).toContain('npm test');
    expect([...run].sort()).toEqual(named.filter((name) => !NOT_IN_CI.includes(name)).sort());
  });

  it('begin in .ci/run with the scripts of `npm run check`, in the same order', () => {
    // The lock file is checked before packages are installed.
    expect(ciCommands[1]).toBe('node scripts/prepare.mjs');
    const checked = scriptsNamedIn(scripts['check'] ?? '');
    expect(checked).toContain('types');
    expect(scriptsNamedIn(ciCommands.join('\n')).slice(0, checked.length)).toEqual(checked);
  });
});

describe('a test file', () => {
  const files = readdirSync(`${ROOT}test`, { recursive: true, encoding: 'utf8' })
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'));
  const suitesOf = (file: string): readonly string[] =>
    Object.entries({ ...SUITES, apart: { files: APART } }).flatMap(([name, suite]) =>
      suite.files.some((part) => (part.endsWith('/') ? file.startsWith(part) : file === part)) ? [name] : [],
    );

  it('runs in a separate process if it replaces modules', () => {
    const replaces = /^vi\.(?:mock|doMock)\(|from ['"]nock|\bplayThrough[N]ock/m;
    const replacing = files.filter((file) => replaces.test(readFileSync(ROOT + file, 'utf8')));
    expect(replacing.length).toBeGreaterThan(3);
    expect(replacing.filter((file) => suitesOf(file).length === 0)).toEqual([]);
  });

  it('is in at most one suite', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => suitesOf(file).length > 1)).toEqual([]);
    expect(
      files.filter(
        (file) => /^test\/(?:frameworks|interop|network|toolchains)\//.test(file) && suitesOf(file).length > 0,
      ),
    ).toEqual([]);
  });

  it('exists for each line of a suite, and each suite has a name', () => {
    const lines = [...APART, ...Object.values(SUITES).flatMap((suite) => suite.files)];
    const isThere = (line: string): boolean =>
      files.some((file) => file === line || (line.endsWith('/') && file.startsWith(line)));
    expect(lines.filter((line) => !isThere(line))).toEqual([]);
    for (const name of Object.keys(SUITES)) {
      expect(NAMED_COMMANDS['test:slow'][name]).toEqual([`vitest run --project ${name}`]);
    }
    expect(scripts['test']).toMatch(/ --project quick --project apart$/);
  });
});
