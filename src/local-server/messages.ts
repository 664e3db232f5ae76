import type { Target } from './target.js';

/** A request with its complete body. */
export interface WholeRequest extends Target {
  /** In upper case. */
  readonly method: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The address of the client. */
  readonly address: string;
  /** Scheme, host and port of the server: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborted when the response is no longer needed: the client disconnected or the server was closed. */
  readonly signal?: AbortSignal | undefined;
}

export interface ArrivedRequest extends Omit<WholeRequest, 'body'> {
  readonly body: Uint8Array | undefined;
}

/** An HTTP response. */
export interface HttpResponse {
  readonly status: number;
  /** Header names in lower case. Several cookies are an array. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** How a server ends a request: with a response (possibly delayed), without a response, or with a truncated one. */
export type Reaction =
  | {
      readonly kind: 'response';
      readonly response: HttpResponse;
      readonly delayMs: number;
      /** Aborted to send the response immediately, without the remaining delay. */
      readonly ended?: AbortSignal | undefined;
    }
  /** The connection is closed before any byte of the response. */
  | { readonly kind: 'dropped' }
  /** The connection is closed after the body, which is shorter than the headers announce. */
  | { readonly kind: 'cut'; readonly response: HttpResponse };

/** Handles a request whose body was read completely. */
export type Handle = (request: WholeRequest) => Reaction | Promise<Reaction>;

export type HandleArrived = (request: ArrivedRequest) => Reaction | Promise<Reaction>;

/** Creates a reaction that responds without delay. */
export function promptly(response: HttpResponse): Reaction {
  return { kind: 'response', response, delayMs: 0 };
}

/** Creates a text response. */
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

/** Creates a plain-text response that explains to a person why a request was rejected. */
export function plainResponse(status: number, text: string, headers?: Readonly<Record<string, string>>): HttpResponse {
  return httpResponse(status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

/** Creates a reaction that announces the complete response and closes the connection after half of its body. */
export function cutInHalf(whole: HttpResponse): Reaction {
  const body = whole.body.subarray(0, Math.floor(whole.body.length / 2));
  return { kind: 'cut', response: { ...whole, body } };
}
