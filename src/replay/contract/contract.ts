import type { FormReader } from '../../http-message/multipart/read-multipart.js';
import type { Redactor } from '../../redact/redact.js';
import type { TransportRequest } from '../../transport/transport.js';
import type { RecordedRequest, RecordedResponse } from '../har/recording.js';
import type { FieldKind } from '../privacy/clean-text.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import type { DriftFinder } from './drift.js';
import type { GivenAgain } from './given-again.js';

/** A method of HTTP that calls can be made with. */
export type Method = TransportRequest['method'];

/** A request as it goes over HTTP. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or the text that they were decoded to: then the charset in the headers does not matter. Empty for none. */
  readonly body: Uint8Array | string;
  /** Reads a form with files; absent for what was recorded, which has none. */
  readonly formReader?: FormReader | undefined;
}

/** A response with what has come of its body. */
export interface WholeResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Something by which a gateway knows who asks: it is never compared, and never kept. */
export interface Credential {
  /** Its place in the request: `client.password`. */
  readonly path: string;
  readonly value: string;
  /** True where only its owner knows it. A user name may be any word; the request's own texts keep it. */
  readonly isSecret: boolean;
  /** Present where it says whose account it is: `'name'` for a user name or token, `'proof'` for its password. */
  readonly identifies?: 'name' | 'proof' | undefined;
}

/** The content of a request. */
export interface ReadRequest {
  /** The name of the operation, as events and errors have it. */
  readonly operation: string;
  /** The values that requests are compared by; without credentials. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly credentials: readonly Credential[];
}

/** A request, as its contract understands it. */
export interface DecodedRequest extends ReadRequest {
  readonly contract: ReplayContract;
}

/** The request and the rules by which a response is cleaned before it is kept. */
export interface KeepContext {
  /** The request that is responded to. */
  readonly request: DecodedRequest;
  readonly pseudonyms: Pseudonyms;
  /** Hides what is secret. */
  readonly mask: Redactor;
  /** True where the response broke off: then its body is not whole. */
  readonly isBrokenOff: boolean;
}

/**
 * A protocol, for those who record and play its calls without knowing it. Requests are compared, and their texts
 * cleaned, by the values that it reads them to.
 */
export interface ReplayContract {
  /** The methods of HTTP that its calls are made with. */
  readonly methods: readonly Method[];
  /** True where all calls go to the one address of the gateway; those of other protocols go to paths below it. */
  readonly isAtOneAddress: boolean;
  /** True where the gateway makes the requests: they are kept beside calls, and never answer one. Default: false. */
  readonly isIncoming?: boolean | undefined;
  /** The description of itself that it gives where a GET asks for that. */
  readonly description?: ContractDescription | undefined;

  /** Tells whether a request is one of this protocol, as far as its head shows. */
  takes(request: HttpRequest): boolean;
  /** The name of the operation that a request names, though it need not be one: for errors and logs. */
  operationNamed(request: HttpRequest): string | undefined;
  /**
   * Reads a request, from whatever client, or as it was written.
   *
   * @throws ValidationError when it is none: its path is `method`, `url` or `body`, its reason begins with "is no
   *   request"
   */
  readRequest(request: HttpRequest): ReadRequest;
  /** Says what is wrong with the body of a request that is none, as a whole: `is a JSON body`. */
  bodyFault?(request: HttpRequest): string | undefined;
  /** Writes a request, always in one form, with what stands for its credentials. */
  writeRequest(request: ReadRequest): RecordedRequest;
  /** The kind of a text, by the name of its field. */
  kindOf(name: string): FieldKind;
  /** The names of all operations that requests may name. */
  operations(): Iterable<string>;
  /** The paths of all fields that requests may have, without the indexes of lists: `sms_param.date`. */
  fieldPaths(): Iterable<string>;

  /** Makes of a response what may be kept of it: cleaned, or written anew. */
  keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse;
  /** Tells whether a response, as it was kept, says that the gateway knows no such user, password or token. */
  isRefusal?(response: WholeResponse, request: ReadRequest): boolean;
  /** Gives the text of a recorded response with what the request has in place of the recorded values. */
  playedText?(text: string, given: GivenAgain): string;
  /**
   * Holds a recorded response against the contract, and notes what differs.
   *
   * @param place - of the recording
   * @returns whether there was something to hold against it
   */
  findDrift(response: RecordedResponse, request: ReadRequest, place: string, finder: DriftFinder): boolean;
  /**
   * Writes a response that tells another program what is wrong: with its request, which no recording answers, or with
   * the gateway, which is away.
   */
  errorResponse(message: string, what?: 'away'): WholeResponse;
}

/** A document that describes a service to its clients. */
export interface ContractDescription {
  /** The parameter of a query, in lower case, by which a GET asks for it: `wsdl`. */
  readonly parameter: string;
  /** Writes it. @param address - at which the service is */
  write(address: string): Promise<WholeResponse>;
}
