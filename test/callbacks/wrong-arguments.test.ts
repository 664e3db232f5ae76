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

describe('a wrong argument is refused by its name:', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'request'],
    ['null', null, 'request'],
    ['a text', 'https://shop.test/', 'request'],
    ['without an address', { method: 'GET', headers: new Headers() }, 'request.url'],
    ['without a method', { url: 'https://shop.test/', headers: new Headers() }, 'request.method'],
    ['of node:http', { method: 'GET', url: '/', headers: {} }, 'request.headers'],
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
    ['a list', [], 'event'],
    ['a method that is no text', { httpMethod: 5 }, 'event.httpMethod'],
    ['a path that is no text', { httpMethod: 'GET', path: 5 }, 'event.path'],
    ['a query that is no text', { httpMethod: 'GET', rawQueryString: {} }, 'event.rawQueryString'],
    ['parameters that are no object', { queryStringParameters: 'a=1' }, 'event.queryStringParameters'],
    ['a parameter that is no text', { queryStringParameters: { MsgId: 5 } }, 'event.queryStringParameters'],
    [
      'values of a parameter that are no texts',
      { multiValueQueryStringParameters: { MsgId: ['1', null] } },
      'event.multiValueQueryStringParameters',
    ],
    ['headers that are no object', { headers: 5 }, 'event.headers'],
    ['a header that is no text', { headers: { accept: 5 } }, 'event.headers'],
    ['headers that are no lists', { multiValueHeaders: { accept: [{}] } }, 'event.multiValueHeaders'],
    ['a body that is no text', { httpMethod: 'POST', body: {} }, 'event.body'],
  ])('lambda: %s', async (_what, event, field) => {
    expect(await refusedField(() => handler.lambda(event as never))).toBe(field);
  });

  it.each([null, undefined, { identity: { sourceIp: null } }])(
    'except what API Gateway and load balancers leave out, also as null (context: %j)',
    async (requestContext) => {
      const nothing = { headers: null, multiValueHeaders: null, queryStringParameters: null, body: null };
      const event = { httpMethod: 'GET', path: '/', ...nothing, multiValueQueryStringParameters: null };
      expect(await handler.lambda({ ...event, requestContext } as never)).toMatchObject({ statusCode: 200 });
    },
  );

  const response = { writeHead: () => undefined, end: () => undefined };
  it.each<[string, unknown, unknown, string]>([
    ['no request', undefined, response, 'request'],
    ['a request without headers', { method: 'GET', url: '/' }, response, 'request.headers'],
    ['a request of the Fetch API', new Request('https://shop.test/'), response, 'request.headers'],
    ['an address that is no text', { method: 'GET', url: 5, headers: {} }, response, 'request.url'],
    ['a method that is no text', { method: 5, url: '/', headers: {} }, response, 'request.method'],
    ['no response', { method: 'GET', url: '/', headers: {} }, undefined, 'response'],
    ['a response that cannot be written to', { method: 'GET', url: '/', headers: {} }, {}, 'response'],
  ])('node: %s', async (_what, request, given, field) => {
    expect(await refusedField(() => handler.node(request as never, given as ServerResponse))).toBe(field);
  });

  it.each<[string, unknown, string]>([
    ['nothing', null, 'request'],
    ['no address', { method: 'GET' }, 'request.url'],
    ['headers that are null', { method: 'GET', url: '/', headers: null }, 'request.headers'],
    ['headers that are a text', { method: 'GET', url: '/', headers: 'a: b' }, 'request.headers'],
    ['a header that is no text', { method: 'POST', url: '/', headers: { 'content-type': 5 } }, 'request.headers'],
    ['a body that is a number', { method: 'POST', url: '/', headers: FORM, body: 5 }, 'request.body'],
    ['a body that is true', { method: 'POST', url: '/', headers: FORM, body: true }, 'request.body'],
    ['a request without headers', { method: 'GET', url: '/', bodyUsed: false }, 'request.headers'],
  ])('parseCallback: %s', async (_what, request, field) => {
    expect(await refusedField(() => parseCallback(request as never))).toBe(field);
  });

  const status: StatusAt = { status: '404', isFinal: true, doneAt: null };
  it.each<[string, unknown, unknown, string]>([
    ['no event', status, undefined, 'event'],
    ['no event, where nothing was before', null, undefined, 'event'],
    ['a text before', '404', status, 'before'],
    ['a status that is a number', { ...status, status: 404 }, status, 'before.status'],
    ['a word for final', status, { ...status, isFinal: 'yes' }, 'event.isFinal'],
    ['a moment as text', { ...status, doneAt: '2026-11-23' }, status, 'before.doneAt'],
    ['no moment', status, { ...status, doneAt: new Date(Number.NaN) }, 'event.doneAt'],
  ])('mergeStatus: %s', async (_what, before, event, field) => {
    expect(await refusedField(() => mergeStatus(before as never, event as never))).toBe(field);
  });

  it.each([10_001, Number.POSITIVE_INFINITY, 0, 1.5])('%d workers of an inbox', async (concurrency) => {
    const work = (): unknown => callbackHandler({ onEvent: () => undefined, inbox: { concurrency } });
    expect(await refusedField(work)).toBe('inbox.concurrency');
  });

  it('no value of it is shown', async () => {
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
