import { Node, Project, type PropertyAssignment, SyntaxKind } from 'ts-morph';
import { ROOT } from '../build/manifest.js';

/** A row of a table in the description, identified by its content. */
interface Row {
  readonly kind: 'parameter' | 'answer';
  readonly name: string;
  /** The first of its names in the request or response. */
  readonly wire: string;
  readonly section: string;
}

/** Returns the docstring of a row. @throws Error if it has none */
export type Docstrings = (row: Row) => string;

/** Reads the docstrings of all rows in the tables of the description. */
export function readDocstrings(): Docstrings {
  const project = new Project({ tsConfigFilePath: `${ROOT}tsconfig.json`, skipAddingFilesFromTsConfig: true });
  const files = project.addSourceFilesAtPaths(`${ROOT}src/http-client/description/{endpoints,parts}/*.ts`);
  const found = new Map<string, string>();
  for (const property of files.flatMap((file) => file.getDescendantsOfKind(SyntaxKind.PropertyAssignment))) {
    const [row, text] = [rowOf(property), docstringOf(property)];
    if (row === undefined || text === '') continue;
    const key = keyOf(row);
    if ((found.get(key) ?? text) !== text) throw new Error(`${key}: has two docstrings that differ`);
    found.set(key, text);
  }
  return (row) => {
    const text = found.get(keyOf(row));
    if (text === undefined) throw new Error(`${keyOf(row)}: has no docstring`);
    return text;
  };
}

function keyOf({ kind, name, wire, section }: Row): string {
  return [kind, name, wire, section].join(' ');
}

/** Reads a row such as `name: textField('name', { section: '2.3' })`; without a wire name, the property name is used. */
function rowOf(property: PropertyAssignment): Row | undefined {
  const initializer = property.getInitializer();
  const inner = initializer?.getDescendantsOfKind(SyntaxKind.CallExpression).at(-1);
  const call = inner ?? initializer?.asKind(SyntaxKind.CallExpression);
  if (call === undefined) return undefined;
  const [wire] = call.getArguments().filter(Node.isStringLiteral);
  const section = /section: '([\d.]+)'/.exec(call.getText())?.[1];
  if (section === undefined) return undefined;
  const name = property.getName();
  const isField = call.getExpression().getText().endsWith('Field');
  return { kind: isField ? 'answer' : 'parameter', name, wire: wire?.getLiteralValue() ?? name, section };
}

/** The comment before a property, in one line. */
function docstringOf(node: Node): string {
  const comment = node.getLeadingCommentRanges().at(-1)?.getText() ?? '';
  if (!comment.startsWith('/**')) return '';
  const lines = comment.replace(/^\/\*\*|\*\/$/g, '').split('\n');
  return lines
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .filter((line) => line !== '')
    .join(' ');
}
