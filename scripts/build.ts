// Builds the package: one JavaScript file for each public entry, with what they share in files of its own (a class of
// errors is the same class from every entry), and the declarations of every source file. A program that imports the
// library reads three files in place of all modules, which more than halves the time it takes.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleCommandLine } from './bundle-command-line.js';
import { builtIn, thirdParty } from './third-party.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Entry {
  readonly types: string;
  readonly default: string;
}

/** Reads the entries out of the `exports` map: `dist/types/src/client/index.d.ts` is made of `src/client/index.ts`. */
function entryPoints(): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { exports: Record<string, unknown> };
  const entries = Object.values(exports).filter((entry): entry is Entry => typeof entry === 'object');
  return Object.fromEntries(
    entries.map(({ types, default: script }) => [
      basename(script, '.js'),
      types.replace('./dist/types/', ROOT).replace(/\.d\.ts$/, '.ts'),
    ]),
  );
}

/** Entries whose own code no other entry needs. */
const TOOLS: ReadonlySet<string> = new Set(['address-book', 'replay', 'sandbox']);

/** The entry that knows nothing of SOAP; all others need most of the library. */
const TRANSPORT = 'transport';

/**
 * Makes every entry but `transport` import all of them: what they share is then one file, and what they share with
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
      plugin.onLoad({ filter: /./, namespace: 'entry' }, ({ path: name }) => {
        const others = name === TRANSPORT ? [] : whole.map(([, file]) => `import ${JSON.stringify(file)};`);
        const contents = [`export * from ${JSON.stringify(entries[name])};`, ...others].join('\n');
        return { contents, resolveDir: ROOT };
      });
    },
  };
}

const entries = entryPoints();
rmSync(`${ROOT}dist`, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: Object.fromEntries(Object.keys(entries).map((name) => [name, `entry:${name}`])),
  // Whatever is neither ours nor built in stays an import, and the test of the package sees it.
  plugins: [fewFiles(entries), builtIn()],
  metafile: true,
  absWorkingDir: ROOT,
  // The imports above are for what they bring in, although nothing in them is used.
  ignoreAnnotations: true,
  outdir: `${ROOT}dist/js`,
  chunkNames: 'shared-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  charset: 'utf8',
  logLevel: 'warning',
});
// In one file of its own, which no entry shares.
const command = await bundleCommandLine(`${ROOT}dist/js/cli.js`);
writeFileSync(`${ROOT}dist/THIRD-PARTY.md`, thirdParty([metafile, command], ROOT));
