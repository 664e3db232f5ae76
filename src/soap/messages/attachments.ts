import { latin1 } from '../../http-message/charset.js';
import { type ContentType, parseContentType } from '../../http-message/content-type.js';

/**
 * The part of a `multipart/related` body that holds the envelope (SOAP Messages with Attachments, section 3). Servers
 * end its lines in LF, too, and put blanks behind a boundary: parsers of forms take neither.
 */
export interface RootPart {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/**
 * Finds the root part of a `multipart/related` body: the one that `start` names, else the first.
 *
 * @returns `undefined` when the body is not what its Content-Type says
 */
export function rootPart(body: Uint8Array, { boundary, start }: ContentType): RootPart | undefined {
  if (boundary === undefined || boundary === '') return undefined;
  let first: RootPart | undefined;
  for (const piece of multipartPieces(body, boundary)) {
    const found = partOf(piece);
    if (found === undefined) continue;
    const { headers, bytes } = found;
    const part: RootPart = { bytes, contentType: headerOf(headers, 'content-type') };
    if (start !== undefined && headerOf(headers, 'content-id') === start) return part;
    first ??= part;
  }
  return first;
}

/**
 * The document that a body holds: of a `multipart/related` one its root part, of any other the body itself.
 *
 * @param header - the Content-Type of the body
 */
export function documentOf(
  body: Uint8Array,
  header: string | undefined,
): { readonly document: Uint8Array; readonly contentType: ContentType } {
  const contentType = parseContentType(header);
  const part = contentType.mediaType === 'multipart/related' ? rootPart(body, contentType) : undefined;
  if (part === undefined) return { document: body, contentType };
  return { document: part.bytes, contentType: parseContentType(part.contentType) };
}

/** A part of a multipart body. */
interface Part {
  /** Its headers, a line each. */
  readonly headers: string;
  readonly bytes: Uint8Array;
}

/**
 * Gives what stands behind each delimiter of a multipart body (RFC 2046 section 5.1.1), its bytes as one character
 * each: the parts, and what is behind the last one, which begins with `--`. What comes before the first is passed over.
 */
function* multipartPieces(body: Uint8Array, boundary: string): Generator<string, void, undefined> {
  const text = `\n${latin1(body)}`;
  const delimiter = `\n--${boundary}`;
  for (let start = text.indexOf(delimiter); start !== -1; ) {
    const end = text.indexOf(delimiter, start + 1);
    yield text.slice(start + delimiter.length, end === -1 ? undefined : end);
    start = end;
  }
}

/** Reads a piece as a part; `undefined` where it is none. */
function partOf(piece: string): Part | undefined {
  const lineEnd = /^[ \t]*(?=\r?\n)/.exec(piece);
  // The first empty line; behind the line of the boundary there may be no header at all.
  const blank = lineEnd === null ? null : /\n\r?\n/.exec(piece);
  if (blank === null) return undefined;
  // Lines end in CRLF by the standard, in LF in practice; the line end before a boundary belongs to the boundary.
  const content = piece.slice(blank.index + blank[0].length).replace(/\r$/, '');
  return { headers: piece.slice(0, blank.index + 1), bytes: Buffer.from(content, 'latin1') };
}

const HEADERS = {
  'content-type': /^content-type:[ \t]*(.+?)\r?$/im,
  'content-id': /^content-id:[ \t]*(.+?)\r?$/im,
};

/** The value of a part's header. */
function headerOf(headers: string, name: keyof typeof HEADERS): string | undefined {
  return HEADERS[name].exec(headers)?.[1];
}
