import type { Certainty } from './certainty.js';

/** One request to a gateway: everything a transport needs, and nothing it has to understand. */
export interface TransportRequest {
  /** The method of HTTP. */
  readonly method: 'GET' | 'POST';
  /** The URL to send it to: the address, and the target below it. */
  readonly url: string;
  /**
   * The part of the url below the address: `sms.do?id=7`; absent or empty where the url is the address. `failover` puts
   * it below the address that it chooses.
   */
  readonly target?: string | undefined;
  /** The operation's name, for logs and errors. */
  readonly operation: string;
  /**
   * True where carrying it out twice does no more than once does: only then it may be repeated when its outcome is
   * unknown.
   */
  readonly idempotent: boolean;
  /** Asked before the request is repeated, where it may be for a time only. Default: it may be. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where there is none. */
  readonly body?: RequestBody | undefined;
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the whole call, in milliseconds; the transport's own default where absent. */
  readonly timeoutMs?: number | undefined;
  /** The limit that the caller has set, for errors to name, where `timeoutMs` is only the rest of it. */
  readonly timeLimit?: TimeLimit | undefined;
  /** Time to connect, in milliseconds, where it is to be less than the transport's: another address waits. */
  readonly connectTimeoutMs?: number | undefined;
  /** Tells calls apart, in the whole process: all attempts of a call have the same. */
  readonly callId?: number | undefined;
  /** Tells the accounts apart that share an interceptor: each client has its own. */
  readonly account?: number | undefined;
  /** The label of the client, where it has one. */
  readonly label?: string | undefined;
  /** Knows to which of several addresses it goes. */
  readonly routing?: Routing | undefined;
  /** The number of the attempt that `retry` makes, from 1, at whatever address; absent is 1. */
  readonly attempt?: number | undefined;
  /**
   * Asked, with the request as it is by then, before it has to wait for anything: {@link Transport.needsNoWait}.
   * Default: it waits.
   */
  readonly needsNoWait?: ((request: TransportRequest) => boolean | Promise<boolean>) | undefined;
  /** True to read the response as it arrives. Default: its body is handed over when it is there as a whole. */
  readonly streams?: boolean | undefined;
}

/** Knows which of several addresses work, while a request is on its way to one of them. */
export interface Routing {
  /** Gives the request as it is to be sent now, after it had to wait: another address may be the better one by then. */
  afterWaiting(request: TransportRequest): TransportRequest;
  /** Told at once of what it has failed with, before others have their turn. */
  failed(error: unknown): void;
}

/** The body of a request: all its bytes, or a source from which they are read while it is sent. */
export type RequestBody = Uint8Array | RequestBodySource;

/** A body that is not kept in memory, such as a file. */
export interface RequestBodySource {
  /** Its length in bytes, which goes out as `content-length`; a body of unknown length goes out in chunks. */
  readonly length?: number | undefined;
  /**
   * Opens it at its beginning; called anew for each time that the request is sent. A piece that was given must not be
   * written to again: it may wait to be sent.
   */
  open(): AsyncIterable<Uint8Array>;
}

/**
 * The body of a response: all its bytes, or a source that gives them as they arrive or as a whole.
 * It can be read once.
 */
export type TransportBody = Uint8Array | TransportBodySource;

/** A body that is still arriving; a stream of Node.js is one. */
export interface TransportBodySource extends AsyncIterable<Uint8Array> {
  /**
   * Waits for the whole body, where the transport knows a faster way than collecting the pieces.
   *
   * @throws TransportError when it cannot be read to its end
   */
  bytes?(): Promise<Uint8Array>;
}

/** The head of a request as it went out. */
export interface SentHead {
  readonly url: string;
  /** Those of the request, and those that the transport added. */
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The end of a call's time. */
export interface TimeLimit {
  /** By the clock of `performance.now()`. */
  readonly deadline: number;
  /** The limit that was set, in milliseconds: for the error. */
  readonly timeoutMs: number;
}

/** A response of any status; telling SOAP from other things is not the transport's business. */
export interface TransportResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `set-cookie` where there are several: joined, as they are in `headers`, nobody can part them. */
  readonly setCookies?: readonly string[] | undefined;
  /** The body without its content coding. */
  readonly body: TransportBody;
  /** The time until which the response has to be read, where the transport limits the time of the call. */
  readonly timeLimit?: TimeLimit | undefined;
  /**
   * The address that the request went to and the headers that it had, from a transport that changes or adds any. A page
   * may echo them: what may be secret of them (query, `authorization`, headers of your own) is masked in errors.
   */
  readonly sent?: SentHead | undefined;
  /** Tells, by the connection, whether this is the response to the request. */
  readonly certainty?: Certainty | undefined;
}

/**
 * Carries a request to a gateway and brings back its response: over HTTP, to the embedded gateway in process, from a
 * recording, or through another transport that it wraps.
 */
export interface Transport {
  /**
   * Sends a request. Ending the call when its `signal` is aborted or its `timeoutMs` are over, also while the body is
   * being read, is the transport's business.
   *
   * @throws TransportError when no response came; its `outcome` tells whether the request may have been carried out
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Tells whether a request would be answered without a gateway, as a recorded call is: then nobody has to be spared,
   * and neither the pause before a further attempt nor a limit of the rate is waited out. Default: it would not. A
   * transport around another one passes this on.
   */
  needsNoWait?(request: TransportRequest): boolean | Promise<boolean>;
  /** Releases what it holds (sockets); it cannot be used afterwards. */
  close?(): Promise<void>;
}
