import type PostalMime from 'postal-mime';
import { CODES } from '../../domain/codes.js';
import { Problem } from '../../errors/problem.js';
import { EVERYWHERE } from '../../http-client/description/endpoints.js';
import type { Fields } from '../../http-client/description/parts/endpoint.js';
import { isKnownCharset, latin1, textIn } from '../../http-message/charset.js';
import type { RefusalCode } from '../gateway/store/refusal.js';

export interface ReceivedMail {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly charset: string | undefined;
}

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 65_536, maxRfc822NestingDepth: 0 };

/**
 * Reads a mail: the first plain text part that is not an attachment.
 *
 * @throws Problem if it is not a mail, or has no such part
 */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail> {
  checkLines(raw);
  const { default: Parser } = await import('postal-mime');
  const parser = new Parser(LIMITS);
  let subject: string;
  try {
    ({ subject = '' } = await parser.parse(raw));
  } catch {
    // The parser's message may quote the mail.
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

/**
 * The parser needs as much time for a line as for 300 bytes. A mail of line breaks only would take thirty times as
 * long.
 */
const [MANY_LINES, BYTES_OF_A_LINE] = [10_000, 32];

function checkLines(raw: Uint8Array): void {
  let remaining = MANY_LINES + raw.length / BYTES_OF_A_LINE;
  for (let at = raw.indexOf(LF); at !== -1 && remaining >= 0; at = raw.indexOf(LF, at + 1)) remaining -= 1;
  if (remaining < 0) throw new Problem('the mail has too many lines');
}

const LF = 0x0a;

interface StructuredHeader {
  readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string | undefined>> };
}

interface MimePart {
  readonly contentType: StructuredHeader;
  readonly contentDisposition: StructuredHeader;
  readonly content: ArrayBuffer | null;
  readonly childNodes: readonly MimePart[];
}

/**
 * Returns the tree of parts. It contains the undecoded bytes of a text, which the field `encoding` of the form needs.
 * The other results of the parser are decoded with the charset of the mail.
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

export interface MailForm {
  readonly fields: Fields;
  readonly unreadable: RefusalCode | undefined;
}

const MAX_FIELDS = 1000;

/** The charset if neither the form nor the mail specifies one (section 4.1). */
const DEFAULT_CHARSET = 'windows-1250';

const NEEDED = ['to', 'group', 'message', 'template'];

/**
 * Parses the body of a mail: `from=<sender>&to=<number>&message=<text>`. Nothing is percent-decoded. `message` takes
 * the rest of the body, with line breaks as LF and without line breaks at the end. The last value of a repeated name is
 * used.
 *
 * The charset is the one in `encoding`, otherwise that of the mail, otherwise windows-1250.
 *
 * @throws Problem if the body has no form
 */
export function readMailForm(body: Uint8Array, charset: string | undefined): MailForm {
  // Names and the value of `encoding` are ASCII, so they can be read before the charset is known.
  const raw = fieldsOf(latin1(body));
  if (!NEEDED.some((name) => raw.has(name))) throw new Problem('the body has no parameters of a message');
  const encoding = raw.get(EVERYWHERE.encoding)?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && !isKnownCharset(encoding)) {
    return { fields: raw, unreadable: CODES.badRequest };
  }
  try {
    return { fields: fieldsOf(textIn(body, encoding || charsetOfMail(charset))), unreadable: undefined };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { fields: raw, unreadable: CODES.textNotAccepted };
  }
}

function charsetOfMail(charset: string | undefined): string {
  return charset === undefined || charset === 'us-ascii' || !isKnownCharset(charset) ? DEFAULT_CHARSET : charset;
}

const MESSAGE = 'message=';

function fieldsOf(text: string): Fields {
  const body = text.trimStart();
  const at = body.startsWith(MESSAGE) ? 0 : body.indexOf(`&${MESSAGE}`) + 1;
  const hasMessage = at > 0 || body.startsWith(MESSAGE);
  const fields = new Map<string, string>();
  const others = hasMessage ? body.slice(0, at) : body;
  const parts = others.split('&', MAX_FIELDS + 1);
  if (parts.length > MAX_FIELDS) throw new Problem(`the body has more than ${MAX_FIELDS} parameters`);
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals !== -1) fields.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  if (hasMessage) fields.set('message', withoutLastBreaks(body.slice(at + MESSAGE.length)).replaceAll('\r\n', '\n'));
  return fields;
}

/** A regular expression for the end would restart at every line break. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return text.slice(0, end);
}
