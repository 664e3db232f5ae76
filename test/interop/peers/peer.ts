/** One call as a foreign server decoded it. */
export interface ReceivedCall {
  readonly operation: string;
  /** The input parts by name, from the decoder of that server. Absent parts have no key. */
  readonly input: unknown;
}

/** A running foreign server on 127.0.0.1. */
export interface RunningServer {
  /** Address of the SOAP endpoint. */
  readonly url: string;
  /** Restores the state of `seed.json` and deletes the list of requests. */
  reset(): Promise<void>;
  /**
   * Sets the response to the next call. Only for a peer without a gateway, which tests its decoder and encoder with
   * the responses of the test case. A peer that computes its responses does not have this method.
   */
  responseNext?(response: ScriptedResponse): void;
  /** The requests since the last reset, in order. */
  received(): Promise<readonly ReceivedCall[]>;
  stop(): Promise<void>;
}

/** A response for {@link RunningServer.responseNext}. */
export type ScriptedResponse = { readonly output: unknown } | { readonly fault: FaultFields };

/** A Fault. Its code has no prefix. */
export interface FaultFields {
  readonly faultCode: string;
  readonly faultString: string;
  readonly faultActor?: string | undefined;
  /** Its text, or its elements. */
  readonly detail?: unknown;
}

/** A known failure of a stack. It must occur in exactly this form, and only at the listed places. */
export interface KnownFailure {
  /** The failure and the reason why it is not an error of this library. */
  readonly why: string;
  /** Computes the incorrect value from the correct one. */
  instead(wanted: unknown): unknown;
  /** The places of the failure: scenario, step (from 0) and path. */
  readonly places: readonly string[];
}

/** A foreign SOAP server. To add one, implement this in a new file and name it in `all.ts`. */
export interface ServerPeer {
  readonly name: string;
  /** @throws Error with the missing programs and the command that installs them */
  ensureInstalled(): Promise<void>;
  start(): Promise<RunningServer>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
  /** True if the server does not escape carriage returns in responses, so that XML converts them to line feeds. */
  readonly losesCarriageReturns?: boolean;
  /** True if an int that is a complete part is decoded as text. */
  readonly readsIntPartsAsText?: boolean;
}

/** The result of a call. The error is the message of that client. */
export type Response = { readonly output: unknown } | { readonly fault: FaultFields } | { readonly error: string };

/** A foreign client that has read the WSDL and is ready to call. */
export interface RunningClient {
  call(operation: string, input: unknown): Promise<Response>;
  stop(): Promise<void>;
}

/** A foreign SOAP client. To add one, implement this in a new file and name it in `all.ts`. */
export interface ClientPeer {
  readonly name: string;
  /** @throws Error with the missing programs and the command that installs them */
  ensureInstalled(): Promise<void>;
  /** @param wsdlUrl - the URL of the WSDL, which contains the address for the calls */
  start(wsdlUrl: string): Promise<RunningClient>;
  /** Complete: the suite fails when one of them begins to work, too. */
  readonly knownFailures: readonly KnownFailure[];
}
