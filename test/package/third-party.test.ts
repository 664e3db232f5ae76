import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildResult, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN, builtIn, thirdParty } from '../../scripts/third-party.js';
import { ROOT, run } from '../support/run.js';

let built: BuildResult<{ metafile: true; write: false }>;
let folder = '';

function bundle(contents: string): Promise<typeof built> {
  return build({
    stdin: { contents, resolveDir: ROOT },
    plugins: [builtIn()],
    absWorkingDir: ROOT,
    bundle: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
}

beforeAll(async () => {
  built = await bundle("export * from './src/address-book/formats/files.ts';");
  folder = await mkdtemp(join(tmpdir(), 'sms-service-client-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('packages that are built in', () => {
  it('are development packages, and are all used', async () => {
    const { devDependencies } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8'));
    expect(Object.keys(devDependencies)).toEqual(expect.arrayContaining([...BUILT_IN]));
    const files = Object.keys(built.metafile.inputs);
    expect([...BUILT_IN].filter((name) => !files.some((file) => file.includes(`node_modules/${name}/`)))).toEqual([]);
  });

  it('leave imports of Node.js alone', () => {
    const imports = Object.values(built.metafile.outputs).flatMap((output) => output.imports);
    expect(imports.filter(({ path }) => !path.startsWith('node:')).map(({ path }) => path)).toEqual([]);
  });

  it('work where nothing is installed', async () => {
    await writeFile(join(folder, 'files.mjs'), built.outputFiles[0]?.text ?? '');
    const program = `
      import { readRecords, writeRecords } from './files.mjs';
      async function* card() { yield 'BEGIN:VCARD\\nVERSION:4.0\\nFN:"Jan", K\\nTEL:+48500100200\\nCATEGORIES:A\\nEND:VCARD'; }
      for await (const piece of writeRecords(readRecords(card(), 'vcard'), 'csv')) process.stdout.write(piece);`;
    await writeFile(join(folder, 'program.mjs'), program);
    expect((await run('node', ['program.mjs'], folder)).output).toBe(
      `group_id,group,info,number,name\r\n,A,,'+48500100200,"""Jan"", K"\r\n`,
    );
  });

  it('have their licences in a file that goes with them', () => {
    const text = thirdParty([built.metafile], ROOT);
    expect(text.match(/^## \S+/gm)).toEqual(['## csv-parse', '## csv-stringify', '## ical.js']);
    expect(text).toMatch(/^Licence: MIT\. Source: https:\/\/github\.com\/adaltas\/node-csv\.git$/m);
    expect(text).toMatch(/^Licence: MPL-2\.0\. Source: https:\/\/github\.com\/kewisch\/ical\.js\.git$/m);
    expect(text.match(/^Mozilla Public License Version 2\.0$/gm)).toHaveLength(1);
    expect(text.match(/^Permission is hereby granted, free of charge/gm)).toHaveLength(2);
  });
});

it('a package that is not to be built in stays an import, and no licence is told of it', async () => {
  const { metafile } = await bundle("export * from 'undici'; export { inspect } from 'node:util';");
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.map(({ path }) => path)).toEqual(['undici', 'node:util']);
  expect(thirdParty([metafile], ROOT)).toBe('');
});
