// Packages of others that are built into the package, so that installing it installs nothing else; and their licences,
// which have to go with them.
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Metafile, type Plugin, transform } from 'esbuild';

/** The packages that are built in, each a devDependency. Any other stays an import. */
export const BUILT_IN: ReadonlySet<string> = new Set(['csv-parse', 'csv-stringify', 'ical.js']);

/** The name of a package in what is imported: `@scope/name` of `@scope/name/file`. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/** Builds in the packages that are to be, minified; every import of another stays as it is. */
export function builtIn(): Plugin {
  return {
    name: 'built-in',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^[^.]/ }, ({ path }) => {
        if (isAbsolute(path) || BUILT_IN.has(PACKAGE.exec(path)?.[0] ?? '')) return undefined;
        return { path, external: true };
      });
      // Their sources are to be had elsewhere; ours stay readable.
      plugin.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path }) => {
        const { code } = await transform(readFileSync(path, 'utf8'), { minify: true });
        return { contents: code };
      });
    },
  };
}

/**
 * The text of `dist/THIRD-PARTY.md`: every package of which something is in the built files, with its licence.
 *
 * @param root - where `node_modules` is, with a slash at its end
 */
export function thirdParty(metafiles: readonly Metafile[], root: string): string {
  const files = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(file)?.[0] ?? []));
  const sections = [...folders].sort().map((folder) => licenceOf(root + folder));
  const first = '# Third-party software\n\nBuilt into this package, minified, otherwise unchanged:\n';
  return sections.length === 0 ? '' : [first, ...sections].join('\n');
}

function licenceOf(folder: string): string {
  const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its licence`);
  const source = String(repository?.url ?? repository).replace(/^git\+/, '');
  const text = readFileSync(folder + file, 'utf8').trim();
  return `## ${name} ${version}\n\nLicence: ${license}. Source: ${source}\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}
