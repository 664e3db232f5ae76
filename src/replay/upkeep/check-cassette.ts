import { existsSync } from 'node:fs';
import { SmsService } from '../../../generated/service.js';
import { ValidationError } from '../../errors/errors.js';
import { Problem } from '../../errors/problem.js';
import { invalid } from '../../options/check.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import type { Operation } from '../../soap/messages/operation.js';
import { readEnvelope } from '../../soap/messages/response.js';
import { checkPath } from '../file/check-path.js';
import { readOnDisk, withJournal } from '../file/read-file.js';
import { type ReadEntry, readHar } from '../har/read-har.js';
import { bodyOf } from '../har/recording.js';
import { indented } from '../har/write-har.js';
import { readResponseTree } from '../soap/drift/value-tree.js';
import { type DecodedCall, decodeCall } from '../soap/request/read-request.js';
import { documentIn } from '../soap/response/response-content.js';
import { type Drift, DriftFinder } from './drift.js';

/** Whoever recorded may have allowed what is an option of the client. */
const LIMITS = { ...DEFAULT_LIMITS, acceptSurrogateReferences: true };

/** How far a cassette is from the contract. */
export interface DriftReport {
  /** How many responses were held against the contract. */
  readonly checked: number;
  /** How many were not: Faults, errors of the connection, and what is no SOAP. */
  readonly notChecked: number;
  /** All that differs, breaking changes first. */
  readonly drift: readonly Drift[];
  /** Whether any of it is breaking. */
  readonly isBreaking: boolean;
}

/**
 * Holds every response of a cassette against the WSDL: fields that the contract does not know, fields that it has and
 * no response does, types that do not fit; told apart as breaking or additive (specification section 9). A request that
 * is none any more is a breaking change, too.
 *
 * A field may be absent for nil: it counts as gone where it is in none of the responses that could have it.
 *
 * @param file - the path of the cassette; it is not changed
 * @throws ValidationError when there is none, or it is no cassette
 */
export function checkCassette(file: string): DriftReport {
  const from = checkPath(file, 'file');
  if (!existsSync(from)) return invalid('file', `does not exist: ${from}`);
  const finder = new DriftFinder();
  const withText = (read: ReadEntry): ReadEntry & { readonly text: string } => ({
    ...read,
    text: indented(read.entry),
  });
  const { text = '', waiting } = readOnDisk(from);
  const entries = withJournal(from, readHar(text, from).entries.map(withText), waiting, withText);
  const checked = entries.filter((entry, index) => checkEntry(entry, `log.entries[${index}]`, finder)).length;
  const drift = finder.results();
  return {
    checked,
    notChecked: entries.length - checked,
    drift,
    isBreaking: drift.some(({ kind }) => kind === 'breaking'),
  };
}

/** @returns whether there was something to hold against the contract */
function checkEntry({ recording }: ReadEntry, place: string, finder: DriftFinder): boolean {
  const { request, response, failure } = recording;
  let call: DecodedCall;
  try {
    call = decodeCall(Buffer.from(request.text, 'utf8'));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const name = /<(?:[\w.-]+:)?(soap_\w+)/.exec(request.text)?.[1] ?? '';
    finder.add('breaking', name, '', error.message.replace(/^body: is no request/, 'is no request any more'), place);
    return true;
  }
  if (response === undefined || failure !== undefined) return false;
  if (response.notKept !== undefined) {
    if (response.notKept.code !== 'DECODE') return false;
    finder.add('breaking', call.operation, '', 'could not be decoded when it was recorded', place);
    return true;
  }
  const operation = SmsService.operations[call.operation] as Operation<unknown, unknown>;
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

/** A response that the decoder refuses: what is told of it is what the comparison says, or else the decoder. */
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

/** @returns whether nothing breaking was seen */
function compare(
  { name, output }: Operation<unknown, unknown>,
  document: Uint8Array,
  place: string,
  finder: DriftFinder,
  isWhole: boolean,
): boolean {
  const tree = readResponseTree(document, output.wrapper);
  return tree === undefined || finder.compare(name, output.fields, tree, place, isWhole);
}

function isSuccess(output: unknown): boolean {
  return (output as { readonly result?: unknown }).result === 0;
}
