import { invalid } from '../../options/check.js';
import { reading } from '../../options/readable.js';
import { MessageToken, type TokenOptions, tokenStyle } from './tokens.js';

/** A value in a template of `text`. */
export type TextValue = string | number | MessageToken | MessageText;

/**
 * A text with tokens that the gateway fills in for each recipient; {@link text} makes it. The client writes the tokens
 * as its variant of the interface has them.
 *
 * @example
 * ```ts
 * const hello: MessageText = text`Hi ${tokens.firstName}`;
 * console.log(hello.render({ variant: 'earlier' }));
 * ```
 */
export class MessageText {
  readonly #pieces: readonly (string | MessageToken)[];

  /** @internal */
  constructor(pieces: readonly (string | MessageToken)[]) {
    this.#pieces = pieces;
  }

  /** @internal */
  static piecesOf(message: MessageText): readonly (string | MessageToken)[] {
    return message.#pieces;
  }

  /**
   * Writes the text as a variant of the interface has it.
   *
   * @param options - `variant`: `'current'` (default) or `'earlier'`; `shortLinkKey`: the gateway's own name of its
   *   shortener, by default `shortlink`
   * @throws ValidationError when an option is not known or not usable
   *
   * @example
   * ```ts
   * const message = text`Hi in ${tokens.city}`.render({ variant: 'earlier' });
   * ```
   */
  render(options: TokenOptions = {}): string {
    const style = tokenStyle(options);
    return this.#pieces.map((piece) => (typeof piece === 'string' ? piece : piece.render(style))).join('');
  }

  /**
   * Writes the text as the current variant has it.
   *
   * @example
   * ```ts
   * const { parts } = countMessageParts(String(text`Hi ${tokens.firstName}`));
   * ```
   */
  toString(): string {
    return this.render();
  }

  /**
   * Writes the text as the current variant has it: in JSON it is a string.
   *
   * @example
   * ```ts
   * const draft = JSON.stringify({ message: text`Hi ${tokens.firstName}` });
   * ```
   */
  toJSON(): string {
    return this.render();
  }
}

const [BEGIN, END] = ['[%', '%]'];

/**
 * Creates a text with tokens; used as a template tag. The template is taken as it is. A value is inserted as it is, but
 * must not be a part of a token, so that the gateway does not replace `[%…%]` from other sources.
 *
 * @throws ValidationError if a value is not a text, number, token or text with tokens, or would be part of a token
 *
 * @example
 * ```ts
 * const shop = 'Shop & Co';
 * const message = text`${shop}: hi ${tokens.firstName}, your code is ${tokens.discountCode}`;
 * ```
 */
export function text(template: TemplateStringsArray, ...values: readonly TextValue[]): MessageText {
  if (!Array.isArray(template) || !Array.isArray(template.raw)) {
    return invalid('text', 'must be used as a template tag: text`Hi`');
  }
  return new MessageText(reading('values', {}, () => piecesFor(template, values)));
}

function piecesFor(template: TemplateStringsArray, values: readonly TextValue[]): readonly (string | MessageToken)[] {
  const pieces: (string | MessageToken)[] = [];
  let before = '';
  let valueBefore: string | undefined;
  for (const [index, own] of template.entries()) {
    if (typeof own !== 'string') invalid('text', 'contains an invalid escape sequence');
    if (valueBefore !== undefined && before.endsWith('[') && own.startsWith('%')) refusePart(valueBefore);
    if (own !== '') valueBefore = undefined;
    before += own;
    pieces.push(own);
    if (index === values.length) break;
    const [path, value] = [`values[${index}]`, values[index]];
    if (value instanceof MessageToken) {
      pieces.push(value);
      before = '';
    } else if (value instanceof MessageText) {
      pieces.push(...MessageText.piecesOf(value));
      before = '';
    } else {
      const input = textOf(value, path);
      if (isOpen(before) || (before.slice(-1) + input).includes(BEGIN)) refusePart(path);
      if (input !== '') valueBefore = path;
      before += input;
      pieces.push(input);
    }
  }
  return pieces;
}

function textOf(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return invalid(path, 'must be a text, number, token or text with tokens');
}

function isOpen(before: string): boolean {
  return before.lastIndexOf(BEGIN) > before.lastIndexOf(END);
}

function refusePart(path: string): never {
  return invalid(path, 'would be part of a token, [%…%]. Use `tokens` to create tokens');
}
