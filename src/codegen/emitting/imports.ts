import { type ImportDeclarationStructure, StructureKind, type WriterFunction } from 'ts-morph';
import { LINE_WIDTH } from './layout.js';

interface ModuleImports {
  readonly values: Map<string, string>;
  readonly types: Map<string, string>;
  namespace: string | undefined;
}

/** The imports of a generated module. Local names avoid its declarations: a WSDL may define a type `token`. */
export class Imports {
  readonly #taken: Set<string>;
  readonly #modules = new Map<string, ModuleImports>();
  readonly #runtime: string;

  constructor(declared: Iterable<string>, runtime: string) {
    this.#taken = new Set(declared);
    this.#runtime = runtime;
  }

  value(name: string, specifier: string = this.#runtime): string {
    return this.#remember(this.#module(specifier).values, name);
  }

  type(name: string): string {
    return this.#remember(this.#module(this.#runtime).types, name);
  }

  typesOf(specifier: string): string {
    const module = this.#module(specifier);
    module.namespace ??= this.#free('types');
    return module.namespace;
  }

  declarations(): ImportDeclarationStructure[] {
    const specifiers = [...this.#modules.keys()].filter((specifier) => specifier !== this.#runtime).toSorted();
    return [this.#runtime, ...specifiers].flatMap((specifier) => {
      const imported = this.#modules.get(specifier);
      return imported === undefined ? [] : declarationsOf(specifier, imported);
    });
  }

  #module(specifier: string): ModuleImports {
    const module = this.#modules.get(specifier) ?? { values: new Map(), types: new Map(), namespace: undefined };
    this.#modules.set(specifier, module);
    return module;
  }

  #remember(names: Map<string, string>, name: string): string {
    const local = names.get(name) ?? this.#free(name);
    names.set(name, local);
    return local;
  }

  #free(name: string): string {
    let local = name;
    while (this.#taken.has(local)) local += '_';
    this.#taken.add(local);
    return local;
  }
}

function declarationsOf(moduleSpecifier: string, { values, types, namespace }: ModuleImports) {
  const declarations: ImportDeclarationStructure[] = [];
  const write = ([name, local]: readonly [string, string]) => (name === local ? name : `${name} as ${local}`);
  const isTypeOnly = values.size === 0;
  const names = [
    ...[...values].map(write).toSorted(),
    ...[...types].map((type) => (isTypeOnly ? '' : 'type ') + write(type)).toSorted(),
  ];
  const kind = StructureKind.ImportDeclaration;
  if (names.length > 0) {
    const before = (isTypeOnly ? 'import type {  }' : 'import {  }').length;
    const width = before + ` from '${moduleSpecifier}';`.length;
    declarations.push({ kind, moduleSpecifier, isTypeOnly, namedImports: namesWithin(LINE_WIDTH - width, names) });
  }
  if (namespace !== undefined) {
    declarations.push({ kind, moduleSpecifier, isTypeOnly: true, namespaceImport: namespace });
  }
  return declarations;
}

/** Writes the names between the braces of an import, one a line if they do not fit on one. */
function namesWithin(width: number, names: readonly string[]): WriterFunction {
  return (writer) => {
    const oneLine = names.join(', ');
    if (oneLine.length <= width) writer.write(oneLine);
    else
      writer
        .newLine()
        .indent(() => writer.write(names.map((name) => `${name},`).join('\n')))
        .newLine();
  };
}
