import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../src/codegen/command-line.js';
import { structOf, wsdl } from './given.js';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const FILES = ['codecs.ts', 'index.ts', 'service.ts', 'stub.ts', 'types.ts'];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'generate-'));
  write('t.wsdl', wsdl({ schema: structOf('T', '<xsd:element name="f" type="xsd:int"/>') }));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
const read = (name: string) => readFileSync(join(directory, name), 'utf8');

const run = (...parameters: string[]) => runIn(repository, ...parameters);

function runIn(repository: string, ...parameters: string[]) {
  let stdout = '';
  let stderr = '';
  const code = runCommand(parameters, {
    directory,
    repository,
    stdout: (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { code, stdout, stderr };
}
const generate = (...more: string[]) => run('--wsdl', 't.wsdl', '--out', 'out', ...more);

describe('the generator', () => {
  it('writes its files and says which', () => {
    expect(generate()).toEqual({
      code: 0,
      stdout: 'out: wrote types.ts, codecs.ts, service.ts, stub.ts, index.ts (from t.wsdl)\n',
      stderr: '',
    });
    expect(readdirSync(join(directory, 'out'))).toEqual(FILES);
  });

  it('says what it changed of what was there', () => {
    generate();
    write('out/old.ts', read('out/types.ts'));
    rmSync(join(directory, 'out/stub.ts'));
    expect(generate().stdout).toBe('out: wrote stub.ts; removed old.ts (from t.wsdl)\n');
  });

  it('says that everything agrees when there is nothing to write', () => {
    generate();
    expect(generate()).toEqual({ code: 0, stdout: 'out: agrees with t.wsdl, nothing to write\n', stderr: '' });
  });

  it('wants to be told where to put what it generates from another document than the project’s', () => {
    const generated = join(directory, 'generated');
    mkdirSync(join(directory, 'wsdl'));
    cpSync(join(repository, 'wsdl/sms-service.wsdl'), join(directory, 'wsdl/sms-service.wsdl'));
    // A repository of its own: should the guard fail, nothing of the real one is overwritten.
    for (const more of [[], ['--check'], ['--port', 'port']]) {
      const { code, stdout, stderr } = runIn(directory, '--wsdl', 't.wsdl', ...more);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toBe(
        '--wsdl t.wsdl: give --out DIR too; without it the output is generated, which belongs to wsdl/sms-service.wsdl\n',
      );
      expect(existsSync(generated)).toBe(false);
    }
    symlinkSync('sms-service.wsdl', join(directory, 'wsdl/link.wsdl'));
    for (const own of ['wsdl/sms-service.wsdl', './wsdl/../wsdl/sms-service.wsdl', 'wsdl/link.wsdl']) {
      expect(runIn(directory, '--wsdl', own)).toMatchObject({ code: 0, stderr: '' });
      expect(readdirSync(generated)).toEqual(FILES);
    }
    expect(runIn(directory, '--help').stdout).toMatch(/--out DIR .*needed with a --wsdl that names another/s);
  });

  it('names no directory in what it writes, but for the way to the runtime', () => {
    generate('--runtime', '#runtime');
    for (const name of FILES) expect(read(`out/${name}`)).not.toContain(directory);
    expect(read('out/codecs.ts')).toContain("from '#runtime';");
  });

  it('imports the runtime of the repository by a relative path', () => {
    const parameters = ['--wsdl', join(repository, 'wsdl/sms-service.wsdl'), '--out', 'out', '--check'];
    run(...parameters.slice(0, -1));
    expect(read('out/codecs.ts')).toMatch(/from '(?:\.\.\/)+.*src\/soap\/index\.js';/);
    expect(run(...parameters).code).toBe(0);
  });

  it('removes what an earlier run wrote and leaves what it did not', () => {
    generate();
    write('out/old.ts', read('out/types.ts'));
    write('out/mine.ts', '// mine\n');
    write('out/README.md', read('out/types.ts'));
    expect(generate().code).toBe(0);
    expect(readdirSync(join(directory, 'out'))).toEqual(['README.md', ...FILES.toSpliced(2, 0, 'mine.ts')]);
  });

  it('does not overwrite what it did not write', () => {
    mkdirSync(join(directory, 'out'));
    write('out/index.ts', 'export {};\n');
    expect(generate()).toEqual({
      code: 2,
      stdout: '',
      stderr: 'out/index.ts: exists and was not written by this generator; nothing was written\n',
    });
    expect(readdirSync(join(directory, 'out'))).toEqual(['index.ts']);
  });

  it('writes nothing when it refuses, and tells the place on standard error', () => {
    write('t.wsdl', wsdl({ schema: '\n<xsd:complexType name="T"><xsd:struct/></xsd:complexType>' }));
    expect(generate()).toEqual({
      code: 2,
      stdout: '',
      stderr: 't.wsdl:9:27: xsd:struct: is not known in a struct\n',
    });
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it('leaves generated files as they are when it refuses', () => {
    generate();
    const before = FILES.map((name) => read(`out/${name}`));
    write('t.wsdl', '<a>');
    expect(generate().code).toBe(2);
    expect(FILES.map((name) => read(`out/${name}`))).toEqual(before);
  });

  it.each([
    [['--wsdl', 'none.wsdl', '--out', 'out'], /^none\.wsdl: cannot be read: ENOENT/],
    [['--wsdl', '.', '--out', 'out'], /^\.?: cannot be read: EISDIR/],
    [['--bogus'], /Unknown option '--bogus'/],
    [['file.wsdl'], /Unexpected argument 'file\.wsdl'/],
    [['--wsdl'], /'--wsdl <value>' argument missing/],
    [['--runtime', "a'b"], /--runtime: "a'b" is no import specifier/],
    [['--wsdl', 't.wsdl', '--out', 't.wsdl'], /ENOTDIR.*t\.wsdl/],
    [['--wsdl', 't.wsdl', '--port', 'x', '--out', 'out'], /there is no port "x"/],
  ])('refuses the arguments %j', (parameters, wanted) => {
    const { code, stdout, stderr } = run(...parameters);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(wanted);
  });

  it('explains itself', () => {
    const { code, stdout } = run('--help');
    expect(code).toBe(0);
    for (const option of ['--wsdl', '--out', '--port', '--runtime', '--check', '--help']) {
      expect(stdout).toContain(`  ${option}`);
    }
  });
});

describe('--check', () => {
  beforeEach(() => {
    generate();
  });

  it('says that everything agrees when nothing differs', () => {
    expect(generate('--check')).toEqual({ code: 0, stdout: 'out: agrees with t.wsdl\n', stderr: '' });
  });

  it('shows a changed line and writes nothing', () => {
    const edited = read('out/types.ts').replace('readonly f: number;', 'readonly f: string;');
    write('out/types.ts', edited);
    const { code, stdout, stderr } = generate('--check');
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        '--- out/types.ts (as it is)',
        '+++ out/types.ts (as generated)',
        '@@ -2,7 +2,7 @@',
        ` ${edited.split('\n')[1]}`,
        ' ',
        ' export interface T {',
        '-  readonly f: string;',
        '+  readonly f: number;',
        ' }',
        ' ',
        ' /** Input parts of op. */',
        '',
      ].join('\n'),
    );
    expect(stderr).toBe('out is not what t.wsdl generates: run the generator (npm run generate)\n');
    expect(read('out/types.ts')).toBe(edited);
  });

  it('notices any change of the WSDL, by its hash', () => {
    write('t.wsdl', `${wsdl({ schema: structOf('T', '<xsd:element name="f" type="xsd:int"/>') })}<!-- -->`);
    const { code, stdout } = generate('--check');
    expect(code).toBe(1);
    for (const name of FILES) expect(stdout).toContain(`--- out/${name} (as it is)\n`);
  });

  it('names missing files and those that are no longer generated', () => {
    write('out/old.ts', read('out/types.ts'));
    rmSync(join(directory, 'out/stub.ts'));
    expect(generate('--check')).toMatchObject({
      code: 1,
      stdout: 'out/stub.ts: missing\nout/old.ts: no longer generated\n',
    });
    expect(existsSync(join(directory, 'out/old.ts'))).toBe(true);
  });

  it('notices changed line ends', () => {
    write('out/stub.ts', read('out/stub.ts').replaceAll('\n', '\r\n'));
    expect(generate('--check').stdout).toContain('out/stub.ts');
    write('out/stub.ts', read('out/stub.ts').replaceAll('\r\n', '\n').trimEnd());
    expect(generate('--check').stdout).toBe('out/stub.ts: differs in its line ends\n');
  });

  it('fails where nothing was generated yet', () => {
    rmSync(join(directory, 'out'), { recursive: true });
    expect(generate('--check').code).toBe(1);
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it('finds the repository as it is generated', () => {
    expect(run('--check')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('scripts/generate.ts', () => {
  it('is the command, with its exit code', () => {
    cpSync(join(repository, 'wsdl/sms-service.wsdl'), join(directory, 'sms-service.wsdl'));
    const script = join(repository, 'scripts/generate.ts');
    const tsx = join(repository, 'node_modules/.bin/tsx');
    const start = (...parameters: string[]) =>
      execFileSync(tsx, [script, ...parameters], { cwd: directory, encoding: 'utf8', stdio: 'pipe' });
    expect(start('--wsdl', 'sms-service.wsdl', '--out', 'out')).toMatch(/^out: wrote .* \(from sms-service\.wsdl\)\n$/);
    expect(readdirSync(join(directory, 'out'))).toEqual(FILES);
    rmSync(join(directory, 'out/index.ts'));
    expect(() => start('--wsdl', 'sms-service.wsdl', '--out', 'out', '--check')).toThrow(
      expect.objectContaining({ status: 1, stdout: 'out/index.ts: missing\n' }),
    );
  });
});
