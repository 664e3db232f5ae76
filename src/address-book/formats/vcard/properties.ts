import type { Line, Refuse, Row } from '../records/lines.js';
import { rowOf } from './cards.js';

/** A property of a card that is read. */
export interface Property {
  /** In lower case, without its group: `tel`. */
  readonly name: string;
  /** What stands before its colon: `item1.TEL;TYPE=CELL`. */
  readonly head: string;
  /** All of it in one line: unfolded, but as it is encoded. */
  readonly text: string;
  /**
   * The same without the white space at the start of lines that follow a soft line break, if each of them has some: the
   * writer has folded the lines as well. `undefined` otherwise.
   */
  readonly unfolded?: string | undefined;
  /** True if `unfolded` is certainly the value: one such line may begin with a space of its own, several do not. */
  readonly isFolded?: boolean | undefined;
  /** As it stands in the file. */
  readonly row: () => Row;
}

/** The properties that are read; the values of others are passed over. */
const READ = /^(?:[\w-]+\.)?(version|prodid|fn|n|tel|categories|kind|x-addressbookserver-kind)$/i;
const NAME = /^[\w.-]+/;
/** A colon within quotes is part of a parameter. */
const HEAD = /^(?:[^":]|"[^"]*")*(?=:)/;
const LINE_END = /\r?\n$/;
const BASE64 = /^[A-Za-z0-9+/=]+$/;
const IN_BASE64 = /;(?:ENCODING=)?(?:B|BASE64)(?:;|$)/i;
const IN_QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE(?:;|$)/i;

/** Tells whether a property is quoted-printable, by what stands before its colon. */
export function isQuotedPrintable(head: string): boolean {
  return IN_QUOTED_PRINTABLE.test(head);
}

/** Tells whether a property is base64, by what stands before its colon. */
export function isBase64(head: string): boolean {
  return IN_BASE64.test(head);
}

/**
 * The properties of a card that are read, with their lines put together. What is no property is refused by itself.
 *
 * @param isKept - whether the white space that a line goes on with belongs to the value, as version 2.1 has it
 */
export function propertiesOf(lines: readonly Line[], isKept: boolean, refuse: Refuse): readonly Property[] {
  const found: Property[] = [];
  let open: OpenProperty | undefined;
  const close = (): void => {
    const property = open?.close(refuse);
    if (property !== undefined) found.push(property);
    open = undefined;
  };
  for (const line of lines.slice(1, -1)) {
    const text = line.text.replace(LINE_END, '');
    if (open?.goesOn(text) === true) {
      open.add(line, text, isKept);
      continue;
    }
    close();
    if (text.trim() !== '') open = new OpenProperty(line, text);
  }
  close();
  return found;
}

/** A property whose lines are put together. */
class OpenProperty {
  readonly #lines: Line[];
  readonly #pieces: string[];
  /** The pieces without white space at the start of lines that follow a soft line break. */
  readonly #unfolded: string[];
  /** How many lines follow a soft line break, and how many of them begin with white space. */
  readonly #softLines = { all: 0, folded: 0 };
  readonly #isRead: boolean;
  readonly #isQuotedPrintable: boolean;
  readonly #isBase64: boolean;
  /** The end of its last line says that the next one belongs to it. */
  #isSoft: boolean;

  constructor(line: Line, text: string) {
    const name = NAME.exec(text)?.[0] ?? '';
    const isProperty = name !== '' && (text[name.length] === ':' || text[name.length] === ';');
    const [head = ''] = text.split(':', 1);
    this.#isRead = !isProperty || READ.test(name);
    this.#isQuotedPrintable = isQuotedPrintable(head);
    this.#isBase64 = isBase64(head);
    this.#isSoft = this.#isQuotedPrintable && text.endsWith('=');
    this.#lines = [line];
    this.#pieces = [this.#isSoft ? text.slice(0, -1) : text];
    this.#unfolded = [...this.#pieces];
  }

  goesOn(text: string): boolean {
    return this.#isSoft || text.startsWith(' ') || text.startsWith('\t') || (this.#isBase64 && BASE64.test(text));
  }

  add(line: Line, text: string, isKept: boolean): void {
    const isFolded = !this.#isSoft;
    this.#isSoft = this.#isQuotedPrintable && text.endsWith('=');
    if (!this.#isRead) return;
    this.#lines.push(line);
    const unfolded = text.replace(/^[ \t]/, '');
    const value = isFolded && !isKept ? unfolded : text;
    this.#pieces.push(this.#isSoft ? value.slice(0, -1) : value);
    this.#unfolded.push(this.#isSoft ? unfolded.slice(0, -1) : unfolded);
    if (isFolded) return;
    this.#softLines.all += 1;
    if (unfolded !== text) this.#softLines.folded += 1;
  }

  /** `undefined` for one that is not read, or is none. */
  close(refuse: Refuse): Property | undefined {
    if (!this.#isRead) return undefined;
    const text = this.#pieces.join('');
    const head = HEAD.exec(text)?.[0];
    const name = READ.exec(NAME.exec(text)?.[0] ?? '')?.[1]?.toLowerCase();
    const lines = this.#lines;
    const { all, folded } = this.#softLines;
    const unfolded = all > 0 && all === folded ? this.#unfolded.join('') : undefined;
    const isFolded = folded > 1;
    if (head !== undefined && name !== undefined)
      return { name, head, text, unfolded, isFolded, row: () => rowOf(lines) };
    refuse(rowOf(lines), 'is no property of a card');
    return undefined;
  }
}
