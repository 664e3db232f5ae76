import { describe, expect, it } from 'vitest';
import { type CompleteRequest, httpResponse, type Reaction, targetOf } from '../../src/local-server/messages.js';
import { type Route, router } from '../../src/local-server/router.js';

/** Responds with its name and the request. */
const named =
  (name: string): Route['handle'] =>
  ({ method, path, query, body }) => ({
    kind: 'response',
    response: httpResponse(200, 'text/plain', [name, method, path, query, body.length].join(' ')),
    delayMs: 0,
  });

/** The table of two interfaces under one server. */
const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/sms.do', handle: named('send') },
  { method: 'POST', path: '/sms.do', handle: named('form') },
  { method: 'GET', path: '/profile', handle: async (request) => named('profile')(request) },
  { method: 'GET', path: '/click', refusesHead: true, handle: named('click') },
  { method: 'GET', path: '/soap', query: 'wsdl', handle: named('wsdl') },
  { method: 'POST', path: '/soap', handle: named('soap') },
  { method: 'POST', path: '/', handle: named('root') },
];

const handle = router(ROUTES, {
  notFound: ({ path }, paths) => httpResponse(404, 'text/plain', `no ${path}: ${paths.join(' ')}`),
  methodNotAllowed: ({ path }, allow) => httpResponse(405, 'text/plain', `not ${path}`, { allow }),
});

async function ask(method: string, target: string, body = ''): Promise<readonly [number, string, unknown]> {
  const request: CompleteRequest = {
    method,
    ...targetOf(target),
    headers: {},
    body: Buffer.from(body),
    address: '127.0.0.1',
    origin: 'http://127.0.0.1',
  };
  const reaction: Reaction = await handle(request);
  if (reaction.kind !== 'response') throw new Error('no response');
  const { status, body: text, headers } = reaction.response;
  return [status, Buffer.from(text).toString('utf8'), headers.allow];
}

describe('a request finds its handler by method and path:', () => {
  it.each([
    ['GET', '/sms.do?to=500100200&message=Hi', '', 'send GET /sms.do to=500100200&message=Hi 0'],
    ['POST', '/sms.do', 'to=1', 'form POST /sms.do  4'],
    ['POST', '/sms.do?wsdl', '', 'form POST /sms.do wsdl 0'],
    ['GET', '/sms.do?wsdl', '', 'send GET /sms.do wsdl 0'],
    ['HEAD', '/profile', '', 'profile HEAD /profile  0'],
    ['GET', '/profile', '', 'profile GET /profile  0'],
    ['GET', '/soap?a=b&WSDL=1', '', 'wsdl GET /soap a=b&WSDL=1 0'],
    ['GET', '/soap?wsdl=1.1', '', 'wsdl GET /soap wsdl=1.1 0'],
    ['POST', '/soap', '<a/>', 'soap POST /soap  4'],
    ['POST', '/', '<a/>', 'root POST /  4'],
    ['POST', 'http://gateway.test/sms.do?x', '', 'form POST /sms.do x 0'],
    ['POST', '', '', 'root POST /  0'],
  ])('%s %s', async (method, target, body, wanted) => {
    expect(await ask(method, target, body)).toEqual([200, wanted, undefined]);
  });
});

describe('a method that its path does not have gets the allowed methods:', () => {
  it.each([
    ['POST', '/profile', 'GET, HEAD'],
    ['DELETE', '/sms.do', 'GET, HEAD, POST'],
    ['GET', '/soap', 'POST'],
    ['HEAD', '/click', 'GET'],
    ['GET', '/soap?x=wsdl', 'POST'],
    ['GET', '/soap?wsdlx', 'POST'],
    ['PUT', '/soap?wsdl', 'GET, HEAD, POST'],
    ['get', '/sms.do', 'GET, HEAD, POST'],
  ])('%s %s: %s', async (method, target, allow) => {
    expect(await ask(method, target)).toEqual([405, `not ${targetOf(target).path}`, allow]);
  });
});

describe('an unknown path gets the existing paths:', () => {
  it.each([
    ['POST', '/SMS.DO', '/SMS.DO'],
    ['POST', '/sms.do/x', '/sms.do/x'],
    ['POST', '/sms.do/', '/sms.do/'],
    ['GET', '/profil', '/profil'],
    ['GET', '/x?wsdl', '/x'],
    ['DELETE', '/*', '/*'],
    ['POST', 'http://gateway.test/sms', '/sms'],
  ])('%s %s', async (method, target, path) => {
    expect(await ask(method, target)).toEqual([404, `no ${path}: /sms.do /profile /click /soap /`, undefined]);
  });
});

it('a body of more than 16 MiB is refused by all routes', async () => {
  for (const method of ['GET', 'POST', 'PUT']) {
    expect(await ask(method, '/sms.do', 'x'.repeat(16_777_217))).toEqual([
      413,
      'A request has at most 16777216 bytes.\n',
      undefined,
    ]);
  }
  expect(await ask('POST', '/sms.do', 'x'.repeat(16_777_216))).toEqual([200, 'form POST /sms.do  16777216', undefined]);
});

describe('the target of a request', () => {
  it.each([
    ['/soap', '/soap', ''],
    ['/soap?', '/soap', ''],
    ['/a?b?c=/d', '/a', 'b?c=/d'],
    ['//a//b', '//a//b', ''],
    ['http://gateway.test', '/', ''],
    ['http://gateway.test/a%20b?c=%26#d', '/a%20b', 'c=%26'],
    ['https://gateway.test?x', '/', 'x'],
    ['*', '/', ''],
    ['', '/', ''],
    ['http://[', '/', ''],
  ])('%j is the path %j and the query %j', (text, path, query) => {
    expect(targetOf(text)).toEqual({ path, query });
  });
});
