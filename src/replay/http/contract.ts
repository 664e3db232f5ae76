import { allEndpoints, EVERYWHERE } from '../../http-client/description/endpoints.js';
import type { ReadRequest, ReplayContract, WholeResponse } from '../contract/contract.js';
import { findDrift } from './drift.js';
import { kindOf } from './field-kinds.js';
import { keptResponse } from './kept-response.js';
import { playedText } from './played-text.js';
import { errorOf } from './read-response.js';
import { isOfHttpInterface, operationNamed, readRequest, writeRequest } from './request.js';

function isRefusal(response: WholeResponse, request: ReadRequest): boolean {
  // Almost no other response contains these characters, so most are not decoded again.
  if (!/10[12]|autho|\\u/i.test(Buffer.from(response.body).toString('latin1'))) return false;
  return errorOf(response, request)?.code === 'AUTHENTICATION';
}

export function* fieldPaths(): Iterable<string> {
  for (const { path, selector, parameters, answer } of allEndpoints()) {
    if (selector !== undefined) yield `${path}.${selector.name}`;
    if (answer.text !== '') yield `${path}.${EVERYWHERE.format}`;
    for (const { names, isSecret } of Object.values(parameters)) {
      if (isSecret !== true) for (const name of names) yield `${path}.${name}`;
    }
  }
}

export const httpContract: ReplayContract = {
  methods: ['GET', 'POST'],
  isAtOneAddress: false,
  takes: isOfHttpInterface,
  operationNamed,
  readRequest,
  writeRequest,
  kindOf,
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
