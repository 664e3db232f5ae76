import { ValidationError } from '../../errors/errors.js';
import { formReaderFor } from '../../http-message/multipart/read-multipart.js';
import { hasParameter } from '../../local-server/target.js';
import { NO_ADDRESS } from '../har/har.js';
import type { RecordedRequest } from '../har/recording.js';
import type { ContractDescription, DecodedRequest, HttpRequest, Method, ReplayContract } from './contract.js';
import { headCredentials } from './head-credentials.js';

/** The protocols whose calls are recorded and played, side by side in one cassette. */
export class Contracts {
  readonly #all: readonly ReplayContract[];
  readonly #last: ReplayContract;

  /** @param last - is given what none of the others takes: it says why it is no request */
  constructor(others: readonly ReplayContract[], last: ReplayContract) {
    this.#all = [...others, last];
    this.#last = last;
  }

  /** The methods that calls are made with. */
  get methods(): ReadonlySet<Method> {
    return new Set(this.#all.flatMap(({ methods }) => methods));
  }

  /** Tells whether calls go to paths below the address of the gateway. */
  get haveManyAddresses(): boolean {
    return this.#all.some(({ isAtOneAddress, isIncoming }) => !isAtOneAddress && isIncoming !== true);
  }

  /** The paths of all fields that requests may have. */
  get fieldPaths(): ReadonlySet<string> {
    return new Set(this.#all.flatMap((contract) => [...contract.fieldPaths()]));
  }

  /** The names of all operations of calls. */
  get operations(): readonly string[] {
    return [...new Set(this.#all.flatMap((contract) => [...contract.operations()]))];
  }

  /** Tells whether calls are made with a method. */
  has(method: string): method is Method {
    return (this.methods as ReadonlySet<string>).has(method);
  }

  /** Tells whether a request with a method to an address may be a call, as far as these two show. */
  mayBeCall(method: string, url: string): boolean {
    return this.#all.some(
      (contract) =>
        (contract.methods as readonly string[]).includes(method) &&
        (contract.isAtOneAddress || contract.operationNamed({ method, url, headers: {}, body: '' }) !== undefined),
    );
  }

  /** The descriptions that services of these protocols give besides calls. */
  get descriptions(): readonly ContractDescription[] {
    return this.#all.flatMap(({ description }) => (description === undefined ? [] : [description]));
  }

  /** The description that a GET with a query asks for. */
  description(query: string): ContractDescription | undefined {
    return this.descriptions.find(({ parameter }) => hasParameter(query, parameter));
  }

  /** The contract of a request. */
  of(request: HttpRequest): ReplayContract {
    return this.#all.find((contract) => contract.takes(request)) ?? this.#last;
  }

  /** Reads a request, from whatever client. @throws ValidationError when it is none */
  async read(request: HttpRequest): Promise<DecodedRequest> {
    return this.#read({ ...request, formReader: await formReaderFor(request.headers['content-type']) });
  }

  #read(request: HttpRequest): DecodedRequest {
    const contract = this.of(request);
    const { operation, input, credentials } = contract.readRequest(request);
    return { contract, operation, input, credentials: [...credentials, ...headCredentials(request)] };
  }

  /** Reads a request that was recorded. @throws ValidationError when it is none */
  readRecorded(recorded: RecordedRequest): DecodedRequest {
    const request = this.#read(asGiven(recorded));
    if (request.contract.isAtOneAddress && recorded.target !== '') {
      throw new ValidationError('url', `is not ${NO_ADDRESS}: a cassette holds no address`);
    }
    return request;
  }

  /** The name of the operation that a request names which cannot be read. */
  operationNamed(recorded: RecordedRequest): string | undefined {
    const request = asGiven(recorded);
    return this.of(request).operationNamed(request);
  }
}

/** A recorded request, in the form of one that is made. */
function asGiven({ method, target, headers, text = '' }: RecordedRequest): HttpRequest {
  return { method, url: NO_ADDRESS + target, headers, body: text };
}
