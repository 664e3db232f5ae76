import type { ReplayContract } from '../contract/contract.js';
import { keptHeaders } from '../contract/kept-headers.js';
import { findDrift } from './find-drift.js';
import { isCallback, kindNamed, readRequest, writeRequest } from './recorded-request.js';
import { kindOf } from './recorded-values.js';

/** Callbacks: requests of the gateway, which are kept beside the calls to it and never answer one. */
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
  // Only its status says something.
  keptResponse: ({ status }) => ({
    status,
    headers: keptHeaders({}, { mediaType: 'text/plain', charset: 'utf-8' }),
    text: status === 200 ? 'OK' : '',
  }),
  findDrift,
  errorResponse: (message) => ({
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: Buffer.from(`${message}\n`, 'utf8'),
  }),
};
