import { ValidationError } from '../../errors/errors.js';
import { formReaderFor } from '../../http-message/multipart/read-multipart.js';
import { hasParameter } from '../../local-server/messages.js';
import { NO_ADDRESS } from '../har/har.js';
import type { RecordedRequest } from '../har/recording.js';
import type { ContractDescription, DecodedRequest, HttpRequest, Method, ReplayContract } from './contract.js';
import { headCredentials } from './head-credentials.js';

export class Contracts {
  readonly #all: readonly ReplayContract[];
  readonly #last: ReplayContract;

  constructor(others: readonly ReplayContract[], last: ReplayContract) {
    this.#all = [...others, last];
    this.#last = last;
  }

  get methods(): ReadonlySet<Method> {
    return new Set(this.#all.flatMap(({ methods }) => methods));
  }

  get haveManyAddresses(): boolean {
    return this.#all.some(({ isAtOneAddress, isIncoming }) => !isAtOneAddress && isIncoming !== true);
  }

  get fieldPaths(): ReadonlySet<string> {
    return new Set(this.#all.flatMap((contract) => [...contract.fieldPaths()]));
  }

  has(method: string): method is Method {
    return (this.methods as ReadonlySet<string>).has(method);
  }

  mayBeCall(method: string, url: string): boolean {
    return this.#all.some(
      (contract) =>
        (contract.methods as readonly string[]).includes(method) &&
        (contract.isAtOneAddress || contract.operationNamed({ method, url, headers: {}, body: '' }) !== undefined),
    );
  }

  description(query: string): ContractDescription | undefined {
    const isRequested = ({ description }: ReplayContract): boolean =>
      description !== undefined && hasParameter(query, description.parameter);
    return this.#all.find(isRequested)?.description;
  }

  of(request: HttpRequest): ReplayContract {
    return this.#all.find((contract) => contract.takes(request)) ?? this.#last;
  }

  /** Decodes a request of any client. @throws ValidationError if it is invalid */
  async read(request: HttpRequest): Promise<DecodedRequest> {
    return this.#read({ ...request, formReader: await formReaderFor(request.headers['content-type']) });
  }

  #read(request: HttpRequest): DecodedRequest {
    const contract = this.of(request);
    const { operation, input, credentials } = contract.readRequest(request);
    return { contract, operation, input, credentials: [...credentials, ...headCredentials(request)] };
  }

  /** Decodes a recorded request. @throws ValidationError if it is invalid */
  readRecorded(recorded: RecordedRequest): DecodedRequest {
    const request = this.#read(toHttpRequest(recorded));
    if (request.contract.isAtOneAddress && recorded.target !== '') {
      throw new ValidationError('url', `is not ${NO_ADDRESS}: a cassette holds no address`);
    }
    return request;
  }

  operationNamed(recorded: RecordedRequest): string | undefined {
    const request = toHttpRequest(recorded);
    return this.of(request).operationNamed(request);
  }
}

function toHttpRequest({ method, target, headers, text = '' }: RecordedRequest): HttpRequest {
  return { method, url: NO_ADDRESS + target, headers, body: text };
}
