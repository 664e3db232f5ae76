import { MAX_PARAMS } from '../../../../domain/sending/limits.js';
import type { ParamRow } from './orders.js';

/** A piece of a text: as it is, a placeholder by its name, or a link to be shortened. */
export type Piece =
  | { readonly kind: 'text'; readonly source: string }
  | { readonly kind: 'placeholder'; readonly source: string; readonly name: string }
  | { readonly kind: 'link'; readonly source: string; readonly target: string };

/** A text in its pieces, of which there is at least one. */
export type Template = readonly Piece[];

const END = '%]';

/** The beginning of a link – no other placeholder has a colon behind its name –, or a whole placeholder. */
const LINK_OR_PLACEHOLDER = /\[%(?:[\w-]+(:)|([^%\]]+)%\])/g;

/** Takes a text apart (specification section 4.1, rules 6 to 8). */
export function templateOf(text: string): Template {
  const pieces: Piece[] = [];
  const lastEnd = text.lastIndexOf(END);
  let copied = 0;
  for (const { 0: found, 1: colon, 2: name, index } of text.matchAll(LINK_OR_PLACEHOLDER)) {
    const start = index + found.length;
    // What stands in the target of a link is none; the target may hold any character, `%` and `]` too.
    if (index < copied || (colon !== undefined && start > lastEnd)) continue;
    if (index > copied) pieces.push({ kind: 'text', source: text.slice(copied, index) });
    copied = name === undefined ? text.indexOf(END, start) + END.length : start;
    const source = text.slice(index, copied);
    pieces.push(
      name === undefined
        ? { kind: 'link', source, target: text.slice(start, copied - END.length) }
        : { kind: 'placeholder', source, name },
    );
  }
  if (copied < text.length || pieces.length === 0) pieces.push({ kind: 'text', source: text.slice(copied) });
  return pieces;
}

/** Gives the value of a piece; `undefined` where it stays as it is. */
export type ValueOf = (piece: Piece) => string | undefined;

/** Fills in the values, piece by piece; nothing is put together. */
export function valuesOf(template: Template, valueOf: ValueOf): readonly string[] {
  return template.map((piece) => valueOf(piece) ?? piece.source);
}

/** The placeholders of params. */
const PARAM = new RegExp(`^[1-${MAX_PARAMS}]$`);

/** The value for the placeholder of a param: `undefined` where the row has none; a nil one is empty. */
export function paramValue(name: string, row: ParamRow): string | undefined {
  if (!PARAM.test(name)) return undefined;
  const value = row[Number(name) - 1];
  return value === null ? '' : value;
}

/** Fills in the params; a placeholder without a value stays as it is, one with a nil value becomes empty. */
export function fillIn(text: string, row: ParamRow): string {
  return valuesOf(templateOf(text), (piece) =>
    piece.kind === 'placeholder' ? paramValue(piece.name, row) : undefined,
  ).join('');
}
