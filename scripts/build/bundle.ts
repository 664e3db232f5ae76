import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { build, type Metafile, type Plugin, transform } from 'esbuild';
import { commonJs, esEntry } from './common-js.js';
import { ROOT, readManifest } from './manifest.js';
import { SCRIPT_OPTIONS } from './script-options.js';
import { buildThirdParty, builtIn } from './third-party.js';

const COMMAND = 'cli';

/**
 * Modules with another text in the built package, which may be CommonJS, part of a bundle, or in a test runner with its
 * own modules. Bundlers see the names of the bundled packages and include them.
 */
const REPLACED: Readonly<Record<string, () => string>> = {
  // Jest gives a module `node:module` that finds what the tests have loaded; a bundle may have no `require`, or file.
  'src/options/own-require.ts': () => `export function ownRequire() {
  const file = typeof __filename === 'string' ? __filename : process.cwd() + '/';
  try {
    return COMMON_JS_REQUIRE('node:module').createRequire(file);
  } catch {
    return process.getBuiltinModule('node:module').createRequire(file);
  }
}`,
  'src/files/built-in.ts': () => `export function loadYaml() {
  return COMMON_JS_REQUIRE('./third-party/yaml.js');
}`,
  'src/local-server/wsdl.ts': () => {
    const wsdl = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');
    return `export const WSDL = ${JSON.stringify(wsdl)};`;
  },
};

/**
 * Builds the scripts of the package: a CommonJS file for each public entry and for the command, files with the modules
 * that several of them use, so that each class exists once, and a file for each bundled package. An ES module for each
 * entry exports the same names.
 *
 * @returns esbuild's description of the bundled packages
 */
export async function bundle(outdir: string): Promise<Metafile> {
  const manifest = readManifest();
  const sources = manifest.entries.map((entry) => [basename(entry.default, '.js'), entry.source]);
  const { outputFiles, metafile } = await build({
    ...SCRIPT_OPTIONS,
    write: false,
    metafile: true,
    entryPoints: { ...Object.fromEntries(sources), [COMMAND]: 'src/cli/main.ts' },
    // Other packages stay imports, and the test of the package finds them.
    plugins: [builtIn(), sourceTexts()],
    define: { SMS_SERVICE_VERSION: JSON.stringify(manifest.version) },
    outdir,
  });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, commonJs(text));
  for (const entry of manifest.entries) {
    const file = basename(entry.default);
    const names = metafile.outputs[relative(ROOT, join(outdir, file))]?.exports;
    if (names === undefined) throw new Error(`${file} is not built`);
    writeFileSync(join(outdir, file.replace(/\.js$/, '.mjs')), esEntry(file, names));
  }
  chmodSync(join(outdir, `${COMMAND}.js`), 0o755);
  return buildThirdParty(join(outdir, 'third-party'));
}

/**
 * Removes the indentation, empty lines and the names of modules of the scripts in a folder, a sixth of their size. Other
 * lines stay, so that the place of an error is readable. A module with indentation inside a text, such as SQL, stays as
 * it is.
 */
export async function removeIndentation(folder: string): Promise<void> {
  const minified = async (script: string): Promise<string> =>
    (await transform(script, { charset: 'ascii', minifyWhitespace: true })).code;
  const shorter = async (module: string): Promise<string> => {
    const short = module.replaceAll(/^(?:\s+|\/\/ (?:src|generated)\/.*\n)/gm, '');
    return (await minified(short)) === (await minified(module)) ? short : module;
  };
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const file of files.map((name) => join(folder, name))) {
    const modules = readFileSync(file, 'utf8').split(/^(?=\/\/ (?:src|generated)\/)/m);
    writeFileSync(file, (await Promise.all(modules.map(shorter))).join(''));
  }
}

/** Removes comments, which the declarations contain, and keeps names and lines. */
export function sourceTexts(): Plugin {
  return {
    name: 'source-texts',
    setup: (plugin) => {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const replaced = path.startsWith(ROOT) ? REPLACED[path.slice(ROOT.length)] : undefined;
        const source = replaced?.() ?? readFileSync(path, 'utf8');
        const { code } = await transform(source, { loader: 'ts', minifyWhitespace: true });
        return { contents: code };
      });
    },
  };
}
