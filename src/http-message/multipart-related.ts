import { latin1 } from './charset.js';
import { type ContentType, parseContentType } from './content-type.js';

/** The part of a `multipart/related` body (SOAP with Attachments) that holds the envelope. */
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
  const text = latin1(body);
  let first: RootPart | undefined;
  for (const piece of `\n${text}`.split(`\n--${boundary}`).slice(1)) {
    const lineEnd = /^[ \t]*(?=\r?\n)/.exec(piece);
    // The first empty line; behind the line of the boundary there may be no header at all.
    const blank = lineEnd === null ? null : /\n\r?\n/.exec(piece);
    if (blank === null) continue;
    const headers = piece.slice(0, blank.index + 1);
    // Lines end in CRLF by the standard, in LF in practice; the line end before a boundary belongs to the boundary.
    const part: RootPart = {
      bytes: Buffer.from(piece.slice(blank.index + blank[0].length).replace(/\r$/, ''), 'latin1'),
      contentType: /^content-type:[ \t]*(.+?)\r?$/im.exec(headers)?.[1],
    };
    const id = /^content-id:[ \t]*(.+?)\r?$/im.exec(headers)?.[1];
    if (start !== undefined && id === start) return part;
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
