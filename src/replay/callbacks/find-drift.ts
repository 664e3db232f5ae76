import type { CallbackKind } from '../../callbacks/description/events.js';
import type { ReadRequest } from '../contract/contract.js';
import type { DriftFinder } from '../contract/drift.js';
import type { RecordedResponse } from '../har/recording.js';
import { eventsOf } from './recorded-request.js';

/** Reports the fields of a callback that the specification does not define. Only the request is checked. */
export function findDrift(_: RecordedResponse, request: ReadRequest, place: string, finder: DriftFinder): boolean {
  const { operation, input } = request;
  const [{ unknownFields }] = eventsOf(operation as CallbackKind, input);
  for (const name of Object.keys(unknownFields)) {
    finder.add('additive', operation, name, 'is not in the contract', place);
  }
  return true;
}
