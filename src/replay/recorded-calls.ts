import { existsSync } from 'node:fs';
import { invalid } from '../options/check.js';
import type { DecodedRequest } from './contract/contract.js';
import { CassetteFile } from './file/cassette-file.js';
import { bodyOf, type RecordedResponse } from './har/recording.js';
import { PROTOCOLS } from './protocols.js';
import { soapContract } from './soap/contract.js';
import type { InputOf, OperationName, OutputOf } from './soap/request/operations.js';
import { inputOf } from './soap/request/write-request.js';
import { contentOf } from './soap/response/response-content.js';

/** A recorded call of the SOAP interface that was answered as the contract says. */
export type RecordedCall = {
  [K in OperationName]: {
    readonly operation: K;
    readonly input: InputOf<K>;
    readonly output: OutputOf<K>;
    /** The time at which it began, in milliseconds since 1970. */
    readonly startedAtMs: number;
  };
}[OperationName];

/**
 * The calls of SOAP in a cassette, in the order in which they were made; those that failed on the way, Faults and
 * responses that are not what the contract says are not among them.
 *
 * @throws ValidationError when there is no such file, or it is no cassette
 */
export function recordedCalls(file: string): readonly RecordedCall[] {
  if (!existsSync(file)) return invalid('from', `does not exist: ${file}`);
  // Whatever in it is a pseudonym: it is not added to.
  const entries = new CassetteFile(file, PROTOCOLS).read(true);
  const calls = entries.flatMap(({ request, recording: { response, failure, startedAtMs } }) => {
    if (request.contract !== soapContract || response === undefined || failure !== undefined) return [];
    const output = outputOf(request, response);
    if (output === undefined) return [];
    const { operation } = request;
    return [{ operation, input: inputOf(request), output, startedAtMs } as unknown as RecordedCall];
  });
  return calls.sort((one, other) => one.startedAtMs - other.startedAtMs);
}

function outputOf(request: DecodedRequest, response: RecordedResponse): unknown {
  const content = contentOf({ ...response, body: bodyOf(response) }, request)?.content;
  return content?.kind === 'output' ? content.output : undefined;
}
