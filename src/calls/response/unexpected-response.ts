import { type ConnectionError, HttpStatusError } from '../../errors/errors.js';
import { pageAdvice, visibleText } from '../../http-message/error-page.js';
import { isRedirect, redirectTarget } from '../../http-message/redirect.js';
import { retryAfterMs } from '../../http-message/retry-after.js';
import { redact, type SecretSource } from '../../redact/redact.js';
import { noAnswerOfNock } from '../../transport/test-tool.js';
import type { TransportResponse } from '../../transport/transport.js';

/** The most characters of a body that an error shows. */
const EXCERPT_LENGTH = 200;

/** The parts of a response that its error is made from, besides the body. */
type Head = Pick<TransportResponse, 'status' | 'headers' | 'sent'>;

/**
 * Makes the error of a response that is not of the interface, such as a page of a proxy.
 *
 * @param what - what is wrong with it
 * @param text - the text of its body, without secrets; the message shows its first 120 visible characters
 * @param source - knows what was sent: a redirect that shows something of it is not told
 */
export function unexpectedResponse(
  response: Head,
  what: string,
  text: string,
  operation: string,
  source: SecretSource,
  cause?: unknown,
): HttpStatusError | ConnectionError {
  const { status, headers } = response;
  const noAnswer = noAnswerOfNock(status, text, operation);
  if (noAnswer !== undefined) return noAnswer;
  // Again: without its tags a secret may be whole.
  const visible = redact(visibleText(text), source.secrets());
  const begins = visible === '' ? '' : `; it begins: "${visible}"`;
  const message = `HTTP status ${status}: ${what}${pageAdvice(status, text)}${begins}`;
  return new HttpStatusError(message, status, text.slice(0, EXCERPT_LENGTH), {
    operation,
    cause,
    retryAfterMs: retryAfterMs(headers['retry-after']),
    location: isRedirect(status) ? redirectTarget(response, source) : undefined,
  });
}

/** Refuses a redirect. @throws HttpStatusError that says where it leads */
export function refuseRedirect(response: Head, operation: string, source: SecretSource): void {
  if (!isRedirect(response.status)) return;
  const what = 'a redirect is not followed, because the credentials would go with it; correct the url';
  throw unexpectedResponse(response, what, '', operation, source);
}

/** Refuses a body that holds nothing. @throws HttpStatusError */
export function refuseEmptyBody(response: Head, document: Uint8Array, operation: string, source: SecretSource): void {
  if (document.length > 0) return;
  throw unexpectedResponse(response, 'the body is empty', '', operation, source);
}
