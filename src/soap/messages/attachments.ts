import { latin1 } from '../../http-message/charset.js';
import { type ContentType, parseContentType } from '../../http-message/content-type.js';

/**
 * The part of a `multipart/related` body that contains the envelope (SOAP Messages with Attachments, section 3).
 * Form-data parsers cannot be used: some servers end lines with LF or add blanks after a boundary.
 */
export interface RootPart {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

/** Finds the root part of a `multipart/related` body: the part named by `start`, otherwise the first one. */
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

/** Returns the document in a body: the root part of a `multipart/related` body, otherwise the body. */
export function documentOf(
  body: Uint8Array,
  header: string | undefined,
): { readonly document: Uint8Array; readonly contentType: ContentType } {
  const contentType = parseContentType(header);
  const part = contentType.mediaType === 'multipart/related' ? rootPart(body, contentType) : undefined;
  if (part === undefined) return { document: body, contentType };
  return { document: part.bytes, contentType: parseContentType(part.contentType) };
}

interface Part {
  readonly headers: string;
  readonly bytes: Uint8Array;
}

/** Yields the text after each delimiter of a multipart body (RFC 2046 section 5.1.1), one character per byte. */
function* multipartPieces(body: Uint8Array, boundary: string): Generator<string, void, undefined> {
  const text = `\n${latin1(body)}`;
  const delimiter = `\n--${boundary}`;
  for (let start = text.indexOf(delimiter); start !== -1; ) {
    const end = text.indexOf(delimiter, start + 1);
    yield text.slice(start + delimiter.length, end === -1 ? undefined : end);
    start = end;
  }
}

function partOf(piece: string): Part | undefined {
  const lineEnd = /^[ \t]*(?=\r?\n)/.exec(piece);
  // The first empty line. The line of the boundary may be followed by no header.
  const blank = lineEnd === null ? null : /\n\r?\n/.exec(piece);
  if (blank === null) return undefined;
  // The standard requires CRLF, but some servers send LF. The line end before a boundary belongs to the boundary.
  const content = piece.slice(blank.index + blank[0].length).replace(/\r$/, '');
  return { headers: piece.slice(0, blank.index + 1), bytes: Buffer.from(content, 'latin1') };
}

const HEADERS = {
  'content-type': /^content-type:[ \t]*(.+?)\r?$/im,
  'content-id': /^content-id:[ \t]*(.+?)\r?$/im,
};

function headerOf(headers: string, name: keyof typeof HEADERS): string | undefined {
  return HEADERS[name].exec(headers)?.[1];
}
