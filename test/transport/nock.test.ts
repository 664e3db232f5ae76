import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';

const POINTS = soapResponse('soap_CheckPoints', '<result>0</result><points>7.25</points>');

beforeEach(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  nock.cleanAll();
  nock.enableNetConnect();
  nock.restore();
  nock.activate();
});

const clientFor = (url: string): SmsServiceClient =>
  new SmsServiceClient({ url, credentials: { username: 'alice', password: 'sesame' }, retry: false });

describe.each(['http', 'https'])('nock intercepts the client over %s', (protocol) => {
  const origin = `${protocol}://gateway.test`;

  it('with its response', async () => {
    const scope = nock(origin)
      .post('/soap', /<username xsi:type="xsd:string">alice<\/username>/)
      .matchHeader('soapaction', '"urn:sms-service#soap_CheckPoints"')
      .reply(200, POINTS, { 'content-type': 'text/xml; charset=utf-8' });
    const client = clientFor(`${origin}/soap`);
    expect(await client.checkPoints()).toBe(7.25);
    expect(scope.isDone()).toBe(true);
    await client.close();
  });

  it('with an error of the connection', async () => {
    nock(origin)
      .post('/soap')
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    const client = clientFor(`${origin}/soap`);
    expect(await rejection(client.checkPoints())).toMatchObject({ name: 'ConnectionError' });
    await client.close();
  });
});

describe('nock intercepts the client over fetch', () => {
  const url = 'https://gateway.test/soap';
  const overFetch = (): SmsServiceClient =>
    new SmsServiceClient({
      url,
      credentials: { username: 'alice', password: 'sesame' },
      retry: false,
      transport: fetchTransport(),
    });

  it('with its response, also if the interceptor is added later', async () => {
    const client = overFetch();
    nock('https://gateway.test').post('/soap').reply(200, POINTS);
    expect(await client.checkPoints()).toBe(7.25);
  });
});
