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
    plugins: [fewFiles(entries), builtIn(), ownFiles(), withoutComments()],
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

/** Entries whose own code the library's other entries do without. */
const TOOLS: ReadonlySet<string> = new Set([
  'address-book',
  'callbacks',
  'callbacks-postgres',
  'callbacks-redis',
  'contract',
  'http',
  'mail',
  'opentelemetry',
  'prometheus',
  COMMAND,
  REST_OF_COMMAND,
  'replay',
  'sandbox',
]);

/** Entries that need little: most know nothing of SOAP, and the command begins before anything is loaded. */
const SMALL: ReadonlySet<string> = new Set([
  'transport',
  'http',
  'mail',
  'callbacks',
  'callbacks-postgres',
  'callbacks-redis',
  'opentelemetry',
  'prometheus',
  COMMAND,
]);

/**
 * Makes every entry but the small ones import all of them: what they share is then one file, and what they share with
 * `transport` another, where each set of entries would have a file of its own.
 */
function fewFiles(entries: Readonly<Record<string, string>>): Plugin {
  const whole = Object.entries(entries).filter(([name]) => !TOOLS.has(name));
  return {
    name: 'few-files',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }));
      plugin.onResolve({ filter: /^\./ }, ({ path, kind }) =>
        kind === 'dynamic-import' && path === './start.js' ? { path: REST_OF_COMMAND, namespace: 'entry' } : undefined,
      );
      plugin.onLoad({ filter: /./, namespace: 'entry' }, ({ path: name }) => {
        const start = name === COMMAND ? ['#!/usr/bin/env node'] : [];
        const others = SMALL.has(name) ? [] : whole.map(([, file]) => `import ${JSON.stringify(file)};`);
        const contents = [...start, `export * from ${JSON.stringify(entries[name])};`, ...others].join('\n');
        return { contents, resolveDir: ROOT };
      });
    },
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
