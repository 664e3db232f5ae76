/** What a Content-Type header says that matters here. */
export interface ContentType {
  /** Lower case, without parameters; empty where there is no header. */
  readonly mediaType: string;
  readonly charset: string | undefined;
  readonly boundary: string | undefined;
  readonly start: string | undefined;
}

/** Reads a Content-Type header; what is not understood is passed over. */
export function parseContentType(header: string | undefined): ContentType {
  const [mediaType = ''] = (header ?? '').split(';', 1);
  const parameter = (name: string): string | undefined => {
    const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(header ?? '');
    return match?.[1] ?? match?.[2];
  };
  return {
    mediaType: mediaType.trim().toLowerCase(),
    charset: parameter('charset'),
    boundary: parameter('boundary'),
    start: parameter('start'),
  };
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
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  let first: RootPart | undefined;
  for (const piece of `\n${text}`.split(`\n--${boundary}`).slice(1)) {
    const head = /^[ \t]*\r?\n((?:[^\r\n]+\r?\n)*)\r?\n/.exec(piece);
    if (head === null) continue;
    const headers = head[1] ?? '';
    // Lines end in CRLF by the standard, in LF in practice; the line end before a boundary belongs to the boundary.
    const part: RootPart = {
      bytes: Buffer.from(piece.slice(head[0].length).replace(/\r$/, ''), 'latin1'),
      contentType: /^content-type:[ \t]*(.+?)\r?$/im.exec(headers)?.[1],
    };
    const id = /^content-id:[ \t]*(.+?)\r?$/im.exec(headers)?.[1];
    if (start !== undefined && id === start) return part;
    first ??= part;
  }
  return first;
}
