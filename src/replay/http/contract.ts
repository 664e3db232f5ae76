import { PATHS } from '../../http-client/description/endpoints.js';
import type { ReplayContract } from '../contract/contract.js';
import { findDrift } from './drift/find-drift.js';
import { kindOf } from './request/field-kinds.js';
import { fieldPaths } from './request/field-paths.js';
import { operationNamed, readRequest } from './request/read-request.js';
import { isOfHttpInterface } from './request/target.js';
import { writeRequest } from './request/write-request.js';
import { isRefusal } from './response/is-refusal.js';
import { keptResponse } from './response/kept-response.js';
import { playedText } from './response/played-text.js';

/**
 * The HTTP interface. Reads its requests, and converts requests and responses to recordings, based on its description.
 */
export const httpContract: ReplayContract = {
  methods: ['GET', 'POST'],
  isAtOneAddress: false,
  takes: isOfHttpInterface,
  operationNamed,
  readRequest,
  writeRequest,
  kindOf,
  operations: () => PATHS,
  fieldPaths,
  keptResponse,
  isRefusal,
  playedText,
  findDrift,
  errorResponse: (message, what) => ({
    status: 400,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify({ error: what === undefined ? 'replay_miss' : 'gateway_away', message }), 'utf8'),
  }),
};
