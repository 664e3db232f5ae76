import { type ImportDeclaration, Node, Project, type SourceFile, type Statement, SyntaxKind } from 'ts-morph';

const SHARED = 'shared';

interface Declaration {
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly text: string;
  readonly isExported: boolean;
}

type Declarations = ReadonlyMap<string, Declaration>;

/**
 * Moves the declarations that two or more entries contain to a shared file, which these entries import.
 *
 * @param entries - the declarations of each entry, by its name
 * @returns the entries and {@link SHARED}, by name
 */
export function shareDeclarations(entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true, types: [] } });
  const files = [...entries].map(([name, text]) => project.createSourceFile(`${name}.d.ts`, text));
  const declared = files.map(declarationsOf);
  const shared = sharedOf(declared);
  const imports = files.flatMap((file) => file.getImportDeclarations());
  const result = new Map([[SHARED, textOf(imports, [...shared.values()], exportOf)]]);
  for (const [index, file] of files.entries()) {
    const name = file.getBaseName().replace('.d.ts', '');
    result.set(name, entryText(file, declared[index] as Declarations, shared));
  }
  return result;
}

/** Returns the declarations of a file by name. The declarations of one function are one. */
function declarationsOf(file: SourceFile): Declarations {
  const found = new Map<string, Statement[]>();
  for (const statement of file.getStatements()) {
    const name = nameOf(statement);
    if (name !== undefined) found.set(name, [...(found.get(name) ?? []), statement]);
  }
  return new Map(
    [...found].map(([name, statements]) => {
      const texts = statements.map((statement) => statement.getText(true));
      const isExported = texts.some((text) => /^export /m.test(text));
      return [
        name,
        {
          name,
          statements,
          isExported,
          text: texts.map((text) => text.replace(/^export declare /m, 'declare ')).join('\n\n'),
        },
      ];
    }),
  );
}

function nameOf(statement: Statement): string | undefined {
  if (Node.isVariableStatement(statement)) return statement.getDeclarations()[0]?.getName();
  const isNamed = Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement);
  if (isNamed || Node.isClassDeclaration(statement) || Node.isFunctionDeclaration(statement))
    return statement.getName();
  return Node.isModuleDeclaration(statement) ? statement.getName() : undefined;
}

/**
 * Returns the declarations that two or more entries contain, if all that they refer to is shared, too. Of different
 * declarations with one name, the most frequent one is shared.
 */
function sharedOf(declared: readonly Declarations[]): Declarations {
  const shared = new Map<string, Declaration>();
  const all = declared.flatMap((each) => [...each.values()]);
  const countOf = ({ name, text }: Declaration): number =>
    declared.filter((entry) => entry.get(name)?.text === text).length;
  for (const declaration of all) {
    const found = shared.get(declaration.name);
    if (countOf(declaration) > (found === undefined ? 1 : countOf(found))) shared.set(declaration.name, declaration);
  }
  const isLocal = (entry: Declarations, name: string): boolean => entry.has(name) && !isShared(entry, name, shared);
  for (let size = -1; size !== shared.size; ) {
    size = shared.size;
    for (const [name, declaration] of shared) {
      const references = referencesOf(declaration);
      const entries = declared.filter((entry) => isShared(entry, name, shared));
      if (entries.some((entry) => references.some((each) => isLocal(entry, each)))) shared.delete(name);
    }
  }
  return shared;
}

function isShared(entry: Declarations, name: string, shared: Declarations): boolean {
  const text = entry.get(name)?.text;
  return text !== undefined && text === shared.get(name)?.text;
}

function referencesOf({ statements }: Declaration): readonly string[] {
  return statements
    .flatMap((statement) => statement.getDescendantsOfKind(SyntaxKind.Identifier))
    .filter((identifier) => !isName(identifier) && !identifier.getFirstAncestor(Node.isJSDoc))
    .map((identifier) => identifier.getText());
}

/** Returns true for the name of a member or parameter, which refers to nothing. */
function isName(identifier: Node): boolean {
  const parent = identifier.getParentOrThrow();
  return (
    !Node.isExportSpecifier(parent) && 'getNameNode' in parent && (parent.getNameNode as () => Node)() === identifier
  );
}

function entryText(file: SourceFile, declared: Declarations, shared: Declarations): string {
  const remaining = [...declared.values()].filter(({ name }) => !isShared(declared, name, shared));
  const moved = [...declared.values()].filter(({ name }) => isShared(declared, name, shared));
  const specifiers = file.getExportDeclarations().flatMap((each) => each.getNamedExports());
  const used = new Set([...remaining.flatMap(referencesOf), ...specifiers.map((each) => each.getName())]);
  const imported = moved.map(({ name }) => name).filter((name) => used.has(name));
  const exported = moved.filter(({ isExported }) => isExported).map(({ name }) => name);
  const exports = file.getExportDeclarations().map((each) => each.getText());
  return [
    ...(imported.length === 0 ? [] : [`import { ${imported.join(', ')} } from './${SHARED}.js';\n`]),
    textOf(file.getImportDeclarations(), remaining, (each) => (each.isExported ? exportOf(each) : each.text)),
    ...(exported.length === 0 ? [] : [`export { ${exported.join(', ')} } from './${SHARED}.js';\n`]),
    `${exports.join('\n')}\n`,
  ].join('\n');
}

/** Returns the declarations with the imports that they use, each once. */
function textOf(
  imports: readonly ImportDeclaration[],
  declarations: readonly Declaration[],
  write: (declaration: Declaration) => string,
): string {
  const used = new Set(declarations.flatMap(referencesOf));
  const needed = imports
    .filter((each) => namesOf(each).some((name) => used.has(name)))
    .map((each) => `${each.getText()}\n`);
  return [...new Set(needed), ...declarations.map((each) => `${write(each)}\n`)].join('\n');
}

function exportOf({ text }: Declaration): string {
  return text.replaceAll(/^declare /gm, 'export declare ');
}

function namesOf(declaration: ImportDeclaration): readonly string[] {
  const named = declaration.getNamedImports().map((each) => each.getAliasNode()?.getText() ?? each.getName());
  const namespace = declaration.getNamespaceImport()?.getText();
  return namespace === undefined ? named : [...named, namespace];
}
