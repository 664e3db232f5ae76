/** One request to a gateway. */
export interface TransportRequest {
  /** The method of HTTP. */
  readonly method: 'GET' | 'POST';
  /** The URL to send it to: the address, and the target below it. */
  readonly url: string;
  /**
   * The part of the url below the address: `sms.do?id=7`; absent or empty if the url is the address. `failover` appends
   * it to the address that it chooses.
   */
  readonly target?: string | undefined;
  /** The operation's name, for logs and errors. */
  readonly operation: string;
  /** True if executing it twice has the same effect as once: only then it is retried after an unknown outcome. */
  readonly idempotent: boolean;
  /** Called before a retry that is only allowed for a time. Default: always true. */
  readonly mayStillRepeat?: (() => boolean) | undefined;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a request without a body. */
  readonly body?: RequestBody | undefined;
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit of the call, in milliseconds. Default: that of the transport. */
  readonly timeoutMs?: number | undefined;
  /** The limit that the caller has set, for errors, if `timeoutMs` is the remaining time. */
  readonly timeLimit?: TimeLimit | undefined;
  /** Time limit to connect, in milliseconds, if another address remains. Default: that of the transport. */
  readonly connectTimeoutMs?: number | undefined;
  /** Identifies the call in the process: all its attempts have the same. */
  readonly callId?: number | undefined;
  /** Identifies the account: each client has its own. */
  readonly account?: number | undefined;
  /** The label of the client, if it has one. */
  readonly label?: string | undefined;
  /** Knows to which of several addresses it goes. */
  readonly routing?: Routing | undefined;
  /** The number of the attempt, from 1, at any address. Default: 1. */
  readonly attempt?: number | undefined;
  /**
   * Called with the current request before it waits: {@link Transport.needsNoWait}. Default: it waits.
   */
  readonly needsNoWait?: ((request: TransportRequest) => boolean | Promise<boolean>) | undefined;
  /** True to stream the response. Default: false: its body is complete when `send` returns. */
  readonly streams?: boolean | undefined;
}

/** The knowledge of `failover` about addresses, for a request that waits. */
export interface Routing {
  /** Returns the request after it has waited, with another address if the first has failed since. */
  afterWaiting(request: TransportRequest): TransportRequest;
  /** Called with the error before further requests start. */
  failed(error: unknown): void;
}

/** The body of a request: all its bytes, or a source from which they are read while it is sent. */
export type RequestBody = Uint8Array | RequestBodySource;

/** A body that is not kept in memory, such as a file. */
export interface RequestBodySource {
  /** Its length in bytes, which goes out as `content-length`; a body of unknown length goes out in chunks. */
  readonly length?: number | undefined;
  /**
   * Opens the body at its beginning, for each attempt. A yielded piece must not be modified, because it may not have
   * been sent.
   */
  open(): AsyncIterable<Uint8Array>;
}

/** The body of a response: all its bytes, or a source that can be read once. */
export type TransportBody = Uint8Array | TransportBodySource;

/** A body that is still arriving; a stream of Node.js is one. */
export interface TransportBodySource extends AsyncIterable<Uint8Array> {
  /**
   * Returns the complete body, if the transport has a faster way than collecting the pieces.
   *
   * @throws TransportError if it cannot be read to its end
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

/** A response with any status. */
export interface TransportResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `set-cookie` if there are several: joined, as in `headers`, they cannot be separated. */
  readonly setCookies?: readonly string[] | undefined;
  /** The body without its content coding. */
  readonly body: TransportBody;
  /** The time limit for reading the response. */
  readonly timeLimit?: TimeLimit | undefined;
  /**
   * The address and headers of the request, from a transport that changes them. A page may echo them: errors mask the
   * query, `authorization` and custom headers.
   */
  readonly sent?: SentHead | undefined;
  /** Checks by the connection whether this is the response to the request. */
  readonly certainty?: Certainty | undefined;
}

/** Sends requests: over HTTP, to the embedded gateway, from a recording, or through another transport that it wraps. */
export interface Transport {
  /**
   * Sends a request. The transport ends it when its `signal` is aborted or `timeoutMs` has passed, also while the body
   * is read.
   *
   * @throws TransportError if there is no response; its `outcome` is `not-sent` or `unknown`
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /**
   * Returns true if the request needs no gateway, such as a recorded call: it then waits neither for the pause before a
   * retry nor for a rate limit. Default: false. A transport around another one forwards this method.
   */
  needsNoWait?(request: TransportRequest): boolean | Promise<boolean>;
  /** Closes its sockets; it cannot be used afterwards. */
  close?(): Promise<void>;
}

/** The fate of a request according to its response. */
export type RequestFate = 'done' | 'refused';

/** Detects a response that belongs to another request. HTTP/1.1 has no mark for it; the connection may show it. */
export interface Certainty {
  /**
   * Looks for a reason to distrust the response. It is called at the end of the response and again later, because more
   * bytes may follow.
   *
   * @returns the reason, in words; `undefined` if there is none
   */
  doubt(fate: RequestFate): string | undefined;
  /** Waits a moment for more bytes. */
  settled(): Promise<void>;
  /** Closes the connection, whose next response may belong to another request, too. Default: it stays open. */
  discard?(): void;
}
