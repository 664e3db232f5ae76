/** Width that generated lines stay within where they can be broken. */
export const LINE_WIDTH = 120;

/** Code that may take several lines: pieces of text, and lists that stand on one line or have a line for each item. */
export type Layout = readonly (string | List)[];

/** Items between brackets. */
export interface List {
  readonly open: string;
  readonly close: string;
  /** Between items; also behind the last one of a list that takes several lines, where the language allows it. */
  readonly separator: ',' | ';';
  readonly items: readonly Layout[];
  /** Has a line for each item even where all fit on one. */
  readonly isBroken?: boolean;
}

/** The arguments of a call, or the parameters of a function. */
export function parenthesized(items: readonly Layout[]): List {
  return { open: '(', close: ')', separator: ',', items };
}

/** Type arguments. */
export function typeArguments(types: readonly string[]): List {
  return { open: '<', close: '>', separator: ',', items: types.map((type) => [type]) };
}

/** `{ key: value, … }`, in short where they are the same. */
export function objectLiteral(entries: readonly (readonly [key: string, value: Layout])[]): List {
  const items = entries.map(([key, value]): Layout => {
    const isSame = value.length === 1 && value[0] === key;
    return isSame ? value : [`${key}: `, ...value];
  });
  return { open: '{', close: '}', separator: ',', items };
}

/** An object type, all of whose properties are read-only. */
export function objectType(entries: readonly (readonly [key: string, type: string])[]): List {
  return { open: '{', close: '}', separator: ';', items: entries.map(([key, type]) => [`readonly ${key}: ${type}`]) };
}

/**
 * Writes code within the {@link LINE_WIDTH}: a list is broken only when it does not fit on its line together with what
 * stands around it, up to the next list that can be broken instead.
 *
 * @param column - where its first line starts
 * @param tail - what follows it on its last line
 * @param indent - of the line it starts on
 */
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

/** Returns the width of the start of code that has to stand on one line whatever is broken after it. */
function unbreakable(layout: Layout): number {
  let width = 0;
  for (const piece of layout) {
    if (typeof piece !== 'string' && piece.items.length > 0) return width + piece.open.length;
    width += typeof piece === 'string' ? piece.length : flat(piece).length;
  }
  return width;
}
