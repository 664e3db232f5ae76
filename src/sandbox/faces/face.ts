import type { HttpResponse, Reaction } from '../../local-server/messages.js';
import type { Route } from '../../local-server/router.js';
import type { InjectedFault } from '../failures/failure.js';
import type { Gateway, GatewayCredentials } from '../gateway/gateway.js';
import type { AuthorizedCall } from '../gateway/operations/authorized-call.js';
import type { RejectedNumber } from '../gateway/refusal/refusal.js';
import type { Scope } from '../gateway/store/records/access-token.js';

/** The interface that a message came by: SOAP, HTTP, or mail (specification sections 4.10, 4.1 to 4.3, and 4.9). */
export type SandboxInterface = 'soap' | 'http' | 'mail';

/** An interface through which the gateway is asked over HTTP. SOAP is one. */
export interface Face {
  /** Default: none. */
  readonly name?: SandboxInterface;
  /** The names of its operations: failures are ordered and calls are counted by them. */
  readonly operations: readonly string[];
  /** Tells whether its operations can respond with a SOAP Fault. Default: no. */
  readonly hasFaults?: boolean;
  /** Tells whether it can show a text. Default: it can show every one. */
  canShow?(text: string): boolean;
  /** Tells people, in a sentence, how it is used. @param origin - scheme, host and port of the gateway */
  help(origin: string): string;
  /** The rows of the table of paths. @param answer - carries out a call that was read */
  routes(gateway: Gateway, answer: Answer): readonly Route[];
}

/** A call of an operation, as a face has read it from a request. */
export interface FaceCall {
  /** One of the operations of the face. */
  readonly operation: string;
  readonly credentials: GatewayCredentials;
  /** The address that the request came from. */
  readonly address: string;
  /** Has the operation carried out. @throws Refusal */
  carryOut(call: AuthorizedCall): HttpResponse;
  /** The area of the gateway that it belongs to: a token may be for others only. Default: every one. */
  readonly scope?: Scope;
  /** The response that says no. @param numbers - those that the refusal lists; none where it was ordered */
  refuse(code: number, description: string, numbers?: readonly RejectedNumber[]): HttpResponse;
  /** The response that is a Fault; of faces that have them. */
  fault?(fault: InjectedFault): HttpResponse;
}

/** Carries a call out: authorized, counted, and failing where a failure was ordered for it. */
export type Answer = (call: FaceCall) => Reaction;
