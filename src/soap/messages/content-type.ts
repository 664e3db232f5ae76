import { latin1 } from '../../xml/charset.js';

/** What a Content-Type header says that matters here. */
export interface ContentType {
  /** Lower case, without parameters; empty where there is no header. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
  readonly start: string | undefined;
}

const PARAMETER = /;\s*(charset|boundary|start)\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gi;

const PLAIN_XML: ContentType = { mediaType: 'text/xml', charset: 'utf-8', boundary: undefined, start: undefined };
/** What nearly every response says. */
const COMMON: ReadonlySet<string> = new Set([
  'text/xml; charset=utf-8',
  'text/xml; charset=UTF-8',
  'text/xml;charset=utf-8',
]);

/** Reads a Content-Type header; what is not understood is passed over. */
export function parseContentType(header: string = ''): ContentType {
  if (COMMON.has(header)) return PLAIN_XML;
  const end = header.indexOf(';');
  const mediaType = (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
  const found: { charset?: string | undefined; boundary?: string | undefined; start?: string | undefined } = {};
  for (const [, name = '', quoted, bare] of header.matchAll(PARAMETER)) {
    const parameter = name.toLowerCase() as keyof typeof found;
    // The first of several counts.
    found[parameter] ??= parameter === 'charset' ? charsetName(quoted ?? bare) : (quoted ?? bare);
  }
  return { mediaType, charset: found.charset, boundary: found.boundary, start: found.start };
}

/** The name of a charset, which some put into single quotes; an empty one says nothing. */
function charsetName(written: string = ''): string | undefined {
  const name = written
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .trim();
  return name === '' ? undefined : name;
}

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
