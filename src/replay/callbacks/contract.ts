import type { CallbackKind } from '../../callbacks/description/events.js';
import type { ReadRequest, ReplayContract } from '../contract/contract.js';
import type { DriftFinder } from '../contract/drift.js';
import { keptHeaders } from '../contract/kept-headers.js';
import type { RecordedResponse } from '../har/recording.js';
import { eventsOf, isCallback, kindNamed, readRequest, writeRequest } from './recorded-request.js';
import { kindOf } from './recorded-values.js';

function findDrift(_: RecordedResponse, request: ReadRequest, place: string, finder: DriftFinder): boolean {
  const { operation, input } = request;
  const [{ unknownFields }] = eventsOf(operation as CallbackKind, input);
  for (const name of Object.keys(unknownFields)) {
    finder.add('additive', operation, name, 'is not in the contract', place);
  }
  return true;
}

export const callbackContract: ReplayContract = {
  methods: ['GET', 'POST'],
  isAtOneAddress: false,
  isIncoming: true,
  takes: isCallback,
  operationNamed: kindNamed,
  readRequest,
  writeRequest,
  kindOf,
  fieldPaths: () => [],
  keptResponse: ({ status, body }) => ({
    status,
    headers: keptHeaders({}, { mediaType: 'text/plain', charset: 'utf-8' }),
    text: Buffer.from(body).toString('utf8') === 'OK' ? 'OK' : '',
  }),
  findDrift,
  errorResponse: (message) => ({
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${message}\n`, 'utf8'),
  }),
};
