/** Imports and exports as esbuild writes them: each begins a line. */
const STATEMENT = /^(?:import|export) (?:[^"'`;]*? from )?(?:"[^"\n]+"|\{[^}]*\});$/gm;
const IMPORT = /^import (?:(?<names>[^"]+?) from )?"(?<from>[^"]+)";$/;
const DYNAMIC_IMPORT = /\bimport\(("\.\/[^"]+")\)/g;

/**
 * Makes a CommonJS file of an ES module that esbuild has written. What is imported of another file is a constant, as
 * fast as what is declared: files do not import each other in circles, and nothing that they export changes.
 *
 * A file that is imported for nothing is left out: no module does anything but declare.
 *
 * @throws Error where an import or export is written in a way that is not expected
 */
export function commonJs(module: string): string {
  const start = /^#!.*\n/.exec(module)?.[0] ?? '';
  let exported = '';
  const body = module
    .slice(start.length)
    .replaceAll(STATEMENT, (statement) => {
      if (statement.startsWith('import')) return importOf(statement);
      exported += exportsOf(statement);
      return '';
    })
    .replaceAll(DYNAMIC_IMPORT, 'Promise.resolve().then(() => require($1))')
    .replaceAll('COMMON_JS_REQUIRE(', 'require(');
  const left = /^(?:import\b|export\b).*|\bimport\.meta\b/m.exec(body);
  if (left !== null) throw new Error(`a file of the build cannot be made CommonJS: ${left[0]}`);
  return `${start}"use strict";\n${body.trim()}\n${exported}`;
}

/** The names that an entry exports, in an ES module of their own: all that there is, is in the CommonJS file. */
export function esEntry(file: string, names: readonly string[]): string {
  return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from "./${file}";\n`;
}

function importOf(statement: string): string {
  const { names, from = '' } = IMPORT.exec(statement)?.groups ?? {};
  if (names === undefined) return '';
  if (names.startsWith('{')) return `const ${names.replaceAll(' as ', ': ')} = ${loaded(from)};`;
  const whole = names.replace('* as ', '');
  // The default of a module of Node.js is all of it.
  const name = whole === names && !from.startsWith('node:') ? `{ default: ${names} }` : whole;
  return `const ${name} = ${loaded(from)};`;
}

/** A bundler may put the files into an ES module, where there is no `require` for the modules of Node.js. */
function loaded(from: string): string {
  return from.startsWith('node:') ? `process.getBuiltinModule("${from}")` : `require("${from}")`;
}

function exportsOf(statement: string): string {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [own, given = own] = name.split(' as ');
      return `exports.${given} = ${own};\n`;
    })
    .join('');
}
