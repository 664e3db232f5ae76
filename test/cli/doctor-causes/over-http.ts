import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { responseXml } from '../../../src/replay/index.js';
import type { InjectedFailure, RunningSandbox, SandboxAccount } from '../../../src/sandbox/index.js';
import { serve } from '../../support/http-server.js';
import { ROOT } from '../../support/run.js';
import { answers, type Causes, gateway, type Produce, type Situation } from './situation.js';

const TOKEN = 'doctor-token-99';

/** A profile with a token only. */
function overHttp(httpUrl: string, more: Partial<Situation> = {}): Situation {
  return {
    environment: { TOKEN },
    secrets: [TOKEN],
    ...more,
    profile: { username: undefined, passwordEnv: undefined, httpUrl, tokenEnv: 'TOKEN', ...more.profile },
  };
}

/** A gateway whose account has such a token. */
function account(given: Partial<SandboxAccount>, more: Partial<Situation> = {}): Produce {
  return async () => overHttp((await gateway({ tokens: [TOKEN], ...given })).httpUrl, more);
}

/** A gateway that fails so over HTTP. */
function failing(operation: string, failure: InjectedFailure): Produce {
  return async () => {
    const sandbox = await gateway({ tokens: [TOKEN] });
    sandbox.failEvery(1, operation, failure);
    return overHttp(sandbox.httpUrl, { values: { words: 'not for you' } });
  };
}

const PROFILE = {
  name: 'Shop',
  email: 'shop@example.com',
  username: 'shop',
  phone_number: '500100200',
  payment_type: 'prepaid',
  user_type: 'native',
  points: 10,
};

/** A server that gives such a profile. */
function profileOf(profile: object): Produce {
  return async () => overHttp(await answers(200, { 'Content-Type': 'application/json' }, JSON.stringify(profile)));
}

/** A gateway that answers over SOAP as the embedded one does, but for what `instead` gives. */
async function changed(sandbox: RunningSandbox, instead: (operation: string) => string | undefined): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const operation = /<ns1:(soap_\w+)/.exec(body)?.[1] ?? '';
    const given = instead(operation);
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: String(request.headers.soapaction) };
    const query = new URL(request.url ?? '', sandbox.url).search;
    const told =
      given ??
      (await (
        await fetch(sandbox.url + query, { method: request.method ?? 'GET', headers, body: body || null })
      ).text());
    response.writeHead(200, { 'content-type': headers['content-type'] }).end(told);
  };
  const { url } = await serve((request, response) => void answer(request, response));
  return url;
}

/** What is wrong with an account that is asked over HTTP, and with what answers; and with the contract. */
export const OVER_HTTP: Causes = {
  'there is no HTTP interface at the address': async () =>
    overHttp(await answers(404, {}, '<html><h1>Not Found</h1></html>')),
  'a page of HTML answers over HTTP': async () =>
    overHttp(
      await answers(200, { 'Content-Type': 'text/html' }, '<!doctype html>\n<html><title>Log in</title></html>'),
    ),
  'the address of HTTP is that of SOAP': async () => {
    const wsdl = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8');
    const { url } = await serve((request, response) => {
      request.resume();
      response.writeHead(request.url?.endsWith('?wsdl') ? 200 : 404).end(request.url?.endsWith('?wsdl') ? wsdl : '');
    });
    return overHttp(url);
  },
  'the address of SOAP is that of HTTP': async () => {
    const { httpUrl } = await gateway({ tokens: [TOKEN] });
    const { url } = await serve(async (request, response) => {
      request.resume();
      const isProfile = request.url?.endsWith('/profile') === true;
      const told = isProfile ? await (await fetch(new URL('profile', httpUrl))).text() : 'ERROR:101';
      response.writeHead(200).end(told);
    });
    return { profile: { url } };
  },
  'there is no token': [
    async () => overHttp((await gateway()).httpUrl, { environment: {}, values: { places: 'TOKEN' } }),
  ],
  'the token file is empty': async (write) => {
    const file = write('empty-token', '\n');
    const { httpUrl } = await gateway();
    return overHttp(httpUrl, { profile: { tokenEnv: undefined, tokenFile: file }, values: { file } });
  },
  'the token is not accepted': [
    account(
      {},
      {
        environment: { TOKEN: 'wrong-token-77' },
        secrets: ['wrong-token-77'],
        values: { code: 'authorization_failed' },
      },
    ),
    account(
      {},
      {
        environment: { TOKEN: 'wrong-token-77' },
        secrets: ['wrong-token-77'],
        profile: { variant: 'earlier' },
        values: { code: 'code 101' },
      },
    ),
  ],
  'the token has no access to the area': account(
    { tokens: [{ token: TOKEN, scopes: ['sms'] }] },
    { values: { words: 'Token has no access to this area' } },
  ),
  'the IP filter keeps this machine out, over HTTP': account(
    { allowedAddresses: [] },
    { args: ['--send', '48500100200'] },
  ),
  'there are no points, over HTTP': account({ points: 0 }),
  'the gateway fails over HTTP': failing('profile', { result: 999, description: 'not for you' }),
  'an answer over HTTP has lost a field': profileOf({ ...PROFILE, email: undefined }),
  'an answer over HTTP has a field of another type': profileOf({ ...PROFILE, points: 'many' }),
  'a response over SOAP has lost a field': async () => {
    const sandbox = await gateway();
    const points = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 5 });
    const senders = responseXml('soap_GetSenders', { result: 0, description: 'OK', arSenders: ['Test'] });
    const url = await changed(sandbox, (operation) => {
      if (operation === 'soap_CheckPoints') return points.replace(/<description.*<\/description>/, '');
      return operation === 'soap_GetSenders' ? senders : undefined;
    });
    return { profile: { url } };
  },
  'the WSDL of the gateway has lost an operation': async () => {
    const sandbox = await gateway();
    const wsdl = readFileSync(`${ROOT}wsdl/sms-service.wsdl`, 'utf8').replaceAll('"soap_DelNumber"', '"soap_Remove"');
    const url = await changed(sandbox, (operation) => (operation === '' ? wsdl : undefined));
    return { profile: { url } };
  },
};
