/** One call as a foreign server understood it. */
export interface ReceivedCall {
  readonly operation: string;
  /** The input parts by name, as that server's own decoder made them; absent ones have no key. */
  readonly input: unknown;
}

/** A foreign server that is running, on 127.0.0.1 only. */
export interface RunningServer {
  /** Address of the SOAP endpoint. */
  readonly url: string;
  /** Goes back to the state of `seed.json` and forgets what was received. */
  reset(): Promise<void>;
  /**
   * Says what the next call is to be answered with, for a peer that brings no gateway of its own: then it proves its
   * decoder and encoder, and the responses are the case's. A peer that works out its responses has no such method.
   */
  responseNext?(response: ScriptedResponse): void;
  /** The requests since the last reset, in order. */
  received(): Promise<readonly ReceivedCall[]>;
  stop(): Promise<void>;
}

/** A response for {@link RunningServer.responseNext}. */
export type ScriptedResponse = { readonly output: unknown } | { readonly fault: FaultFields };

/** A Fault, with its code free of prefixes. */
export interface FaultFields {
  readonly faultCode: string;
  readonly faultString: string;
  readonly faultActor?: string | undefined;
  /** Its text, or its elements. */
  readonly detail?: unknown;
}

/** Something that a stack is known to get wrong; it has to go wrong in just this way, and nowhere else. */
export interface KnownFailure {
  /** The failure and the reason why it is not an error of this library. */
  readonly why: string;
  /** Computes the value in place of the correct one. */
  instead(wanted: unknown): unknown;
  /** The places of the failure: scenario, step (from 0) and path. */
  readonly places: readonly string[];
}

/** Another maker's SOAP server. To add one, implement this in a new file and name it in `all.ts`. */
export interface ServerPeer {
  readonly name: string;
  /** @throws Error with the missing programs and the command that installs them */
  ensureInstalled(): Promise<void>;
  start(): Promise<RunningServer>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
  /** A carriage return in its responses is written as it is, so that XML makes a line feed of it. */
  readonly losesCarriageReturns?: boolean;
  /** True if an int that is a complete part is decoded as text. */
  readonly readsIntPartsAsText?: boolean;
}

/** The result of a call; the error is the text of that client. */
export type Response = { readonly output: unknown } | { readonly fault: FaultFields } | { readonly error: string };

/** A foreign client that has read the WSDL and is ready to call. */
export interface RunningClient {
  call(operation: string, input: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** Another maker's SOAP client. To add one, implement this in a new file and name it in `all.ts`. */
export interface ClientPeer {
  readonly name: string;
  /** @throws Error with the missing programs and the command that installs them */
  ensureInstalled(): Promise<void>;
  /** @param wsdlUrl - the URL of the WSDL, whose address is called */
  start(wsdlUrl: string): Promise<RunningClient>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
}
