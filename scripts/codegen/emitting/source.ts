import {
  IndentationText,
  NewLineKind,
  Project,
  QuoteKind,
  type SourceFileStructure,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatementStructure,
  type WriterFunction,
} from 'ts-morph';

/** A statement of a generated file. */
export type Statement = Exclude<
  NonNullable<SourceFileStructure['statements']>,
  string | ((...parameters: never) => unknown)
>[number];

/** Width that generated lines stay within where they can be broken. */
const LINE_WIDTH = 110;

/** Prints statements as the text of a module. */
export function printModule(statements: readonly Statement[]): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
      newLineKind: NewLineKind.LineFeed,
    },
  });
  const file = project.createSourceFile('module.ts', { statements: [...statements] });
  file.formatText({ indentSize: 2 });
  return file.getFullText().replace(/\n{3,}/g, '\n\n');
}

/** An exported constant; `initializer` comes as it is to be printed, line breaks and all. */
export function constant(
  name: string,
  type: string,
  initializer: string,
  documentation: string,
): VariableStatementStructure {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: jsDoc(documentation),
    declarations: [{ name, type, initializer: (writer) => writer.setIndentationLevel(0).write(initializer) }],
    leadingTrivia: '\n',
  };
}

/**
 * Makes a doc comment of plain text, wrapped.
 *
 * @param tags - lines such as `@param input - …`, printed after the text
 */
export function jsDoc(text: string, tags: readonly string[] = []): { description: string }[] {
  const safe = text.replaceAll('*/', '*\\/').replace(/(^|\s|\{)@/g, '$1\\@');
  const paragraphs = text === '' ? [] : safe.split('\n').flatMap((line) => wrap(line, LINE_WIDTH - 6));
  const lines = [...paragraphs, ...(tags.length > 0 && paragraphs.length > 0 ? [''] : []), ...tags];
  const [only, second] = lines;
  if (only === undefined) return [];
  return [{ description: second === undefined ? only : `\n${lines.join('\n')}` }];
}

function wrap(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** Writes `{ key: value, … }`, on one line if it fits within what `before` leaves of it, else one entry a line. */
export function objectLiteral(entries: readonly (readonly [key: string, value: string])[], before: number): string {
  const parts = entries.map(([key, value]) => (key === value ? key : `${key}: ${value}`));
  return braces(parts, before, ',');
}

/** Writes an object type in the same way. */
export function objectType(entries: readonly (readonly [key: string, type: string])[], before: number): string {
  const parts = entries.map(([key, type]) => `readonly ${key}: ${type}`);
  return braces(parts, before, ';');
}

function braces(parts: readonly string[], before: number, separator: string): string {
  if (parts.length === 0) return '{}';
  const oneLine = `{ ${parts.join(`${separator} `)} }`;
  // Two more characters follow it: the end of the call and of the statement.
  if (before + oneLine.length + 2 <= LINE_WIDTH && !oneLine.includes('\n')) return oneLine;
  // Indentation is the formatter's.
  return `{\n${parts.map((part) => `${part}${separator}\n`).join('')}}`;
}

/** Writes type arguments, one a line if they do not fit behind what stands `before` them. */
export function typeArguments(types: readonly string[], before: number): string {
  const oneLine = `<${types.join(', ')}>`;
  return before + oneLine.length + 2 <= LINE_WIDTH ? oneLine : `<\n${types.join(',\n')}\n>`;
}

/** Writes the names between the braces of an import, one a line if there are too many for one. */
export function importedNames(names: readonly string[], specifier: string): WriterFunction {
  return (writer) => {
    const oneLine = names.join(', ');
    if (oneLine.length + specifier.length + `import {  } from '';`.length <= LINE_WIDTH) writer.write(oneLine);
    else
      writer
        .newLine()
        .indent(() => writer.write(names.map((name) => `${name},`).join('\n')))
        .newLine();
  };
}

/** Writes a string literal. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${escaped}'`;
}

/** Writes a wire name as the key of a property: bare where it is an identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quote(name);
}

/** As {@link propertyName}, for object literals, where a bare `__proto__` would set the prototype. */
export function literalKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyName(name);
}
