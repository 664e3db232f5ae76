import { DecodeError, GatewayError } from '../../../errors/errors.js';
import type { AnyEndpoint } from '../../../http-client/description/endpoints.js';
import { jsonOf } from '../../../http-client/requests/read-answer.js';
import type { ReadRequest } from '../../contract/contract.js';
import type { DriftFinder } from '../../contract/drift.js';
import { bodyOf, type RecordedResponse } from '../../har/recording.js';
import { askedOf, endpointFor } from '../request/write-request.js';
import { errorOf } from '../response/read-response.js';
import { Comparison } from './comparison.js';
import { errorRecord, type TextRecord, textRecords } from './text-records.js';

/**
 * Compares a response with the description.
 *
 * @returns true if the response could be compared
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
  const text = Buffer.from(body)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const json = jsonOf(text);
  const comparison = new Comparison(finder, operation, place);
  const isError = error instanceof GatewayError;
  const isSound =
    json === undefined
      ? error instanceof DecodeError || comparison.text(inText(text, endpoint, request, isError))
      : comparison.answer(json, endpoint, isError);
  if (error instanceof DecodeError && isSound) {
    finder.add('breaking', operation, error.path.replace(/\[\d+\]/g, '[]'), 'could not be read', place);
  }
  return true;
}

function inText(text: string, endpoint: AnyEndpoint, request: ReadRequest, isError: boolean): readonly TextRecord[] {
  return isError ? [errorRecord(text)] : textRecords(text, endpoint, askedOf(request));
}

/** Returns the name of an endpoint among those with the same path. */
function nameOf({ path, selector }: AnyEndpoint): string {
  return selector === undefined ? path : `${path} ${selector.name}`;
}
