export const LINE_WIDTH = 120;

export type Layout = readonly (string | List)[];

export interface List {
  readonly open: string;
  readonly close: string;
  readonly separator: ',' | ';';
  readonly items: readonly Layout[];
  /** Has a line for each item even where all fit on one. */
  readonly isBroken?: boolean;
}

export function parenthesized(items: readonly Layout[]): List {
  return { open: '(', close: ')', separator: ',', items };
}

export function typeArguments(types: readonly string[]): List {
  return { open: '<', close: '>', separator: ',', items: types.map((type) => [type]) };
}

export function objectLiteral(entries: readonly (readonly [key: string, value: Layout])[]): List {
  const items = entries.map(([key, value]): Layout => {
    const isSame = value.length === 1 && value[0] === key;
    return isSame ? value : [`${key}: `, ...value];
  });
  return { open: '{', close: '}', separator: ',', items };
}

export function objectType(entries: readonly (readonly [key: string, type: string])[]): List {
  return { open: '{', close: '}', separator: ';', items: entries.map(([key, type]) => [`readonly ${key}: ${type}`]) };
}

/** Writes code within {@link LINE_WIDTH}. Breaks a list only if its line, including `tail`, would be too long. */
export function print(layout: Layout, column: number, tail: Layout = [], indent: number = 0): string {
  let text = '';
  const end = (): number => (text.includes('\n') ? text.length - text.lastIndexOf('\n') - 1 : column + text.length);
  for (const [index, piece] of layout.entries()) {
    const oneLine = typeof piece === 'string' ? piece : flat(piece);
    if (typeof piece === 'string' || piece.items.length === 0) {
      text += oneLine;
      continue;
    }
    const rest = unbreakable([...layout.slice(index + 1), ...tail]);
    const fits = end() + oneLine.length + rest <= LINE_WIDTH;
    text += fits && piece.isBroken !== true ? oneLine : broken(piece, indent);
  }
  return text;
}

function flat({ open, close, separator, items }: List): string {
  const written = items.map((item) => item.map((piece) => (typeof piece === 'string' ? piece : flat(piece))).join(''));
  const space = open === '{' && items.length > 0 ? ' ' : '';
  return open + space + written.join(`${separator} `) + space + close;
}

function broken({ open, close, separator, items }: List, indent: number): string {
  const inner = indent + 2;
  const lines = items.map((item, index) => {
    const isLast = index === items.length - 1;
    const after = isLast && open === '<' ? '' : separator;
    return `${' '.repeat(inner)}${print(item, inner, [after], inner)}${after}\n`;
  });
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`;
}

function unbreakable(layout: Layout): number {
  let width = 0;
  for (const piece of layout) {
    if (typeof piece !== 'string' && piece.items.length > 0) return width + piece.open.length;
    width += typeof piece === 'string' ? piece.length : flat(piece).length;
  }
  return width;
}
