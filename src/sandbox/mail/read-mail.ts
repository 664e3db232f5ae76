import type PostalMime from 'postal-mime';
import { Problem } from '../../errors/problem.js';

/** The parts of a mail that say what is to be sent. */
export interface ReceivedMail {
  /** With its folding and its encoded words undone; empty where there is none. */
  readonly subject: string;
  /** The bytes of the text, with their transfer encoding undone. */
  readonly body: Uint8Array;
  /** The charset that the mail names for the text, in small letters; `undefined` where it names none. */
  readonly charset: string | undefined;
}

/** No mail that somebody writes has more. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 65_536, maxRfc822NestingDepth: 0 };

/**
 * Reads a mail: the first part that is plain text and no attachment.
 *
 * @throws Problem when it is no mail, or has no such part
 */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
  checkLines(raw);
  const { default: Parser } = await import('postal-mime');
  const parser = new Parser(LIMITS);
  let subject: string;
  try {
    ({ subject = '' } = await parser.parse(raw));
  } catch {
    // Its words are about its limits, and may quote the mail.
    throw new Problem('the mail cannot be read');
  }
  const part = textPart(rootOf(parser));
  if (part === undefined) throw new Problem('the mail has no part of plain text');
  const { content, contentType } = part;
  const charset = contentType.parsed.params.charset?.trim().toLowerCase();
  return {
    subject,
    body: new Uint8Array(content ?? new ArrayBuffer(0)),
    charset: charset === '' ? undefined : charset,
  };
}

/** A line costs the parser as much as 300 bytes do: a mail of line breaks alone would take thirty times as long. */
const [MANY_LINES, BYTES_OF_A_LINE] = [10_000, 32];

/** Refuses a mail with more lines than anybody writes. @throws Problem */
function checkLines(raw: Uint8Array): void {
  let left = MANY_LINES + raw.length / BYTES_OF_A_LINE;
  for (let at = raw.indexOf(LF); at !== -1 && left >= 0; at = raw.indexOf(LF, at + 1)) left -= 1;
  if (left < 0) throw new Problem('the mail has too many lines');
}

const LF = 0x0a;

/** A header with parameters, as the parser has it. */
interface StructuredHeader {
  readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string | undefined>> };
}

/** A part of a mail, as the parser has it. */
interface MimePart {
  readonly contentType: StructuredHeader;
  readonly contentDisposition: StructuredHeader;
  /** With its transfer encoding undone. */
  readonly content: ArrayBuffer | null;
  readonly childNodes: readonly MimePart[];
}

/**
 * The tree of parts. Only there are the bytes of a text, and `encoding` of the form has to decide about them: what the
 * parser gives besides is read in the charset of the mail.
 */
function rootOf(parser: PostalMime): MimePart {
  if (!('root' in parser)) throw new TypeError('postal-mime has no tree of parts');
  return parser.root as MimePart;
}

function textPart(part: MimePart): MimePart | undefined {
  const isText = part.contentType.parsed.value === 'text/plain';
  if (isText && part.contentDisposition.parsed.value !== 'attachment') return part;
  for (const child of part.childNodes) {
    const found = textPart(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
