import { isKnownCharset } from '../../http-message/charset.js';
import { retryAfterMs } from '../../http-message/response-headers.js';

export interface ContentType {
  readonly mediaType: string;
  readonly charset?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

const MEDIA_TYPES: ReadonlySet<string> = new Set(
  'text/xml application/xml application/soap+xml application/xhtml+xml text/html text/plain application/json'.split(
    ' ',
  ),
);
const OTHER_TYPE = 'application/octet-stream';
/** Replaces a charset that this library cannot read, so that replay fails in the same way. */
const OTHER_CHARSET = 'x-unknown';

/**
 * Returns the response headers to store. Each value is from a list or newly written, because any other header may
 * contain an address, a secret, or a value that no server can send again.
 */
export function keptHeaders(headers: Headers, type: ContentType): Headers {
  const pauseMs = retryAfterMs(headers['retry-after']);
  const contentType = keptContentType(type);
  return {
    ...(contentType === '' ? {} : { 'content-type': contentType }),
    // Stored as a duration, because a date would be wrong on replay.
    ...(pauseMs === undefined ? {} : { 'retry-after': String(Math.ceil(pauseMs / 1000)) }),
  };
}

function keptContentType({ mediaType, charset }: ContentType): string {
  const type = MEDIA_TYPES.has(mediaType) || mediaType === '' ? mediaType : OTHER_TYPE;
  if (charset === undefined) return type;
  return `${type}; charset=${isKnownCharset(charset) ? charset.toLowerCase() : OTHER_CHARSET}`;
}
