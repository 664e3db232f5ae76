import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Generated, type GenerateOptions, generate } from '../../src/codegen/generate.js';
import { structOf, wsdl } from './given.js';

const FILES = ['codecs.ts', 'index.ts', 'service.ts', 'stub.ts', 'types.ts'];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'generate-'));
  write('t.wsdl', wsdl({ schema: structOf('T', '<xsd:element name="f" type="xsd:int"/>') }));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
const read = (name: string) => readFileSync(join(directory, name), 'utf8');
const run = (more: Partial<GenerateOptions> = {}): Promise<Generated> =>
  generate({
    wsdl: 't.wsdl',
    out: 'out',
    directory,
    runtime: '#runtime',
    isLenient: false,
    documents: new Map(),
    isCheck: false,
    shown: (name) => name,
    ...more,
  });

describe('the generator', () => {
  it('removes only the files of earlier runs', async () => {
    await run();
    write('out/old.ts', read('out/types.ts'));
    write('out/mine.ts', '// mine\n');
    write('out/README.md', read('out/types.ts'));
    rmSync(join(directory, 'out/stub.ts'));
    expect((await run()).summary).toBe('out: wrote stub.ts; removed old.ts (from t.wsdl)');
    expect(readdirSync(join(directory, 'out'))).toEqual(['README.md', ...FILES.toSpliced(2, 0, 'mine.ts')]);
  });

  it('does not overwrite a file that it did not write', async () => {
    mkdirSync(join(directory, 'out'));
    write('out/index.ts', 'export {};\n');
    await expect(run()).rejects.toThrow(
      'out/index.ts: exists and was not written by this generator; nothing was written',
    );
    expect(readdirSync(join(directory, 'out'))).toEqual(['index.ts']);
  });

  it('writes nothing if the document is refused, and names the position', async () => {
    write('t.wsdl', wsdl({ schema: '\n<xsd:complexType name="T"><xsd:struct/></xsd:complexType>' }));
    await expect(run()).rejects.toThrow('t.wsdl:9:27: xsd:struct: is not supported in a struct');
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it.each([
    [{ wsdl: 'none.wsdl' }, /^none\.wsdl: cannot be read: ENOENT/],
    [{ wsdl: '.' }, /^\.: cannot be read: EISDIR/],
    [{ out: 't.wsdl' }, /ENOTDIR.*t\.wsdl/],
    [{ port: 'x' }, /there is no port "x"/],
  ])('refuses %j', async (options, wanted) => {
    await expect(run(options)).rejects.toThrow(wanted);
  });
});

describe('a check', () => {
  const check = () => run({ isCheck: true });
  beforeEach(() => run());
  it('names changed files and writes nothing', async () => {
    const edited = read('out/types.ts').replace('readonly f: number;', 'readonly f: string;');
    write('out/types.ts', edited);
    const { differences, summary } = await check();
    expect(differences).toEqual(['out/types.ts: differs']);
    expect(summary).toBe('out: differs from the code generated from t.wsdl');
    expect(read('out/types.ts')).toBe(edited);
  });

  it('finds any change of the WSDL by its hash', async () => {
    write('t.wsdl', `${read('t.wsdl')}<!-- -->`);
    expect(new Set((await check()).differences)).toEqual(new Set(FILES.map((name) => `out/${name}: differs`)));
  });

  it('names missing files, files that are no longer generated, and other line ends', async () => {
    write('out/old.ts', read('out/types.ts'));
    rmSync(join(directory, 'out/index.ts'));
    write('out/stub.ts', read('out/stub.ts').trimEnd());
    expect((await check()).differences).toEqual([
      'out/stub.ts: differs',
      'out/index.ts: missing',
      'out/old.ts: no longer generated',
    ]);
    expect(existsSync(join(directory, 'out/old.ts'))).toBe(true);
  });
});
