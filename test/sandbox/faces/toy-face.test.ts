import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ConnectionError, ValidationError } from '../../../src/errors/errors.js';
import { rejection } from '../../support/collect.js';
import { type ToyGateway, toyGateway } from './toy-face.js';

const TOKEN = 't0ken';

/** Asks a gateway. @returns status and text of the response */
async function ask(
  { transport }: ToyGateway,
  method: 'GET' | 'POST',
  target: string,
  body = '',
): Promise<readonly [number, string]> {
  const response = await transport.send({
    method,
    url: `http://toy.test${target}`,
    operation: target,
    idempotent: false,
    headers: {},
    body: Buffer.from(body, 'utf8'),
  });
  if (!(response.body instanceof Uint8Array)) throw new Error('not in whole');
  return [response.status, Buffer.from(response.body).toString('utf8')];
}

const points = (toy: ToyGateway): ReturnType<typeof ask> => ask(toy, 'GET', `/points?token=${TOKEN}`);
const sendOne = (toy: ToyGateway, message: string): ReturnType<typeof ask> =>
  ask(toy, 'POST', `/messages?token=${TOKEN}`, JSON.stringify({ to: ['500 100 200'], message }));

describe('an interface that is no SOAP, before the embedded gateway,', () => {
  it('tells points and groups to whoever has a token', async () => {
    const toy = toyGateway(TOKEN);
    expect(await points(toy)).toEqual([200, '10']);
    expect(await ask(toy, 'GET', `/groups?token=${TOKEN}`)).toEqual([
      200,
      '[{"id":7,"name":"Friends","info":"","numberCount":0}]',
    ]);
    expect(await ask(toy, 'GET', '/groups?token=other')).toEqual([401, '{"code":101,"reason":"Authorization failed"}']);
  });

  it('sends, and gives records with all that is known of a message', async () => {
    const toy = toyGateway(TOKEN);
    const [status, text] = await sendOne(toy, 'x'.repeat(161));
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        messages: [
          {
            id: '1001',
            number: '48500100200',
            submittedNumber: '500 100 200',
            points: 0.32,
            status: 409,
            acceptedAtMs: Date.parse('2027-01-15T12:00:00Z'),
            sendAtMs: Date.parse('2027-01-15T12:00:00Z'),
            idx: '',
            text: 'x'.repeat(161),
            length: 161,
            parts: 2,
          },
        ],
        fallbacks: [],
        invalidNumbers: [],
        points: 0.32,
      },
    ]);
    expect(await points(toy)).toEqual([200, '9.68']);
    expect(toy.gateway.accounts.get('alice')?.messages.get('1001')).toMatchObject({ from: 'Shop', to: '48500100200' });
  });

  it('is refused as SOAP is, with the code of the gateway', async () => {
    expect(await sendOne(toyGateway(TOKEN), '')).toEqual([
      400,
      '{"code":11,"reason":"Message is empty or has characters that may not be sent"}',
    ]);
  });

  it('is told to fail by the names of its own operations', async () => {
    const toy = toyGateway(TOKEN);
    toy.failures.failNext('toy.send', { result: 203 });
    expect(await points(toy)).toEqual([200, '10']);
    expect(await sendOne(toy, 'Hi')).toEqual([400, '{"code":203,"reason":"Error 203"}']);
    toy.failures.failNext('toy.send', { drop: 'before' });
    expect(await rejection(sendOne(toy, 'Hi'))).toBeInstanceOf(ConnectionError);
    expect(await points(toy)).toEqual([200, '10']);
    toy.failures.failEvery(2, '*', { drop: 'after' });
    expect(await points(toy)).toEqual([200, '10']);
    const late = await toy.transport.send({
      method: 'POST',
      url: `http://toy.test/messages?token=${TOKEN}`,
      operation: 'send',
      idempotent: false,
      headers: {},
      body: Buffer.from('{"to":["500100200"],"message":"Hi"}'),
    });
    expect(late.body).not.toBeInstanceOf(Uint8Array);
    expect([toy.log.countOf(), toy.log.countOf('toy.send')]).toEqual([6, 3]);
    toy.failures.clear();
    expect(await points(toy)).toEqual([200, '9.84']);
  });

  it.each([
    ['toy.point', 'known are toy.points, toy.groups, toy.send'],
    ['points', 'is toy.points meant?'],
    ['TOY.SEND', 'is toy.send meant?'],
    ['soap_SendSms', 'known are toy.points, toy.groups, toy.send'],
  ])('is not told so by a name that is misspelt: %s', (operation, hint) => {
    const { failures } = toyGateway(TOKEN);
    const message = `operation: is neither "*" nor the name of an operation; ${hint}`;
    expect(() => failures.failNext(operation, { result: 1 })).toThrow(expect.objectContaining({ message }));
    expect(() => failures.failEvery(1, operation, { result: 1 })).toThrow(expect.objectContaining({ message }));
  });

  it('has no SOAP Faults: they are refused for its operations, and pass it by where they are for any', async () => {
    const toy = toyGateway(TOKEN);
    const failure = { fault: { code: 'Server', string: 'x' } };
    expect(() => toy.failures.failNext('toy.send', failure)).toThrow(ValidationError);
    expect(() => toy.failures.failNext('toy.send', failure)).toThrow(/failure\.fault: is none that toy\.send can have/);
    toy.failures.failNext('*', failure);
    expect(await points(toy)).toEqual([200, '10']);
  });

  it('has the paths of its table and no others', async () => {
    expect(await ask(toyGateway(TOKEN), 'GET', '/soap')).toEqual([
      404,
      'There is nothing at this path; the paths here are /points, /groups, /messages and /. ' +
        'GET http://toy.test/points or http://toy.test/groups, POST to http://toy.test/messages.\n',
    ]);
  });

  it('loads nothing of SOAP, of XML or of a client', async () => {
    const { metafile } = await build({
      entryPoints: [new URL('toy-face.ts', import.meta.url).pathname],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const files = Object.keys(metafile.inputs);
    const rooms = files.map((path) => /(?:^|\/)(src\/[\w-]+|generated)\//.exec(path)?.[1]);
    expect(
      files.filter((path) => /(?:^|\/)(?:src\/(?:soap|xml|client|calls)|generated|sandbox\/soap)\//.test(path)),
    ).toEqual([]);
    expect(new Set(rooms)).toEqual(
      new Set([
        undefined,
        'src/domain',
        'src/errors',
        'src/local-server',
        'src/options',
        'src/redact',
        'src/sandbox',
        'src/transport',
      ]),
    );
  });
});
