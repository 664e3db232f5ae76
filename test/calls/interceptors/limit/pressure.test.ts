import { expect, it } from 'vitest';
import { pressureOf } from '../../../../src/calls/interceptors/limit/pressure.js';
import { setResponse } from '../../../../src/calls/response/error-response.js';
import { gatewayError } from '../../../../src/domain/gateway-codes.js';
import { ConnectionError, HttpStatusError } from '../../../../src/errors/errors.js';

const status = (code: number): HttpStatusError => new HttpStatusError(`HTTP status ${code}`, code, '');
const asking = (error: unknown): unknown => setResponse(error, { status: 200, headers: { 'retry-after': '7' } });

it.each<[string, unknown, unknown]>([
  ['gateway code 202', gatewayError(202, ''), { limit: 'concurrency', pauseMs: 0 }],
  ['gateway code 203', gatewayError(203, ''), { limit: 'rate', pauseMs: 0 }],
  ['gateway code 203 with a pause', asking(gatewayError(203, '')), { limit: 'rate', pauseMs: 7000 }],
  ['status 429', status(429), { limit: 'rate', pauseMs: 0 }],
  ['status 429 with a pause', asking(status(429)), { limit: 'rate', pauseMs: 7000 }],
  ['status 503 with a pause', asking(status(503)), { limit: undefined, pauseMs: 7000 }],
  ['status 503 without one', status(503), undefined],
  ['gateway code 52, which is about one number', gatewayError(52, ''), undefined],
  ['gateway code 103', gatewayError(103, ''), undefined],
  ['a connection that was refused', new ConnectionError('refused', 'not-sent'), undefined],
  ["a foreign transport's error", new Error('of its own'), undefined],
])('what the gateway takes is said by %s', (_what, error, pressure) => {
  expect(pressureOf(error)).toEqual(pressure);
});
