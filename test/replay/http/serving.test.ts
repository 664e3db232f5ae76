import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { GatewayError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { cassette, replayWithNock, startRecordingProxy, startReplayServer } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { item, script } from '../../http-client/gateway-script.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const TOKEN = 't0ken-of-the-account';
const closing: { close(): Promise<void> }[] = [];
let file = '';

beforeEach(() => {
  file = fileOf();
});

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
});

const closed = <C extends { close(): Promise<void> }>(one: C): C => {
  closing.push(one);
  return one;
};

const clientAt = (url: string, transport?: Transport): SmsServiceHttpClient<'earlier'> =>
  closed(
    new SmsServiceHttpClient({
      url,
      token: TOKEN,
      variant: 'earlier',
      retry: false,
      ...(transport === undefined ? {} : { transport }),
    }),
  );

const order = { to: '500100200', message: 'Zażółć', idx: 'a1' };
const answer = { count: 1, list: [item('500100200')] };
const profile = { username: 'anna', name: 'Shop', points: 12.5 };

/** Records a send and a profile of the HTTP interface, and a call over SOAP, in one cassette. */
async function recorded(): Promise<void> {
  const http = script(answer, profile);
  const sandbox = createSandbox();
  const transport: Transport = {
    send: (request) => (request.url.endsWith('/soap') ? sandbox.transport().send(request) : http.send(request)),
  };
  const tape = cassette(file, { mode: 'record', transport });
  const client = clientAt('http://gateway.test/', tape);
  await client.sms.send(order);
  await client.profile.get();
  const credentials = { username: 'demo', password: 'demo-password' };
  await new SmsServiceClient({ url: 'http://gateway.test/soap', credentials, transport: tape }).addGroup({ name: 'A' });
  await tape.close();
}

describe('a replay server', () => {
  it('replays both interfaces from one cassette', async () => {
    await recorded();
    const server = closed(await startReplayServer(file));
    expect(server.httpUrl).toBe(`http://127.0.0.1:${server.port}/`);
    const client = clientAt(server.httpUrl);
    expect(await client.sms.send(order)).toMatchObject({ messages: [{ id: 'id200' }] });
    expect(await client.profile.get()).toMatchObject({ points: 12.5 });
    const credentials = { username: 'demo', password: 'x' };
    const soap = closed(new SmsServiceClient({ url: server.url, credentials }));
    expect(await soap.addGroup({ name: 'A' })).toEqual({ groupId: 1 });
  });

  it('explains a miss in JSON', async () => {
    await recorded();
    const server = closed(await startReplayServer(file));
    const error = (await rejection(clientAt(server.httpUrl).sms.send({ ...order, message: 'Hi' }))) as GatewayError;
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ errorCode: 'replay_miss', outcome: 'rejected' });
    const response = await fetch(`${server.httpUrl}sms.do?to=500`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'replay_miss', message: expect.stringContaining('sms.do') });
    expect((await fetch(`${server.httpUrl}other`)).status).toBe(405);
    expect(await rejection(server.close())).toMatchObject({ code: 'REPLAY_MISS' });
  });
});

describe('a recording proxy', () => {
  it('forwards calls of the HTTP interface to its address and records them', async () => {
    const gateway = script(answer);
    const proxy = closed(
      await startRecordingProxy({
        cassette: file,
        to: 'https://gateway.test/soap',
        httpTo: 'https://gateway.test/api/',
        transport: gateway,
      }),
    );
    expect(await clientAt(proxy.httpUrl).sms.send(order)).toMatchObject({ messages: [{ id: 'id200' }] });
    expect(gateway.arrived).toMatchObject([{ url: 'https://gateway.test/api/sms.do', method: 'POST', fields: order }]);
    expect(gateway.arrived[0]?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
    expect(proxy.passedThrough).toBe(0);
    await closing.pop()?.close();
    await closing.pop()?.close();
    expect(readFileSync(file, 'utf8')).not.toContain(TOKEN);
    const player = clientAt('http://other.test/', cassette(file, { mode: 'locked' }));
    expect(await player.sms.send(order)).toMatchObject({ messages: [{ id: 'id200' }] });
  });
});

describe('nock', () => {
  it('replays GET and POST below the address', async () => {
    await recorded();
    closed(replayWithNock(file, { url: 'http://gateway.test/api/' }));
    const client = clientAt('http://gateway.test/api/');
    expect(await client.sms.send(order)).toMatchObject({ messages: [{ id: 'id200' }] });
    expect(await client.profile.get()).toMatchObject({ username: 'anna' });
  });
});
