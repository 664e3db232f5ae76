import type { FormReader } from '../../http-message/multipart/read-multipart.js';
import type { Redactor } from '../../redact/redact.js';
import type { TransportRequest } from '../../transport/transport.js';
import type { RecordedRequest, RecordedResponse } from '../har/recording.js';
import type { FieldKind } from '../privacy/clean-text.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import type { DriftFinder } from './drift.js';
import type { SubmittedValues } from './submitted-values.js';

/** An HTTP method of calls. */
export type Method = TransportRequest['method'];

/** An HTTP request. */
export interface HttpRequest {
  readonly method: string;
  /** Including the query. */
  readonly url: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or decoded text; for text the charset in the headers is ignored. Empty if there is no body. */
  readonly body: Uint8Array | string;
  readonly formReader?: FormReader | undefined;
}

export interface WholeResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Credential {
  /** The position in the request: `client.password`. */
  readonly path: string;
  readonly value: string;
  /** True if only the owner knows the value. A user name may be a common word, so the texts of the request keep it. */
  readonly isSecret: boolean;
  /** True for the user name, password and token, which identify the account. */
  readonly identifiesAccount?: true | undefined;
}

/** The content of a request. */
export interface ReadRequest {
  /** The name of the operation, as in events and errors. */
  readonly operation: string;
  /** The values to compare, without credentials. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly credentials: readonly Credential[];
}

/** A request that a contract has decoded. */
export interface DecodedRequest extends ReadRequest {
  readonly contract: ReplayContract;
}

/** The request and the rules to redact a response before it is stored. */
export interface KeepContext {
  /** The request of the response. */
  readonly request: DecodedRequest;
  readonly pseudonyms: Pseudonyms;
  /** Hides secrets. */
  readonly mask: Redactor;
  readonly isBrokenOff: boolean;
}

/**
 * A protocol, as seen by code that records and replays calls without knowing the protocol. Requests are compared, and
 * their texts redacted, by their decoded values.
 */
export interface ReplayContract {
  /** The HTTP methods of its calls. */
  readonly methods: readonly Method[];
  /** True if all calls use the single address of the gateway. False if they use paths below it. */
  readonly isAtOneAddress: boolean;
  readonly isIncoming?: boolean | undefined;
  /** The description that the service returns for a GET. */
  readonly description?: ContractDescription | undefined;

  takes(request: HttpRequest): boolean;
  /** Returns the operation that a request names, even if the request is invalid. For errors and logs. */
  operationNamed(request: HttpRequest): string | undefined;
  /**
   * Decodes a request of any client, or a recorded one.
   *
   * @throws ValidationError if it is invalid: its path is `method`, `url` or `body`, its reason begins with "is no
   *   request"
   */
  readRequest(request: HttpRequest): ReadRequest;
  writeRequest(request: ReadRequest): RecordedRequest;
  /** Returns the kind of a text by the name of its field. */
  kindOf(name: string): FieldKind;
  /** Returns the paths of all request fields, without the indexes of lists: `sms_param.date`. */
  fieldPaths(): Iterable<string>;

  keptResponse(response: WholeResponse, context: KeepContext): RecordedResponse;
  isRefusal?(response: WholeResponse, request: ReadRequest): boolean;
  /** Returns the text of a recorded response with the values of the request instead of the recorded ones. */
  playedText?(text: string, submitted: SubmittedValues): string;
  /**
   * Compares a recorded response with the contract, and reports the differences.
   *
   * @param place - the position of the recording
   * @returns true if the response could be compared
   */
  findDrift(response: RecordedResponse, request: ReadRequest, place: string, finder: DriftFinder): boolean;
  /**
   * Creates a response with an error for another program: no recording matches the request, or the gateway is
   * unreachable (`'away'`).
   */
  errorResponse(message: string, what?: 'away'): WholeResponse;
}

/** A document that describes a service to its clients. */
export interface ContractDescription {
  /** The query parameter of a GET for the document, in lower case: `wsdl`. */
  readonly parameter: string;
  /** Writes the document. @param address - the address of the service */
  write(address: string): Promise<WholeResponse>;
}
