export interface CompleteRequest extends Target {
  /** In upper case. */
  readonly method: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  readonly address: string;
  readonly origin: string;
  readonly signal?: AbortSignal | undefined;
}

export interface ArrivedRequest extends Omit<CompleteRequest, 'body'> {
  readonly body: Uint8Array | undefined;
}

export interface HttpResponse {
  readonly status: number;
  /** Header names in lower case. Several cookies are an array. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

export type Reaction =
  | {
      readonly kind: 'response';
      readonly response: HttpResponse;
      readonly delayMs: number;
      readonly ended?: AbortSignal | undefined;
    }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'cut'; readonly response: HttpResponse };

export type Handle = (request: CompleteRequest) => Reaction | Promise<Reaction>;

export type HandleArrived = (request: ArrivedRequest) => Reaction | Promise<Reaction>;

export function promptly(response: HttpResponse): Reaction {
  return { kind: 'response', response, delayMs: 0 };
}

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

export function plainResponse(status: number, text: string, headers?: Readonly<Record<string, string>>): HttpResponse {
  return httpResponse(status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

export function cutInHalf(complete: HttpResponse): Reaction {
  const body = complete.body.subarray(0, Math.floor(complete.body.length / 2));
  return { kind: 'cut', response: { ...complete, body } };
}

/** The parts of a request target (RFC 9112 section 3.2), as sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/**
 * Parses a request target: a path with a query, or an absolute URL, whose host is ignored. Anything else (`*`, an
 * invalid URL) is read as `/`.
 */
export function targetOf(text: string): Target {
  if (text.startsWith('/')) {
    const mark = text.indexOf('?');
    return mark === -1 ? { path: text, query: '' } : { path: text.slice(0, mark), query: text.slice(mark + 1) };
  }
  if (!URL.canParse(text)) return { path: '/', query: '' };
  const { pathname, search } = new URL(text);
  return { path: pathname, query: search.slice(1) };
}

export function hasParameter(query: string, name: string): boolean {
  return query.split('&').some((pair) => pair.replace(/=.*/s, '').toLowerCase() === name);
}
