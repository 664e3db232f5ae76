/** Imports and exports as esbuild writes them: each begins a line. */
const STATEMENT = /^(?:import|export) (?:[^"'`;]*? from )?(?:"[^"\n]+"|\{[^}]*\});$/gm;
const IMPORT = /^import (?:(?<names>[^"]+?) from )?"(?<from>[^"]+)";$/;
const DYNAMIC_IMPORT = /\bimport\("(\.\/[^"]+)"\)/g;

/**
 * Converts an ES module that esbuild has written to CommonJS. An imported name becomes a constant, which is as fast as
 * a local one. This is correct because files do not import each other in circles and exported values do not change.
 * Modules have no side effects, so an import without names is removed.
 *
 * @throws Error if an import or export has an unexpected form
 */
export function commonJs(module: string): string {
  const exported: string[] = [];
  const body = module
    .replaceAll(STATEMENT, (statement) => {
      if (statement.startsWith('import')) return importOf(statement);
      exported.push(...exportsOf(statement));
      return '';
    })
    .replaceAll(DYNAMIC_IMPORT, (_, from: string) => `Promise.resolve().then(() => require("${from}"))`)
    .replaceAll('COMMON_JS_REQUIRE(', 'require(');
  const unexpected = /^(?:import\b|export\b).*|\bimport\.meta\b/m.exec(body);
  if (unexpected !== null) throw new Error(`cannot convert to CommonJS: ${unexpected[0]}`);
  const [hashbang = ''] = /^#!.*\n/.exec(body) ?? [];
  return `${hashbang}"use strict";\n${body.slice(hashbang.length).trim()}\nmodule.exports = { ${exported.join(', ')} };\n`;
}

/** An ES module that exports these names of a CommonJS file, so that both kinds of import give the same classes. */
export function esEntry(file: string, names: readonly string[]): string {
  return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from "./${file}";\n`;
}

function importOf(statement: string): string {
  const { names, from = '' } = IMPORT.exec(statement)?.groups ?? {};
  if (names === undefined) return '';
  // A bundler may put the file into an ES module, where `require` does not find the modules of Node.js.
  const found = from.startsWith('node:') ? `process.getBuiltinModule("${from}")` : `require("${from}")`;
  if (names.startsWith('{')) return `const ${names.replaceAll(' as ', ': ')} = ${found};`;
  const name = names.replace('* as ', '');
  // The default export of a module of Node.js is the module.
  return `const ${name === names && !from.startsWith('node:') ? `{ default: ${name} }` : name} = ${found};`;
}

/** The properties of `module.exports` for an export statement: `a`, or `b: a`. */
function exportsOf(statement: string): readonly string[] {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => name.replace(/^(\S+) as (\S+)$/, '$2: $1'));
}
