import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Metafile, type OutputFile, type Plugin, transform } from 'esbuild';
import { commonJs, esEntry, filesNamedIn, PARTS, PARTS_FILE } from './common-js.js';
import { LATER_SOURCES } from './later.js';
import { inLayers, type Sources } from './layers.js';
import { ROOT, readManifest } from './manifest.js';
import { ownFiles } from './own-files.js';
import { partsToLoad } from './parts.js';
import { SCRIPT_OPTIONS } from './script-options.js';
import { buildThirdParty, builtIn } from './third-party.js';

/**
 * Builds the scripts of the package: one JavaScript file for each public entry and for the command, what they share in
 * files of its own (a class of errors is the same class from every entry, and the command holds nothing of the library
 * again), and a file for each package of others. A program that imports the library reads a few files in place of all
 * modules, which more than halves the time it takes.
 *
 * @param outdir - where they go
 * @returns what the packages of others are made of
 */
export async function bundle(outdir: string): Promise<Metafile> {
  const manifest = readManifest();
  const modulesOf = new Map(manifest.entries.map((entry) => [basename(entry.default, '.js'), entry.source]));
  modulesOf.set(COMMAND, 'src/cli/main.ts');
  const entries = [...modulesOf.keys()].map((name) => `./${name}.js`);
  const sources: Sources = {
    ...Object.fromEntries([...modulesOf].map(([name, module]) => [name, [module]])),
    [REST_OF_COMMAND]: ['src/cli/start.ts'],
    ...LATER_SOURCES,
  };
  const { outputFiles, metafile } = await build({
    ...SCRIPT_OPTIONS,
    write: false,
    metafile: true,
    entryPoints: Object.fromEntries(Object.keys(sources).map((name) => [name, `entry:${name}`])),
    // Whatever is neither ours nor built in stays an import, and the test of the package sees it.
    plugins: [await inLayers(sources), builtIn(), ownFiles(), withoutComments()],
    define: { SMS_SERVICE_VERSION: JSON.stringify(manifest.version) },
    // The imports that make few files are for what they bring in, although nothing in them is used.
    ignoreAnnotations: true,
    outdir,
  });
  writeScripts(outdir, entries, outputFiles, metafile);
  for (const entry of manifest.entries) {
    const file = basename(entry.default);
    const { exports } = outputOf(metafile, join(outdir, file));
    writeFileSync(join(outdir, file.replace(/\.js$/, '.mjs')), esEntry(file, exports));
  }
  chmodSync(`${outdir}/cli.js`, 0o755);
  return buildThirdParty(`${outdir}/third-party`);
}

/** Writes what esbuild has made as CommonJS. @param entries - the files that programs load: `./client.js` */
function writeScripts(
  outdir: string,
  entries: readonly string[],
  outputFiles: readonly OutputFile[],
  metafile: Metafile,
): void {
  mkdirSync(outdir, { recursive: true });
  const texts = new Map(outputFiles.map(({ path, text }) => [`./${basename(path)}`, text]));
  const isPartAt = (from: string): boolean => texts.has(from) && !entries.includes(from);
  const named = new Map([...texts].map(([name, text]) => [name, filesNamedIn(text)]));
  const isEntryPoint = (name: string): boolean => outputOf(metafile, join(outdir, name)).entryPoint !== undefined;
  const loads = partsToLoad({
    entries,
    loadedLater: [...texts.keys()].filter((name) => isPartAt(name) && isEntryPoint(name)),
    imported: (file) => (named.get(file)?.imported ?? []).filter((from) => texts.has(from)),
    later: (file) => (named.get(file)?.later ?? []).filter((from) => texts.has(from)),
  });
  for (const [name, text] of texts) {
    const file = commonJs(text, { isPart: isPartAt(name), loads: loads.get(name) ?? [], isPartAt });
    writeFileSync(join(outdir, name), name === `./${COMMAND}.js` ? `#!/usr/bin/env node\n${file}` : file);
  }
  writeFileSync(join(outdir, PARTS_FILE), PARTS);
}

function outputOf({ outputs }: Metafile, file: string): Metafile['outputs'][string] {
  const output = outputs[relative(ROOT, file)];
  if (output === undefined) throw new Error(`${file} is not built`);
  return output;
}

/** The file that the command begins with, and the one with the rest of it, loaded once signals are listened to. */
const [COMMAND, REST_OF_COMMAND] = ['cli', 'command'];

/** Leaves comments out: those of public names are in the declarations. The rest stays readable, in its lines. */
function withoutComments(): Plugin {
  return {
    name: 'without-comments',
    setup: (plugin) => {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const { code } = await transform(source, { loader: 'ts', minifyWhitespace: true });
        return { contents: code };
      });
    },
  };
}
