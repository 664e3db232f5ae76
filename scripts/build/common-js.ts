import { LOADED_LATER } from './later.js';

/** Imports and exports as esbuild writes them: each begins a line. */
const STATEMENT = /^(?:import|export) (?:[^"'`;]*? from )?(?:"[^"\n]+"|\{[^}]*\});$/gm;
const IMPORT = /^import (?:(?<names>[^"]+?) from )?"(?<from>[^"]+)";$/;
const DYNAMIC_IMPORT = /\bimport\("(\.\/[^"]+)"\)/g;
const LATER = new RegExp(`\\b${LOADED_LATER}\\("(\\./[^"]+)"\\)`, 'g');

/** The file that knows which parts are loaded. */
export const PARTS_FILE = 'parts.js';

/**
 * What {@link PARTS_FILE} holds. A part is made once for each copy of the package, and finds what it needs among the
 * parts of that copy, even if a test runner has forgotten all modules since the entry was loaded.
 */
export const PARTS = `"use strict";
const parts = new Map();
exports.part = function part(name, load) {
  let made = parts.get(name);
  if (made === undefined) {
    made = load()(part);
    parts.set(name, made);
  }
  return made;
};
`;

/** What a file of the build is, and what it needs. */
export interface BuiltFile {
  /** A part is loaded by {@link PARTS} alone; an entry is a module of its own. */
  readonly isPart: boolean;
  /** The parts that it loads before it runs, each behind those that it needs. */
  readonly loads: readonly string[];
  /** Tells whether another file, `./shared-AB.js`, is a part. */
  isPartAt(from: string): boolean;
}

const ALONE: BuiltFile = { isPart: false, loads: [], isPartAt: () => false };

/** The files that an ES module of the build imports names from, and those that it loads when they are called for. */
export function filesNamedIn(module: string): {
  readonly imported: readonly string[];
  readonly later: readonly string[];
} {
  const imported = Array.from(module.matchAll(STATEMENT), ([statement]) => IMPORT.exec(statement)?.groups)
    .filter((groups) => groups?.['names'] !== undefined)
    .map((groups) => groups?.['from'] ?? '');
  const later = [...module.matchAll(DYNAMIC_IMPORT), ...module.matchAll(LATER)].map(([, from = '']) => from);
  return { imported, later };
}

/**
 * Makes a CommonJS file of an ES module that esbuild has written. What is imported of another file is a constant, as
 * fast as what is declared: files do not import each other in circles, and nothing that they export changes.
 *
 * A file that is imported for nothing is left out: no module does anything but declare.
 *
 * @throws Error where an import or export is written in a way that is not expected
 */
export function commonJs(module: string, { isPart, loads, isPartAt }: BuiltFile = ALONE): string {
  const loadedPart = (from: string): string => `part("${from}", () => require("${from}"))`;
  // The command listens to signals before it loads anything.
  const laterPart = (from: string): string => (isPart ? '' : `require("./${PARTS_FILE}").`) + loadedPart(from);
  const exported: (readonly [given: string, own: string])[] = [];
  const body = module
    .replaceAll(STATEMENT, (statement) => {
      if (statement.startsWith('import')) return importOf(statement, isPartAt);
      exported.push(...exportsOf(statement));
      return '';
    })
    .replaceAll(DYNAMIC_IMPORT, (_, from: string) => {
      return `Promise.resolve().then(() => ${isPartAt(from) ? laterPart(from) : `require("${from}")`})`;
    })
    .replaceAll(LATER, (_, from: string) => laterPart(from))
    .replaceAll('COMMON_JS_REQUIRE(', 'require(');
  const left = /^(?:import\b|export\b).*|\bimport\.meta\b|\bLOADED_LATER\b/m.exec(body);
  if (left !== null) throw new Error(`a file of the build cannot be made CommonJS: ${left[0]}`);
  const whole = loads.map((from) => `${loadedPart(from)};\n`).join('') + body.trim();
  if (isPart) {
    // One literal: an object that is given hundreds of properties, one after the other, takes V8 longer than the rest.
    const result = exported.map(([given, own]) => `${given}: ${own}`).join(', ');
    return `"use strict";\nmodule.exports = (function (part) {\n${whole}\nreturn { ${result} };\n});\n`;
  }
  const parts = /(?<!\.)\bpart\("\.\//.test(whole) ? `const { part } = require("./${PARTS_FILE}");\n` : '';
  const assigned = exported.map(([given, own]) => `exports.${given} = ${own};\n`).join('');
  return `"use strict";\n${parts}${whole}\n${assigned}`;
}

/** The names that an entry exports, in an ES module of their own: all that there is, is in the CommonJS file. */
export function esEntry(file: string, names: readonly string[]): string {
  return `export {\n${names.map((name) => `  ${name},\n`).join('')}} from "./${file}";\n`;
}

function importOf(statement: string, isPartAt: (from: string) => boolean): string {
  const { names, from = '' } = IMPORT.exec(statement)?.groups ?? {};
  if (names === undefined) return '';
  const found = isPartAt(from) ? `part("${from}")` : moduleAt(from);
  if (names.startsWith('{')) return `const ${names.replaceAll(' as ', ': ')} = ${found};`;
  const whole = names.replace('* as ', '');
  // The default of a module of Node.js is all of it.
  const name = whole === names && !from.startsWith('node:') ? `{ default: ${names} }` : whole;
  return `const ${name} = ${found};`;
}

/** A bundler may put the files into an ES module, where there is no `require` for the modules of Node.js. */
function moduleAt(from: string): string {
  return from.startsWith('node:') ? `process.getBuiltinModule("${from}")` : `require("${from}")`;
}

/** What a statement exports: the names that importers use, and those of the file. */
function exportsOf(statement: string): readonly (readonly [given: string, own: string])[] {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(',') ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [own = '', given = own] = name.split(' as ');
      return [given, own];
    });
}
