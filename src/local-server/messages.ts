import type { Target } from './target.js';

/** A request, with its body in whole. */
export interface WholeRequest extends Target {
  /** In capital letters. */
  readonly method: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The address that it came from. */
  readonly address: string;
  /** Scheme, host and port under which the server was asked: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Aborted when nobody waits for the response any more, also because the server is closed. */
  readonly signal?: AbortSignal | undefined;
}

/** A request as it arrived; its body is `undefined` where it was too large to be kept. */
export interface ArrivedRequest extends Omit<WholeRequest, 'body'> {
  readonly body: Uint8Array | undefined;
}

/** A response of HTTP. */
export interface HttpResponse {
  readonly status: number;
  /** Header names in lower case; several cookies are several values. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** The end of a request at a server: it responds, perhaps late, says nothing, or breaks off in the middle. */
export type Reaction =
  | {
      readonly kind: 'response';
      readonly response: HttpResponse;
      readonly delayMs: number;
      /** Aborted when it leaves at once after all. */
      readonly ended?: AbortSignal | undefined;
    }
  /** The connection is lost before a byte of a response. */
  | { readonly kind: 'dropped' }
  /** The connection is lost behind the body, which is shorter than the headers say. */
  | { readonly kind: 'cut'; readonly response: HttpResponse };

/** Reacts to a request whose body is there. */
export type Handle = (request: WholeRequest) => Reaction | Promise<Reaction>;

/** Reacts to whatever request arrives. A promise that fails breaks the connection off. */
export type HandleArrived = (request: ArrivedRequest) => Reaction | Promise<Reaction>;

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

/** An explanation for people, of a request that the service does not understand. */
export function plainResponse(status: number, text: string, headers?: Readonly<Record<string, string>>): HttpResponse {
  return httpResponse(status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

/** Announces a whole response, and breaks off in the middle of its body. */
export function cutInHalf(whole: HttpResponse): Reaction {
  const body = whole.body.subarray(0, Math.floor(whole.body.length / 2));
  return { kind: 'cut', response: { ...whole, body } };
}
