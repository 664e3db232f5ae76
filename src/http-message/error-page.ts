const NO_CERTIFICATE = /No required SSL certificate was sent/i;
const WRONG_CERTIFICATE = /The SSL certificate error/i;

/** The same mistake, as nginx, Apache and Go name it. */
const PLAIN_HTTP =
  /plain HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server/i;

const ADVICE: readonly (readonly [says: RegExp, advice: string])[] = [
  [NO_CERTIFICATE, 'the server requires a client certificate: set cert and key'],
  [WRONG_CERTIFICATE, 'the server rejects the client certificate in cert'],
  [PLAIN_HTTP, 'this port uses https: correct the url'],
];

const TOO_LARGE = 413;

/**
 * Returns advice on a response that is not of the interface, by its status or text, after a semicolon; empty if there
 * is none.
 */
export function pageAdvice(status: number, text: string): string {
  if (status === TOO_LARGE) return '; the request is too large for a server or proxy: send to fewer recipients at once';
  const advice = ADVICE.find(([says]) => says.test(text))?.[1];
  return advice === undefined ? '' : `; ${advice}`;
}

/** The most characters of a body that a message shows. */
const SHOWN_LENGTH = 120;
/** A tag; of scripts and styles with their content. */
const TAG = /<(?:(?:script|style)\b[^<>]*>[^<]*|[^<>]*>)/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

export function visibleText(page: string): string {
  const text = page
    .replace(TAG, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

export function wantsCertificateByPage(text: string): boolean {
  return NO_CERTIFICATE.test(text) || WRONG_CERTIFICATE.test(text);
}
