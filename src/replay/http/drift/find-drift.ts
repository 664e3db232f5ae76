import { DecodeError, GatewayError } from '../../../errors/errors.js';
import { jsonOf } from '../../../http-client/answers/read-answer.js';
import type { AnyEndpoint } from '../../../http-client/description/received/endpoint-of.js';
import type { ReadRequest } from '../../contract/contract.js';
import type { DriftFinder } from '../../contract/drift.js';
import { bodyOf, type RecordedResponse } from '../../har/recording.js';
import { endpointFor } from '../request/write-request.js';
import { errorOf } from '../response/read-response.js';
import { Comparison } from './comparison.js';

/**
 * Holds a response against the description.
 *
 * @returns whether there was something to hold against it
 */
export function findDrift(
  recorded: RecordedResponse,
  request: ReadRequest,
  place: string,
  finder: DriftFinder,
): boolean {
  const endpoint = endpointFor(request);
  const body = bodyOf(recorded);
  const error = errorOf({ ...recorded, body }, request);
  const isOfInterface = error === undefined || error instanceof GatewayError || error instanceof DecodeError;
  if (!isOfInterface) return false;
  const operation = nameOf(endpoint);
  const json = jsonOf(Buffer.from(body).toString('utf8'));
  const comparison = new Comparison(finder, operation, place);
  const isSound = json === undefined || comparison.answer(json, endpoint, error instanceof GatewayError);
  if (error instanceof DecodeError && isSound) {
    finder.add('breaking', operation, error.path.replace(/\[\d+\]/g, '[]'), 'could not be read', place);
  }
  return true;
}

/** The name of an endpoint among those of its path. */
function nameOf({ path, selector }: AnyEndpoint): string {
  return selector === undefined ? path : `${path} ${selector.name}`;
}
