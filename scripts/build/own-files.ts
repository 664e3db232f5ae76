import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { LOADED_LATER } from './later.js';
import { ROOT } from './manifest.js';

/**
 * Modules that know where their file is, written for the built package: a script may be CommonJS, in a bundle, or in a
 * test runner that has modules of its own. `"./third-party/…"` is seen by bundlers, which take it with them.
 */
const BUILT: Readonly<Record<string, () => string>> = {
  // Jest gives a module `node:module` that finds what the tests have loaded; a bundle may have no `require`, or file.
  'src/options/own-require.ts': () => `export function ownRequire() {
  const file = typeof __filename === 'string' ? __filename : process.cwd() + '/';
  try {
    return COMMON_JS_REQUIRE('node:module').createRequire(file);
  } catch {
    return process.getBuiltinModule('node:module').createRequire(file);
  }
}`,
  'src/files/built-in.ts': () => `export function loadBuiltIn(name) {
  if (name === 'yaml') return COMMON_JS_REQUIRE('./third-party/yaml.js');
  return COMMON_JS_REQUIRE('./third-party/jsonc-parser.js');
}`,
  'src/calls/response/load-failures.ts': () => loading('loadFailures', ['causes', 'codes', 'failures', 'redact']),
  'src/redact/load-redaction.ts': () => loading('loadRedaction', ['redact']),
  'src/soap/load-responses.ts': () => loading('loadResponses', ['responses']),
  'src/local-server/wsdl.ts': () => {
    const wsdl = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');
    return `export const WSDL = ${JSON.stringify(wsdl)};`;
  },
};

/** A function that loads files which would be loaded later otherwise, when it is first called. */
function loading(name: string, files: readonly string[]): string {
  const loads = files.map((file) => `${LOADED_LATER}("./later-${file}.js");`);
  return `let isDone = false;\nexport function ${name}() {\n  if (isDone) return;\n  ${loads.join('\n  ')}\n  isDone = true;\n}`;
}

/** Puts what is written for the built package in the place of these modules. */
export function ownFiles(): Plugin {
  return {
    name: 'own-files',
    setup: (plugin) => {
      plugin.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = BUILT[path.slice(ROOT.length)];
        return path.startsWith(ROOT) && contents !== undefined ? { contents: contents() } : undefined;
      });
    },
  };
}
