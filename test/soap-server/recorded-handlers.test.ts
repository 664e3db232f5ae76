import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordedHandlers, startSoapServer } from '../../src/soap-server/index.js';
import { rejection } from '../support/collect.js';
import { Calculator, CalculatorStub } from './calculator.js';

const ENVELOPE = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>';
const END = '</e:Body></e:Envelope>';

const requestOf = (a: number, b: number, token = 'old'): string =>
  `${ENVELOPE}<add><a>${a}</a><b>${b}</b><token>${token}</token></add>${END}`;
const responseOf = (sum: number): object => ({
  status: 200,
  headers: [{ name: 'Content-Type', value: 'text/xml' }],
  content: {
    text: `<?xml version="1.0" encoding="ISO-8859-2"?>${ENVELOPE}<r><sum>${sum}</sum><remark>ł</remark></r>${END}`,
  },
});
const entryOf = (request: string, response: object): object => ({
  request: { method: 'POST', postData: { text: request } },
  response,
});

async function stubOf(entries: readonly object[] | string, ignore?: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'calls.har');
  await writeFile(file, typeof entries === 'string' ? entries : JSON.stringify({ log: { entries } }));
  const server = await startSoapServer(Calculator, await recordedHandlers(Calculator, file, { ignore }));
  onTestFinished(() => server.close());
  return new CalculatorStub({ transport: server.transport(), url: server.url });
}

describe('handlers of a HAR file', () => {
  it('answer as the service has answered, several times in that order, the last one again and again', async () => {
    const stub = await stubOf([
      { request: { method: 'GET' }, response: {} },
      entryOf(requestOf(1, 2), responseOf(3)),
      entryOf(requestOf(1, 2), responseOf(4)),
      entryOf(requestOf(5, 5), responseOf(10)),
    ]);
    const ask = async (a: number, b: number) => (await stub.add({ a, b, token: 'old' })).sum;
    expect([await ask(5, 5), await ask(1, 2), await ask(1, 2), await ask(1, 2)]).toEqual([10, 3, 4, 4]);
    expect((await stub.add({ a: 1, b: 2, token: 'old' })).remark).toBe('ł');
  });

  it('say of any other request which parts differ from the nearest one, never their values', async () => {
    const stub = await stubOf([entryOf(requestOf(1, 2), responseOf(3)), entryOf(requestOf(8, 9), responseOf(17))]);
    const error = await rejection(stub.add({ a: 1, b: 2, token: 'swordfish' }));
    expect(error).toMatchObject({
      faultCode: 'Client',
      faultString: 'no recorded request of add has these parts; differences from the nearest one: token',
    });
  });

  it('compare all parts but those that are to be ignored', async () => {
    const stub = await stubOf([entryOf(requestOf(1, 2), responseOf(3))], ['token']);
    expect((await stub.add({ a: 1, b: 2, token: 'new' })).sum).toBe(3);
  });

  it('give a recorded Fault, and a Fault for what is no response', async () => {
    const fault = `${ENVELOPE}<e:Fault><faultcode>e:Server</faultcode><faultstring>out</faultstring></e:Fault>${END}`;
    const stub = await stubOf([
      entryOf(requestOf(1, 1), { status: 500, headers: [], content: { text: fault } }),
      entryOf(requestOf(2, 2), { status: 502, headers: [], content: { text: '<html></html>' } }),
    ]);
    expect(await rejection(stub.add({ a: 1, b: 1, token: 'old' }))).toMatchObject({ faultString: 'out' });
    expect(await rejection(stub.add({ a: 2, b: 2, token: 'old' }))).toMatchObject({
      faultString: 'log.entries[1].response contains no response of add',
    });
  });

  it('read bytes in the charset that their headers name', async () => {
    const latin2 = Buffer.from(`${ENVELOPE}<r><sum>1</sum><remark>\xb3</remark></r>${END}`, 'latin1').toString(
      'base64',
    );
    const headers = [{ name: 'content-type', value: 'text/xml; charset=iso-8859-2' }];
    const content = { encoding: 'base64', text: latin2 };
    const stub = await stubOf([entryOf(requestOf(1, 1), { status: 200, headers, content })]);
    expect((await stub.add({ a: 1, b: 1, token: 'old' })).remark).toBe('ł');
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['no HAR', '{"log":{}}', 'is not a HAR file: log.entries is missing'],
    [
      'no call of the service',
      '{"log":{"entries":[null,{"request":{"method":"POST","postData":{"text":"<a/>"}}}]}}',
      'contains no call of Calculator',
    ],
    ['one that is too deep', '['.repeat(1000), 'is nested deeper than 256 levels, at character 257'],
  ])('refuse %s', async (_, text, reason) => {
    expect(await rejection(stubOf(text))).toMatchObject({
      code: 'VALIDATION',
      path: 'file',
      message: `file: ${reason}`,
    });
  });
});
