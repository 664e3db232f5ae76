import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The packages that are in the command's file, so that installing this one installs none of them. */
const BUNDLED: readonly string[] = [
  '@colors/colors',
  'ansi-regex',
  'cli-progress',
  'cli-table3',
  'commander',
  'emoji-regex',
  'is-fullwidth-code-point',
  'jsonc-parser',
  'string-width',
  'strip-ansi',
];

/**
 * Builds the command `sms-service`: one file, with all that it needs.
 *
 * @returns the licences of the packages that are in it
 * @throws Error when other packages get into it than those that are named here
 */
export async function bundleCommandLine(outfile: string): Promise<string> {
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
  const packages = [...new Set(folders)].map((folder) => packageIn(`${ROOT}${folder}/`));
  const names = packages.map(({ name }) => name).sort();
  if (names.join() !== BUNDLED.join()) throw new Error(`bundled are ${names.join(', ')}: correct BUNDLED`);
  return `# Packages that are a part of dist/js/cli.js\n\n${packages.map(({ licence }) => licence).join('\n')}`;
}

function packageIn(folder: string): { readonly name: string; readonly licence: string } {
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Record<string, string>;
  const { name = '', version, license } = manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence`);
  const text = readFileSync(folder + file, 'utf8').trim();
  return { name, licence: `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n` };
}
