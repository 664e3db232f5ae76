import { type ConnectionError, HttpStatusError, isSmsServiceError } from '../../errors/errors.js';
import { pageAdvice, visibleText } from '../../http-message/error-page.js';
import { isRedirect, redirectTarget } from '../../http-message/redirect.js';
import { retryAfterMs } from '../../http-message/retry-after.js';
import { redact, type SecretSource } from '../../redact/redact.js';
import { noAnswerOfNock } from '../../transport/test-tool.js';
import type { TransportResponse } from '../../transport/transport.js';

const STATUS: unique symbol = Symbol('HTTP status');

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export function setResponse(error: unknown, { status, headers }: ResponseHead): unknown {
  if (!isSmsServiceError(error)) return error;
  Object.defineProperty(error, STATUS, { value: status, configurable: true });
  const asked = retryAfterMs(headers['retry-after']);
  if (asked !== undefined && 'retryAfterMs' in error) {
    Object.defineProperty(error, 'retryAfterMs', { value: Math.max(asked, askedPauseMs(error)) });
  }
  return error;
}

export function labelled(error: unknown, label: string | undefined): unknown {
  if (label !== undefined && isSmsServiceError(error)) {
    Object.defineProperty(error, 'label', { value: label, enumerable: true, configurable: true });
  }
  return error;
}

export function statusOf(error: unknown): number | undefined {
  return isSmsServiceError(error) ? (error as { readonly [STATUS]?: number })[STATUS] : undefined;
}

/** Returns the pause that the gateway or a server before it has asked for, in milliseconds; 0 where none has. */
export function askedPauseMs(error: unknown): number {
  if (!isSmsServiceError(error) || !('retryAfterMs' in error)) return 0;
  return typeof error.retryAfterMs === 'number' ? error.retryAfterMs : 0;
}

const EXCERPT_LENGTH = 200;

type Head = Pick<TransportResponse, 'status' | 'headers' | 'sent'>;

/**
 * Creates the error of a response that is not of the interface, such as a page of a proxy.
 *
 * @param what - the problem
 * @param text - the body without secrets; the message shows its first 120 visible characters
 * @param source - the sent data: a redirect that contains some of it is not shown
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
