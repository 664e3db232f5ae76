import { existsSync } from 'node:fs';
import { ValidationError } from '../../errors/errors.js';
import { fileItself } from '../../files/lock/lock-file.js';
import { invalid } from '../../options/check.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import { type Drift, DriftFinder } from '../contract/drift.js';
import { checkPath } from '../file/check-path.js';
import { formatOf, readOnDisk } from '../file/read-file.js';
import type { Recording } from '../har/recording.js';

/** The differences between a cassette and the contract. */
export interface DriftReport {
  /** The number of responses that were compared with the contract. */
  readonly checked: number;
  /** The number of calls that were not compared: Faults, connection errors, and HTTP error pages. */
  readonly notChecked: number;
  /** All differences, breaking changes first. */
  readonly drift: readonly Drift[];
  /** True if any difference is breaking. */
  readonly isBreaking: boolean;
}

/** Compares every response of a cassette with its contract. @throws ValidationError if the file does not exist */
export function checkRecordings(contracts: Contracts, file: string | URL): DriftReport {
  const from = checkPath(file, 'file');
  if (!existsSync(from)) return invalid('file', `does not exist: ${from}`);
  const finder = new DriftFinder();
  const format = formatOf(fileItself(from));
  const { text = '' } = readOnDisk(from);
  const { entries } = format.read(text, from);
  const checked = entries.filter(({ recording, place }) => checkRecording(contracts, recording, place, finder)).length;
  const drift = finder.results();
  return {
    checked,
    notChecked: entries.length - checked,
    drift,
    isBreaking: drift.some(({ kind }) => kind === 'breaking'),
  };
}

function checkRecording(contracts: Contracts, recording: Recording, place: string, finder: DriftFinder): boolean {
  const { response, failure } = recording;
  let request: DecodedRequest;
  try {
    request = contracts.readRecorded(recording.request);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const name = contracts.operationNamed(recording.request) ?? '';
    finder.add('breaking', name, '', error.message.replace(/^\w+: is no request/, 'is no request any more'), place);
    return true;
  }
  if (response === undefined || failure !== undefined) return false;
  if (response.notKept !== undefined) {
    if (response.notKept.code !== 'DECODE') return false;
    finder.add('breaking', request.operation, '', 'could not be decoded when it was recorded', place);
    return true;
  }
  return request.contract.findDrift(response, request, place, finder);
}
