import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildResult, build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceTexts } from '../../scripts/build/bundle.js';
import { commonJs } from '../../scripts/build/common-js.js';
import { BUILT_IN, buildThirdParty, builtIn } from '../../scripts/build/third-party.js';
import { ROOT, run } from '../support/run.js';

let library: BuildResult<{ metafile: true; write: false }>;
let packages: Metafile;
let folder = '';

function bundle(contents: string): Promise<typeof library> {
  return build({
    stdin: { contents, resolveDir: ROOT },
    plugins: [builtIn(), sourceTexts()],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
}

const textOf = ({ outputFiles }: typeof library): string => commonJs(outputFiles[0]?.text ?? '');

const importsOf = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
  library = await bundle("export * from './src/address-book/formats/files.ts';");
  packages = await buildThirdParty(join(folder, 'third-party'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('bundled packages', () => {
  it('are development packages, and are all used', async () => {
    const { devDependencies } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining([...BUILT_IN.keys()]));
    const command = await bundle("export * from './src/cli/program.ts';");
    const callbacks = await bundle("export * from './src/callbacks/index.ts';");
    const used = [command, callbacks].flatMap(({ metafile }) =>
      importsOf(metafile).filter((path) => path.startsWith('./third-party/')),
    );
    expect([...new Set(used)].sort()).toEqual([
      './third-party/busboy.js',
      './third-party/commander.js',
      './third-party/jsonc-parser.js',
      './third-party/postal-mime.js',
      './third-party/string-width.js',
    ]);
    // yaml is loaded without an import, because opening a cassette is synchronous.
    expect(BUILT_IN.size).toBe(5 + 1);
  });

  it('import only each other and modules of Node.js', () => {
    const others = importsOf(packages).filter((path) => !isBuiltin(path) && !path.includes('third-party/'));
    expect(others).toEqual([]);
  });

  it('work without installed packages', async () => {
    await writeFile(join(folder, 'files.cjs'), textOf(library));
    const program = `
      import { readRecords, writeRecords } from './files.cjs';
      async function* card() { yield 'BEGIN:VCARD\\nVERSION:4.0\\nFN:"Jan", K\\nTEL:+48500100200\\nCATEGORIES:A\\nEND:VCARD'; }
      for await (const piece of writeRecords(readRecords(card(), 'vcard'), 'csv')) process.stdout.write(piece);`;
    await writeFile(join(folder, 'program.mjs'), program);
    expect((await run('node', ['program.mjs'], folder)).output).toBe(
      `group_id,group,info,number,name\r\n,A,,'+48500100200,"""Jan"", K"\r\n`,
    );
  });

  it('read a form with files without installed packages', async () => {
    const callbacks = await bundle("export { parseCallback } from './src/callbacks/index.ts';");
    await writeFile(join(folder, 'callbacks.cjs'), textOf(callbacks));
    const program = `
      import { parseCallback } from './callbacks.cjs';
      const body = new FormData();
      for (const name of ['mms_from', 'mms_to']) body.append(name, '48500100200');
      body.append('f', new File(['abc'], 'a.txt'));
      const [event] = await parseCallback(new Request('http://localhost/', { method: 'POST', body }));
      process.stdout.write(event.files[0].name + Buffer.from(event.files[0].bytes));`;
    await writeFile(join(folder, 'form.mjs'), program);
    expect((await run('node', ['form.mjs'], folder)).output).toBe('a.txtabc');
  });

  it('read a cassette in YAML, and locate an error in HAR, without installed packages', async () => {
    const replay = await bundle("export { checkCassette } from './src/replay/index.ts';");
    await writeFile(join(folder, 'replay.cjs'), textOf(replay));
    await writeFile(join(folder, 'calls.yaml'), 'cassette: 3\ncalls: []\n');
    await writeFile(join(folder, 'calls.har'), '{\n"log": {}\n"more": 1}');
    const program = `
      import { checkCassette } from './replay.cjs';
      process.stdout.write(String(checkCassette('calls.yaml').checked));
      try { checkCassette('calls.har'); } catch (error) { process.stdout.write(' ' + error.path); }`;
    await writeFile(join(folder, 'cassettes.mjs'), program);
    expect((await run('node', ['cassettes.mjs'], folder)).output).toBe('0 line 3');
  });
});

it('other packages stay imports', async () => {
  const { metafile } = await bundle("export * from 'undici'; export { inspect } from 'node:util';");
  expect(importsOf(metafile)).toEqual(['undici', 'node:util']);
});
