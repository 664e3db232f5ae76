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
  /** What arrived since the last reset, in order. */
  received(): Promise<readonly ReceivedCall[]>;
  stop(): Promise<void>;
}

/** What {@link RunningServer.responseNext} takes. */
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
  /** What goes wrong, and why it is not ours to mend. */
  readonly why: string;
  /** What comes in place of the right value. */
  instead(wanted: unknown): unknown;
  /** Every place where it is seen: scenario, step (from 0) and path. */
  readonly places: readonly string[];
}

/** Another maker's SOAP server. To add one: implement this in a file of its own and name it in `all.ts`. */
export interface ServerPeer {
  readonly name: string;
  /** @throws Error that says what is missing and how to install it */
  ensureInstalled(): Promise<void>;
  start(): Promise<RunningServer>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
  /** A carriage return in its responses is written as it is, so that XML makes a line feed of it. */
  readonly losesCarriageReturns?: boolean;
  /** An int that is a part by itself is understood as text. */
  readonly readsIntPartsAsText?: boolean;
}

/** How a call ended; the error is whatever that client has to say. */
export type Response = { readonly output: unknown } | { readonly fault: FaultFields } | { readonly error: string };

/** A foreign client that has read the WSDL and is ready to call. */
export interface RunningClient {
  call(operation: string, input: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** Another maker's SOAP client. To add one: implement this in a file of its own and name it in `all.ts`. */
export interface ClientPeer {
  readonly name: string;
  /** @throws Error that says what is missing and how to install it */
  ensureInstalled(): Promise<void>;
  /** @param wsdlUrl - where the WSDL is fetched from; the address in it is the one that is called */
  start(wsdlUrl: string): Promise<RunningClient>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
}
