import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { writeGenerated } from '../../src/codegen/output.js';
import { readWsdl } from '../../src/codegen/read-wsdl.js';
import { ROOT, runBin } from '../support/run.js';

const WORK = `${ROOT}node_modules/.cache/wsdl-change`;

afterAll(() => rm(WORK, { recursive: true, force: true }));

/** The files in which the compiler finds errors. */
function filesWithErrors(output: string): string[] {
  const files = output.split('\n').map((line) => /^(\S+\.ts)\(\d+,\d+\): error /.exec(line)?.[1]);
  return [...new Set(files.filter((file) => file !== undefined))].sort();
}

describe('the public types', () => {
  it('accept valid uses and refuse others', async () => {
    const { code, output } = await runBin('tsc', ['-p', 'test/types/tsconfig.json']);
    expect(output).toBe('');
    expect(code).toBe(0);
  });
});

/** Compiles a program that closes objects of the library. @returns the output of the compiler */
async function compiled(lib: readonly string[], source: string): Promise<string> {
  const folder = await mkdtemp(`${tmpdir()}/disposal-`);
  try {
    await cp(`${ROOT}src/options/async-disposal.ts`, `${folder}/async-disposal.ts`);
    await writeFile(`${folder}/main.ts`, source);
    const compilerOptions = {
      ...{ lib, target: 'es2022', module: 'es2022', moduleResolution: 'bundler', types: [], strict: true },
      ...{ skipLibCheck: false, noEmit: true },
    };
    await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    return (await runBin('tsc', ['-p', folder], folder)).output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const CLOSEABLE = `
  import { AsyncCloseable, type AsyncDisposal, asyncDisposal } from './async-disposal.js';
  class Client extends AsyncCloseable { async close(): Promise<void> {} }
  const close = async (): Promise<void> => {};
  export const server: AsyncDisposal & { close(): Promise<void> } = { close, ...asyncDisposal(close) };
  export const client: Client = new Client();
`;

describe('objects with close()', () => {
  it('can be used with await using', async () => {
    const using = `${CLOSEABLE}
      await using one = new Client();
      await using other = server;
      console.log(one, other);`;
    expect(await compiled(['es2022', 'esnext.disposable', 'dom'], using)).toBe('');
  });

  it('compile without the types of await using', async () => {
    expect(await compiled(['es2020', 'dom'], `${CLOSEABLE}\nvoid client.close();`)).toBe('');
    expect(await compiled(['es2020', 'dom'], `${CLOSEABLE}\nexport const fake: AsyncDisposal = {};`)).toBe('');
  });
});

describe('a changed WSDL', () => {
  async function compileWith(change: (wsdl: string) => string): Promise<string[]> {
    await rm(WORK, { recursive: true, force: true });
    await mkdir(WORK, { recursive: true });
    await cp(`${ROOT}src`, `${WORK}/src`, { recursive: true });
    const wsdl = await readFile(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');
    const changed = change(wsdl);
    expect(changed).not.toBe(wsdl);
    await writeFile(`${WORK}/changed.wsdl`, changed);
    const { model } = readWsdl(`${WORK}/changed.wsdl`, {
      readFile: readFileSync,
      displayName: String,
      allTypes: true,
      strictness: 'plain',
    });
    writeGenerated(model, { path: `${WORK}/generated`, name: 'generated', runtime: '../src/soap/plain-runtime.js' });
    await writeFile(
      `${WORK}/tsconfig.json`,
      JSON.stringify({ extends: `${ROOT}tsconfig.json`, include: ['src/client', 'src/soap', 'generated'] }),
    );
    const { output } = await runBin('tsc', ['-p', `${WORK}/tsconfig.json`], WORK);
    return filesWithErrors(output);
  }

  it('compiles if only its comments change', async () => {
    expect(await compileWith((wsdl) => wsdl.replace('A contact group of the account', 'A group of contacts'))).toEqual(
      [],
    );
  });

  it('breaks the writing table of a type with a new field', async () => {
    const change = (wsdl: string): string =>
      wsdl.replace(
        /(<xsd:complexType name="sms_multi_param">[^]*?<xsd:all>)/,
        '$1<xsd:element name="extra" type="xsd:int"/>',
      );
    expect(await compileWith(change)).toEqual(['src/client/to-wire.ts']);
  });

  it('breaks the reading table of a type with a new field', async () => {
    const change = (wsdl: string): string =>
      wsdl.replace(/(<xsd:complexType name="Sms">[^]*?<xsd:all>)/, '$1<xsd:element name="extra" type="xsd:int"/>');
    expect(await compileWith(change)).toEqual(['src/client/from-wire.ts']);
  });

  it('breaks both tables of a type with a changed field', async () => {
    const change = (wsdl: string): string =>
      wsdl.replace(/(<xsd:complexType name="Number">[^]*?name="id_group" type=")xsd:int/, '$1xsd:string');
    expect(await compileWith(change)).toEqual(['src/client/from-wire.ts', 'src/client/to-wire.ts']);
  });
});
