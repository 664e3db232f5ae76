import { describe, expect, it } from 'vitest';
import {
  type ArrivedRequest,
  type HttpRequest,
  type HttpResponse,
  httpResponse,
  type Reaction,
} from '../../src/local-server/messages.js';
import { ANY_PATH, type Route, router } from '../../src/local-server/router.js';
import { targetOf } from '../../src/local-server/target.js';

/** Responds with its own name, and with what it was asked. */
const named =
  (name: string): Route['handle'] =>
  ({ method, path, query, body }) => ({
    kind: 'response',
    response: httpResponse(200, 'text/plain', [name, method, path, query, body.length].join(' ')),
    delayMs: 0,
  });

/** The table of two interfaces under one server: one with paths of its own, one that takes the rest. */
const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/sms.do', handle: named('send') },
  { method: 'POST', path: '/sms.do', handle: named('form') },
  { method: 'GET', path: '/profile', handle: async (request) => named('profile')(request) },
  { method: 'GET', path: ANY_PATH, query: 'wsdl', handle: named('wsdl') },
  { method: 'POST', path: ANY_PATH, handle: named('soap') },
];

const handle = router(ROUTES, {
  methodNotAllowed: ({ path }, allow) => httpResponse(405, 'text/plain', `not ${path}`, { allow }),
});

async function ask(method: string, target: string, body = ''): Promise<readonly [number, string, unknown]> {
  const request: HttpRequest = {
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
    ['GET', '/any?a=b&WSDL=1', '', 'wsdl GET /any a=b&WSDL=1 0'],
    ['GET', '/any?wsdl=1.1', '', 'wsdl GET /any wsdl=1.1 0'],
    ['POST', '/', '<a/>', 'soap POST /  4'],
    ['POST', '/SMS.DO', '', 'soap POST /SMS.DO  0'],
    ['POST', '/sms.do/x', '', 'soap POST /sms.do/x  0'],
    ['POST', 'http://gateway.test/sms.do?x', '', 'form POST /sms.do x 0'],
    ['POST', '', '', 'soap POST /  0'],
  ])('%s %s', async (method, target, body, wanted) => {
    expect(await ask(method, target, body)).toEqual([200, wanted, undefined]);
  });
});

describe('a method that its path does not know is told which ones it knows:', () => {
  it.each([
    ['POST', '/profile', 'GET, HEAD'],
    ['DELETE', '/sms.do', 'GET, HEAD, POST'],
    ['GET', '/soap', 'POST'],
    ['GET', '/soap?x=wsdl', 'POST'],
    ['GET', '/soap?wsdlx', 'POST'],
    ['PUT', '/soap?wsdl', 'GET, HEAD, POST'],
    ['get', '/sms.do', 'GET, HEAD, POST'],
  ])('%s %s: %s', async (method, target, allow) => {
    expect(await ask(method, target)).toEqual([405, `not ${targetOf(target).path}`, allow]);
  });
});

describe('a path that no route names, where none takes all paths,', () => {
  const named = ROUTES.filter(({ path }) => path !== ANY_PATH);
  const request = { method: 'POST', headers: {}, body: new Uint8Array(), address: '', origin: '', query: '' };
  const methodNotAllowed = (): HttpResponse => httpResponse(405, 'text/plain', 'not so');

  it.each(['/', '/sms.dO', '/sms.do/', '/profil', '/profile/x', '/*'])('is a 404 with the paths: %s', async (path) => {
    const reaction = await router(named, { methodNotAllowed })({ ...request, path });
    expect(reaction).toMatchObject({ kind: 'response', response: { status: 404 } });
    const words = 'There is nothing at this path. There are: /sms.do, /profile.\n';
    expect(reaction).toMatchObject({ response: { body: Buffer.from(words) } });
  });

  it('can be told in words of one’s own', async () => {
    const notFound = ({ path }: ArrivedRequest, paths: readonly string[]): HttpResponse =>
      httpResponse(404, 'text/plain', [path, ...paths].join(' '));
    const reaction = await router(named, { methodNotAllowed, notFound })({ ...request, path: '/x' });
    expect(reaction).toMatchObject({ response: { status: 404, body: Buffer.from('/x /sms.do /profile') } });
  });
});

it('what has more than 16 MiB is told so by all routes alike, and reaches none', async () => {
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
