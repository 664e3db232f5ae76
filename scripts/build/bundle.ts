import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { commonJs, esEntry } from './common-js.js';
import { type PublicEntry, ROOT, readManifest } from './manifest.js';
import { ownFiles } from './own-files.js';
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
  const entries = {
    ...sourcesOf(manifest.entries),
    [COMMAND]: `${ROOT}src/cli/main.ts`,
    [REST_OF_COMMAND]: `${ROOT}src/cli/start.ts`,
  };
  const { outputFiles, metafile } = await build({
    ...SCRIPT_OPTIONS,
    write: false,
    metafile: true,
    entryPoints: Object.fromEntries(Object.keys(entries).map((name) => [name, `entry:${name}`])),
    // Whatever is neither ours nor built in stays an import, and the test of the package sees it.
    plugins: [inLayers(entries, await modulesOf(Object.values(entries))), builtIn(), ownFiles(), withoutComments()],
    define: { SMS_SERVICE_VERSION: JSON.stringify(manifest.version) },
    // The imports that make few files are for what they bring in, although nothing in them is used.
    ignoreAnnotations: true,
    outdir,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, commonJs(text));
  for (const entry of manifest.entries) {
    const file = basename(entry.default);
    const { exports } = outputOf(metafile, join(outdir, file));
    writeFileSync(join(outdir, file.replace(/\.js$/, '.mjs')), esEntry(file, exports));
  }
  chmodSync(`${outdir}/cli.js`, 0o755);
  return buildThirdParty(`${outdir}/third-party`);
}

function outputOf({ outputs }: Metafile, file: string): Metafile['outputs'][string] {
  const output = outputs[relative(ROOT, file)];
  if (output === undefined) throw new Error(`${file} is not built`);
  return output;
}

/** The sources of entries by their names: `dist/types/src/client/index.d.ts` is made of `src/client/index.ts`. */
function sourcesOf(entries: readonly PublicEntry[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    entries.map(({ types, default: script }) => [
      basename(script, '.js'),
      types.replace('./dist/types/', ROOT).replace(/\.d\.ts$/, '.ts'),
    ]),
  );
}

/** The file that the command begins with, and the one with the rest of it, loaded once signals are listened to. */
const [COMMAND, REST_OF_COMMAND] = ['cli', 'command'];

/** A part of an entry that is loaded whole: what it has of some rooms, and what it shares with some entries. */
interface Layer {
  /** Default: the client. */
  readonly of?: string;
  /** Default: all of them. */
  readonly rooms?: readonly string[];
  /** At least one of these needs a module of the layer. */
  readonly entries: readonly string[];
}

/**
 * The layers of the client, and of what serves, each without what is in one before. What each set of entries shares
 * would have a file of its own otherwise, and the client would read three times as many.
 */
const LAYERS: readonly Layer[] = [
  { rooms: ['src/redact/', 'src/errors/', 'src/options/'], entries: ['client'] },
  { rooms: ['src/domain/'], entries: ['mail', 'callbacks', 'address-book'] },
  { entries: ['mail', 'callbacks'] },
  { entries: ['transport'] },
  { entries: ['http'] },
  { entries: ['client'] },
  { of: 'soap-server', rooms: ['src/local-server/', 'src/soap/', 'src/transport/'], entries: ['soap-server'] },
];

/** Makes every entry, and whatever is loaded later, import all of a layer of which it needs a module. */
function inLayers(entries: Readonly<Record<string, string>>, reached: ReachedModules): Plugin {
  const modules = new Map(Object.entries(entries).map(([name, file]) => [name, reached(relative(ROOT, file))]));
  const placed = new Set<string>();
  const layers = LAYERS.map(({ of = 'client', rooms, entries: names }) => {
    const layer = [...(modules.get(of) ?? [])].filter(
      (module) =>
        !placed.has(module) &&
        rooms?.some((room) => module.startsWith(room)) !== false &&
        names.some((name) => modules.get(name)?.has(module)),
    );
    for (const module of layer) placed.add(module);
    return layer;
  });
  return {
    name: 'in-layers',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }));
      plugin.onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const file = join(resolveDir, path).replace(/\.js$/, '.ts');
        return { path: file === entries[REST_OF_COMMAND] ? REST_OF_COMMAND : file, namespace: 'entry' };
      });
      plugin.onLoad({ filter: /./, namespace: 'entry' }, ({ path: name }) => {
        const file = entries[name] ?? name;
        const own = reached(relative(ROOT, file));
        const whole = layers.filter((layer) => layer.some((module) => own.has(module))).flat();
        const start = name === COMMAND ? ['#!/usr/bin/env node'] : [];
        const imports = whole.map((module) => `import ${JSON.stringify(ROOT + module)};`);
        const contents = [...start, `export * from ${JSON.stringify(file)};`, ...imports].join('\n');
        return { contents, resolveDir: ROOT };
      });
    },
  };
}

/** The modules that are loaded with a module, itself among them. */
type ReachedModules = (module: string) => ReadonlySet<string>;

async function modulesOf(files: readonly string[]): Promise<ReachedModules> {
  const { metafile } = await build({
    ...SCRIPT_OPTIONS,
    write: false,
    metafile: true,
    entryPoints: [...files],
    plugins: [builtIn()],
    outdir: 'unwritten',
  });
  return (module) => {
    const reached = new Set([module]);
    for (const each of reached) {
      for (const { path, kind, external } of metafile.inputs[each]?.imports ?? []) {
        if (kind === 'import-statement' && external !== true) reached.add(path);
      }
    }
    return reached;
  };
}

/** Leaves comments out: those of public names are in the declarations. The rest stays readable, in its lines. */
function withoutComments(): Plugin {
  return {
    name: 'without-comments',
    setup: (plugin) => {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const { code } = await transform(source, { loader: 'ts', minifyWhitespace: true, charset: 'utf8' });
        return { contents: code };
      });
    },
  };
}
