// Bundles third-party packages, so that the package has no dependencies to install, and collects their licences,
// which must be distributed with them.
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { ROOT } from './manifest.js';
import { SCRIPT_OPTIONS } from './script-options.js';

/**
 * The bundled packages, each a devDependency, and the names that are imported from it. Any other package stays
 * an import.
 */
export const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['@fastify/busboy', 'Dicer'],
  ['commander', 'Command, CommanderError'],
  ['jsonc-parser', 'findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode'],
  ['postal-mime', 'default'],
  ['string-width', 'default'],
  ['yaml', 'Document, LineCounter, isAlias, isMap, isNode, isScalar, parseDocument, visit'],
]);

/** The folder of the built packages, from the files that import them. */
const THIRD_PARTY = './third-party/';

/** The file of a package: `busboy` of `@fastify/busboy`. */
const fileOf = (specifier: string): string => specifier.replace(/^@[^/]+\//, '').replace(/\/.*|\.js$/, '');

/** Imports of built-in packages lead to their files; all other imports are unchanged. */
export function builtIn(): Plugin {
  return {
    name: 'built-in',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || isAbsolute(path)) return undefined;
        const file = BUILT_IN.has(path) ? `${THIRD_PARTY}${fileOf(path)}.js` : path;
        return { path: file, external: true };
      });
    },
  };
}

/**
 * Builds a minified file for each package: its sources are published elsewhere.
 *
 * @param outdir - the folder `third-party` beside the files that import them
 * @returns their source files
 */
export async function buildThirdParty(outdir: string): Promise<Metafile> {
  const specifiers = [...BUILT_IN.keys()];
  const { metafile } = await build({
    ...SCRIPT_OPTIONS,
    format: 'cjs',
    splitting: false,
    entryPoints: Object.fromEntries(specifiers.map((specifier) => [fileOf(specifier), `names:${specifier}`])),
    plugins: [onlyNames()],
    outdir,
    mainFields: ['module', 'main'],
    minify: true,
    // They are all in the licences.
    legalComments: 'none',
    // They also find the modules of Node.js if a bundler puts them into an ES module.
    banner: { js: 'var require = process.getBuiltinModule;' },
    metafile: true,
  });
  return metafile;
}

/** Keeps only the imported names of each package. */
function onlyNames(): Plugin {
  return {
    name: 'only-names',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^names:/ }, ({ path }) => ({
        path: path.slice('names:'.length),
        namespace: 'names',
      }));
      plugin.onLoad({ filter: /./, namespace: 'names' }, ({ path }) => ({
        contents: `export { ${BUILT_IN.get(path)} } from ${JSON.stringify(path)};`,
        resolveDir: ROOT,
      }));
    },
  };
}

/** The text of `dist/THIRD-PARTY.md`: every package with code in the built files, with its licence. */
export function thirdParty({ outputs }: Metafile): string {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? []));
  const sections = [...folders].sort().map((folder) => licenceOf(ROOT + folder));
  const first = '# Third-party software\n\nBuilt into this package, minified, otherwise unchanged:\n';
  return [first, ...sections].join('\n');
}

function licenceOf(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  const source = String(repository?.url ?? repository).replace(/^git\+/, '');
  const text = readFileSync(folder + file, 'utf8').trim();
  return `## ${name} ${version}\n\nLicence: ${license}. Source: ${source}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}
