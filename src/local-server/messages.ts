import type { Target } from './target.js';

/** A request, with its body in whole. */
export interface HttpRequest extends Target {
  /** In capital letters. */
  readonly method: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The address that it came from. */
  readonly address: string;
  /** Scheme, host and port under which the gateway was asked: `http://127.0.0.1:8080`. */
  readonly origin: string;
}

/** A response of HTTP. */
export interface HttpResponse {
  readonly status: number;
  /** Header names in lower case, the length of the body among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What the gateway does with a request: it responds, perhaps late, says nothing, or breaks off in the middle. */
export type Reaction =
  | { readonly kind: 'response'; readonly response: HttpResponse; readonly delayMs: number }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'cut'; readonly response: HttpResponse };

/** Responds at once. */
export function promptly(response: HttpResponse): Reaction {
  return { kind: 'response', response, delayMs: 0 };
}

/** Makes a response of text. */
export function httpResponse(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const body = Buffer.from(text, 'utf8');
  return {
    status,
    headers: { ...headers, 'content-type': contentType, 'content-length': String(body.length) },
    body,
  };
}

/** An explanation for people, of a request that is no SOAP. */
export function plainResponse(status: number, text: string, headers?: Readonly<Record<string, string>>): HttpResponse {
  return httpResponse(status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

/** The part of a response that arrives before the connection breaks. */
export function firstHalf({ body }: HttpResponse): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2));
}
