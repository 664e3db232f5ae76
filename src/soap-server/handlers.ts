import type { Operation } from '../soap/messages/operation.js';

/** A request as it comes to a handler. */
export interface SoapServerCall {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client has disconnected, or the server is closed. */
  readonly signal: AbortSignal;
}

/**
 * Handles an operation: receives the input parts by name, and returns the output parts, all optional. A one-way
 * operation returns nothing.
 */
export type SoapHandler<I, O> = (
  input: I,
  call: SoapServerCall,
) => ([O] extends [undefined] ? void : Partial<O>) | Promise<[O] extends [undefined] ? void : Partial<O>>;

/** A handler for each operation, by its name in the generated code. */
export type SoapHandlers<Operations> = {
  readonly [K in keyof Operations]?:
    | (Operations[K] extends Operation<infer I, infer O> ? SoapHandler<I, O> : never)
    | undefined;
};

/** A request that a server has read: its operation, and the input parts by name. */
export type ReceivedRequest<Operations> = {
  [K in keyof Operations]: Operations[K] extends Operation<infer I, unknown>
    ? { readonly operation: K; readonly input: I }
    : never;
}[keyof Operations];
