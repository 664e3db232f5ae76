import { chmodSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The packages that are in the command's file, so that installing this one installs none of them. */
const BUNDLED: readonly string[] = [
  '@colors/colors',
  'ansi-regex',
  'cli-progress',
  'cli-table3',
  'commander',
  'csv-parse',
  'csv-stringify',
  'emoji-regex',
  'ical.js',
  'is-fullwidth-code-point',
  'jsonc-parser',
  'string-width',
  'strip-ansi',
];

/**
 * Builds the command `sms-service`: one file, with all that it needs.
 *
 * @returns what is in it
 * @throws Error when other packages get into it than those that are named here
 */
export async function bundleCommandLine(outfile: string): Promise<Metafile> {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { readonly version: string };
  const { metafile } = await build({
    entryPoints: [`${ROOT}src/cli/main.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    // What the library asks for where its user has it.
    external: ['nock', 'undici'],
    define: { SMS_SERVICE_VERSION: JSON.stringify(version) },
    // Some of the packages are CommonJS, and ask for modules of Node.js.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    charset: 'utf8',
    minifyWhitespace: true,
    // They are all in the licences.
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: ROOT,
    metafile: true,
  });
  chmodSync(outfile, 0o755);
  const folders = Object.keys(metafile.inputs).flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const names = [...new Set(folders)].map((folder) => folder.replace(/.*node_modules\//, '')).sort();
  if (names.join() !== BUNDLED.join()) throw new Error(`bundled are ${names.join(', ')}: correct BUNDLED`);
  return metafile;
}
