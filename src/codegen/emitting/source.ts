import {
  IndentationText,
  NewLineKind,
  Project,
  QuoteKind,
  type SourceFileStructure,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatementStructure,
} from 'ts-morph';
import { type Layout, LINE_WIDTH, print } from './layout.js';

export type Statement = Exclude<
  NonNullable<SourceFileStructure['statements']>,
  string | ((...parameters: never) => unknown)
>[number];

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

export function constant(name: string, type: Layout, value: Layout, documentation: string): VariableStatementStructure {
  const annotation = print(type, `export const ${name}: `.length, [' = ', ...value, ';']);
  const before = `export const ${name}: ${annotation} = `;
  const initializer = print(value, before.length - before.lastIndexOf('\n') - 1, [';']);
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    docs: jsDoc(documentation),
    declarations: [
      { name, type: annotation, initializer: (writer) => writer.setIndentationLevel(0).write(initializer) },
    ],
    leadingTrivia: '\n',
  };
}

export interface DocOptions {
  readonly indent?: number;
  readonly tags?: readonly string[];
  readonly example?: string | undefined;
}

/** Makes a doc comment of plain text, within the width of a line. */
export function jsDoc(text: string, { indent = 0, tags = [], example }: DocOptions = {}): { description: string }[] {
  const width = LINE_WIDTH - indent - ' * '.length;
  const safe = escapeDoc(text).replace(/(^|\s|\{)@/g, '$1\\@');
  const paragraphs = text === '' ? [] : safe.split('\n').flatMap((line) => wrap(line, width));
  const lines = [
    ...paragraphs,
    ...(tags.length > 0 && paragraphs.length > 0 ? [''] : []),
    ...tags.flatMap((tag) => wrap(escapeDoc(tag), width - 2).map((line, index) => (index > 0 ? `  ${line}` : line))),
    ...(example === undefined ? [] : exampleTag(example, paragraphs.length + tags.length > 0)),
  ];
  const [only, second] = lines;
  if (only === undefined) return [];
  const isShort = second === undefined && indent + `/** ${only} */`.length <= LINE_WIDTH;
  return [{ description: isShort ? only : `\n${lines.join('\n')}` }];
}

function exampleTag(example: string, hasTextBefore: boolean): readonly string[] {
  return [...(hasTextBefore ? [''] : []), '@example', '```ts', ...escapeDoc(example).split('\n'), '```'];
}

function escapeDoc(text: string): string {
  return text.replaceAll('*/', '*\\/');
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

export function quote(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${escaped}'`;
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quote(name);
}

export function literalKey(name: string): string {
  return name === '__proto__' ? "['__proto__']" : propertyName(name);
}
