import type { ReplayContract } from '../contract/contract.js';
import { keptHeaders } from '../contract/kept-headers.js';
import { findDrift } from './find-drift.js';
import { isCallback, kindNamed, readRequest, writeRequest } from './recorded-request.js';
import { kindOf } from './recorded-values.js';

/** Callbacks: requests of the gateway. They are stored beside the calls and are never replayed as a response. */
export const callbackContract: ReplayContract = {
  methods: ['GET', 'POST'],
  isAtOneAddress: false,
  isIncoming: true,
  takes: isCallback,
  operationNamed: kindNamed,
  readRequest,
  writeRequest,
  kindOf,
  operations: () => [],
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
