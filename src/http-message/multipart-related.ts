import { type ContentType, parseContentType } from './content-type.js';
import { headerOf, multipartPieces, partOf } from './multipart.js';

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
