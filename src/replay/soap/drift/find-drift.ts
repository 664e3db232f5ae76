import { SmsService } from '../../../../generated/service.js';
import { Problem } from '../../../errors/problem.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import type { Operation } from '../../../soap/messages/operation.js';
import { readEnvelope } from '../../../soap/messages/response.js';
import type { ReadRequest } from '../../contract/contract.js';
import type { DriftFinder } from '../../contract/drift.js';
import { bodyOf, type RecordedResponse } from '../../har/recording.js';
import { operationOf } from '../request/operations.js';
import { documentIn } from '../response/response-content.js';
import { Comparison } from './comparison.js';
import { readResponseTree } from './value-tree.js';

/** The recording client may have enabled this option. */
const LIMITS = { ...DEFAULT_LIMITS, acceptSurrogateReferences: true };

/**
 * Compares a response with the WSDL.
 *
 * @returns true if the response could be compared
 */
export function findDrift(
  response: RecordedResponse,
  request: ReadRequest,
  place: string,
  finder: DriftFinder,
): boolean {
  const operation = operationOf(request.operation);
  let document: Uint8Array = new Uint8Array();
  try {
    document = documentIn({ ...response, body: bodyOf(response) });
    const content = readEnvelope(SmsService, operation, document, LIMITS);
    if (content.kind !== 'output') return false;
    compare(operation, document, place, finder, isSuccess(content.output));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    checkUnreadable(operation, document, place, finder, error);
  }
  return true;
}

/** Reports a response that the decoder refuses: the findings of the comparison, else the decoder's error. */
function checkUnreadable(
  operation: Operation<unknown, unknown>,
  document: Uint8Array,
  place: string,
  finder: DriftFinder,
  problem: Problem,
): void {
  try {
    if (!compare(operation, document, place, finder, false)) return;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  finder.add('breaking', operation.name, problem.path.replace(/\[\d+\]/g, '[]'), problem.message, place);
}

/** @returns true if it contains no breaking difference */
function compare(
  { name, output }: Operation<unknown, unknown>,
  document: Uint8Array,
  place: string,
  finder: DriftFinder,
  isWhole: boolean,
): boolean {
  const tree = readResponseTree(document, output.wrapper);
  return tree === undefined || new Comparison(finder, name, place).parts(output.fields, tree, isWhole);
}

function isSuccess(output: unknown): boolean {
  return (output as { readonly result?: unknown }).result === 0;
}
