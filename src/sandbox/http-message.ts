/** A POST request, with its body in whole. */
export interface HttpRequest {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The address that it came from. */
  readonly address: string;
}

/** An answer of HTTP. */
export interface HttpAnswer {
  readonly status: number;
  /** Header names in lower case, the length of the body among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What the gateway does with a request: it answers, perhaps late, says nothing, or breaks off in the middle. */
export type Reaction =
  | { readonly kind: 'answer'; readonly answer: HttpAnswer; readonly delayMs: number }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'cut'; readonly answer: HttpAnswer };

/** Makes an answer of text. */
export function httpAnswer(
  status: number,
  contentType: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const body = Buffer.from(text, 'utf8');
  return {
    status,
    headers: { ...headers, 'content-type': contentType, 'content-length': String(body.length) },
    body,
  };
}

/** An explanation for people, of a request that is no SOAP. */
export function plainAnswer(status: number, text: string, headers?: Readonly<Record<string, string>>): HttpAnswer {
  return httpAnswer(status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

/** The part of an answer that arrives before the connection breaks. */
export function firstHalf({ body }: HttpAnswer): Uint8Array {
  return body.subarray(0, Math.floor(body.length / 2));
}
