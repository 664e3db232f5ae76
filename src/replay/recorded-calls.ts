import { existsSync } from 'node:fs';
import { IDEMPOTENT } from '../client/idempotent.js';
import type { Asked } from '../http-client/description/parts/answer.js';
import type { Fields } from '../http-client/description/parts/parameter.js';
import type { AnyEndpoint } from '../http-client/description/received/endpoint-of.js';
import { invalid } from '../options/check.js';
import type { DecodedRequest } from './contract/contract.js';
import { CassetteFile } from './file/cassette-file.js';
import { bodyOf, type RecordedResponse, type Recording } from './har/recording.js';
import { httpContract } from './http/contract.js';
import { askedOf, endpointFor, fieldsOf } from './http/request/write-request.js';
import { readResponse } from './http/response/read-response.js';
import { PROTOCOLS } from './protocols.js';
import { soapContract } from './soap/contract.js';
import type { InputOf, OperationName, OutputOf } from './soap/request/operations.js';
import { inputOf } from './soap/request/write-request.js';
import { contentOf } from './soap/response/response-content.js';

/** A call of the SOAP interface that was answered as the contract says. */
export type RecordedSoapCall = {
  [K in OperationName]: {
    readonly protocol: 'soap';
    readonly operation: K;
    readonly input: InputOf<K>;
    readonly output: OutputOf<K>;
    /** The time at which it began, in milliseconds since 1970. */
    readonly startedAtMs: number;
  };
}[OperationName];

/** A call of the HTTP interface that succeeded. */
export interface RecordedHttpCall {
  readonly protocol: 'http';
  readonly endpoint: AnyEndpoint;
  /** The fields of its request, without secrets. */
  readonly fields: Fields;
  /** The same, read by the parameters of the endpoint. */
  readonly values: Asked;
  /** What its answer says. */
  readonly result: unknown;
  /** The time at which it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** A call that may have changed something, of which no answer came, or none that can be read. */
interface LostCall {
  readonly protocol: 'none';
  readonly operation: string;
  readonly startedAtMs: number;
}

/** A recorded call from which something can be told. */
export type RecordedCall = RecordedSoapCall | RecordedHttpCall | LostCall;

/**
 * The calls in a cassette, in the order in which they were made. Those that the gateway has refused are not among them,
 * nor are those that were certainly not carried out.
 *
 * @throws ValidationError when there is no such file, or it is no cassette
 */
export function recordedCalls(file: string): readonly RecordedCall[] {
  if (!existsSync(file)) return invalid('from', `does not exist: ${file}`);
  // Whatever in it is a pseudonym: it is not added to.
  const entries = new CassetteFile(file, PROTOCOLS).read(true);
  const calls = entries.flatMap(({ request, recording }) => {
    const call = callOf(request, recording);
    return call === undefined ? [] : [call];
  });
  return calls.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

function callOf(request: DecodedRequest, { response, failure, startedAtMs }: Recording): RecordedCall | undefined {
  const { operation, contract } = request;
  const lost = mayChange(request) ? ({ protocol: 'none', operation, startedAtMs } as const) : undefined;
  if (failure !== undefined || response === undefined) return failure?.outcome === 'unknown' ? lost : undefined;
  if (contract === httpContract) return httpCall(request, response, startedAtMs, lost);
  const output = outputOf(request, response);
  if (output === undefined) return undefined;
  return { protocol: 'soap', operation, input: inputOf(request), output, startedAtMs } as unknown as RecordedSoapCall;
}

function mayChange(request: DecodedRequest): boolean {
  if (request.contract === httpContract) return !endpointFor(request).isRead;
  return request.contract === soapContract && !IDEMPOTENT[request.operation as OperationName];
}

function httpCall(
  request: DecodedRequest,
  response: RecordedResponse,
  startedAtMs: number,
  lost: LostCall | undefined,
): RecordedCall | undefined {
  const read = readResponse({ ...response, body: bodyOf(response) }, request);
  if ('error' in read) return read.error.outcome === 'unknown' ? lost : undefined;
  const fields = new Map(fieldsOf(request));
  const { result } = read;
  return { protocol: 'http', endpoint: endpointFor(request), fields, values: askedOf(request), result, startedAtMs };
}

function outputOf(request: DecodedRequest, response: RecordedResponse): unknown {
  const content = contentOf({ ...response, body: bodyOf(response) }, request)?.content;
  return content?.kind === 'output' ? content.output : undefined;
}
