import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  type CallbackHandler,
  callbackHandler,
  mergeStatus,
  parseCallback,
  type StatusAt,
} from '../../src/callbacks/index.js';
import { ValidationError } from '../../src/errors/errors.js';

const handler: CallbackHandler = callbackHandler({ onEvent: () => undefined });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The field that a `ValidationError` names; any other error is thrown. */
async function refusedField(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.path;
    throw error;
  }
}

describe('a wrong argument is refused with its name:', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'request'],
    ['a text', 'https://shop.test/', 'request'],
    ['without an address', { method: 'GET', headers: new Headers() }, 'request.url'],
    [
      'with a body that is no stream',
      { method: 'POST', url: '/', headers: new Headers(), bodyUsed: false, body: 5 },
      'request.body',
    ],
  ])('fetch of %s', async (_what, request, field) => {
    expect(await refusedField(() => handler.fetch(request as never))).toBe(field);
  });

  it.each<[string, unknown, string]>([
    ['what must be an object', '192.0.2.7', 'facts'],
    ['a peer that is no text', { peer: 5 }, 'facts.peer'],
  ])('facts of fetch that are %s', async (_what, facts, field) => {
    expect(await refusedField(() => handler.fetch(new Request('https://shop.test/'), facts as never))).toBe(field);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'event'],
    ['a method that is no text', { httpMethod: 5 }, 'event.httpMethod'],
    ['a parameter that is no text', { queryStringParameters: { MsgId: 5 } }, 'event.queryStringParameters'],
    [
      'values of a parameter that are no texts',
      { multiValueQueryStringParameters: { MsgId: ['1', null] } },
      'event.multiValueQueryStringParameters',
    ],
    ['headers that are no lists', { multiValueHeaders: { accept: [{}] } }, 'event.multiValueHeaders'],
    ['a context that is no object', { requestContext: 'x' }, 'event.requestContext'],
    ['a method in the context', { requestContext: { http: { method: 5 } } }, 'event.requestContext.http.method'],
    ['an address in the context', { requestContext: { http: { sourceIp: 5 } } }, 'event.requestContext.http.sourceIp'],
    [
      'an address of the identity',
      { requestContext: { identity: { sourceIp: 5 } } },
      'event.requestContext.identity.sourceIp',
    ],
    ['a body that is no text', { httpMethod: 'POST', body: {} }, 'event.body'],
    [
      'an encoding that is no boolean',
      { httpMethod: 'POST', body: 'a', isBase64Encoded: 'yes' },
      'event.isBase64Encoded',
    ],
  ])('lambda: %s', async (_what, event, field) => {
    expect(await refusedField(() => handler.lambda(event as never))).toBe(field);
  });

  it.each([null, undefined, { identity: { sourceIp: null } }])(
    'fields that API Gateway and load balancers omit or set to null are accepted (context: %j)',
    async (requestContext) => {
      const nothing = { headers: null, multiValueHeaders: null, queryStringParameters: null, body: null };
      const event = { httpMethod: 'GET', path: '/', ...nothing, multiValueQueryStringParameters: null };
      expect(await handler.lambda({ ...event, requestContext } as never)).toMatchObject({ statusCode: 200 });
    },
  );

  const nodeResponse = { writeHead: () => undefined, end: () => undefined };
  it.each<[string, unknown, unknown, string]>([
    ['no request', undefined, nodeResponse, 'request'],
    ['a request without headers', { method: 'GET', url: '/' }, nodeResponse, 'request.headers'],
    ['an address that is no text', { method: 'GET', url: 5, headers: {} }, nodeResponse, 'request.url'],
    ['no response', { method: 'GET', url: '/', headers: {} }, undefined, 'response'],
    ['a response that cannot be written to', { method: 'GET', url: '/', headers: {} }, {}, 'response'],
  ])('node: %s', async (_what, request, response, field) => {
    expect(await refusedField(() => handler.node(request as never, response as ServerResponse))).toBe(field);
  });

  it.each<[string, unknown, string]>([
    ['nothing', null, 'request'],
    ['headers that are a text', { method: 'GET', url: '/', headers: 'a: b' }, 'request.headers'],
    ['a header that is no text', { method: 'POST', url: '/', headers: { 'content-type': 5 } }, 'request.headers'],
    ['a body that is a number', { method: 'POST', url: '/', headers: FORM, body: 5 }, 'request.body'],
  ])('parseCallback: %s', async (_what, request, field) => {
    expect(await refusedField(() => parseCallback(request as never))).toBe(field);
  });

  const status: StatusAt = { status: '404', isFinal: true, doneAt: null };
  it.each<[string, unknown, unknown, string]>([
    ['no event', status, undefined, 'event'],
    ['a status that is a number', { ...status, status: 404 }, status, 'before.status'],
    ['a word for final', status, { ...status, isFinal: 'yes' }, 'event.isFinal'],
    ['no moment', status, { ...status, doneAt: new Date(Number.NaN) }, 'event.doneAt'],
  ])('mergeStatus: %s', async (_what, before, event, field) => {
    expect(await refusedField(() => mergeStatus(before as never, event as never))).toBe(field);
  });

  it.each([10_001, Number.POSITIVE_INFINITY, 0, 1.5])('%d workers of an inbox', async (concurrency) => {
    const work = (): unknown => callbackHandler({ onEvent: () => undefined, inbox: { concurrency } });
    expect(await refusedField(work)).toBe('inbox.concurrency');
  });

  it('the error does not show the value', async () => {
    const works: readonly (() => unknown)[] = [
      () => parseCallback({ method: 'GET', url: 5, headers: {} } as never),
      () => handler.lambda({ queryStringParameters: { 'my secret': 5 } } as never),
      () => mergeStatus({ ...status, status: ['my secret'] } as never, status),
    ];
    for (const work of works) {
      const error: unknown = await Promise.resolve()
        .then(work)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ValidationError);
      expect(String(error)).not.toContain('secret');
    }
  });
});
