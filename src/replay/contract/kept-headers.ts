import { isKnownCharset } from '../../http-message/charset.js';
import { retryAfterMs } from '../../http-message/retry-after.js';

/** The kind of a document and its charset. */
export interface ContentType {
  readonly mediaType: string;
  readonly charset?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

/** The media types that are kept as they are. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(
  'text/xml application/xml application/soap+xml application/xhtml+xml text/html text/plain application/json'.split(
    ' ',
  ),
);
const OTHER_TYPE = 'application/octet-stream';
/** For a charset that cannot be read here: when it is played, it cannot either. */
const OTHER_CHARSET = 'x-unknown';

/**
 * Of the headers of a response those that a cassette keeps, each with a value out of a list or made anew: what else it
 * says can be an address, a secret, or what no server can send again.
 *
 * @param headers - with names in lower case
 * @param type - of what is kept of the body; empty where nobody says it
 */
export function keptHeaders(headers: Headers, type: ContentType): Headers {
  const pauseMs = retryAfterMs(headers['retry-after']);
  const contentType = keptContentType(type);
  return {
    ...(contentType === '' ? {} : { 'content-type': contentType }),
    // A date would mean something else when it is played.
    ...(pauseMs === undefined ? {} : { 'retry-after': String(Math.ceil(pauseMs / 1000)) }),
  };
}

function keptContentType({ mediaType, charset }: ContentType): string {
  const type = MEDIA_TYPES.has(mediaType) || mediaType === '' ? mediaType : OTHER_TYPE;
  if (charset === undefined) return type;
  return `${type}; charset=${isKnownCharset(charset) ? charset.toLowerCase() : OTHER_CHARSET}`;
}
