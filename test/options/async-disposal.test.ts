import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callbackHandler } from '../../src/callbacks/index.js';
import { SmsServiceClient, SmsServiceGateway } from '../../src/client/index.js';
import { SmsServiceHttpClient, SmsServiceHttpGateway } from '../../src/http-client/index.js';
import { cassette, startRecordingProxy, startReplayServer } from '../../src/replay/index.js';
import { createSandbox, startSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';

const folder = mkdtempSync(path.join(tmpdir(), 'disposal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CREDENTIALS = { username: 'demo', password: 'demo-password' };
const MESSAGE = { to: '500100200', message: 'Hi' };
const CLOSED: unknown = expect.objectContaining({
  outcome: 'not-sent',
  message: expect.stringContaining('closed'),
});
const ABORTED = { code: 'ABORTED', outcome: 'not-sent' };
const url = 'http://gateway.test/';

interface Clients {
  readonly soap: SmsServiceClient;
  readonly http: SmsServiceHttpClient;
}

/** What calls of both are rejected with. */
function rejections({ soap, http }: Clients): Promise<readonly unknown[]> {
  return Promise.all([soap.checkPoints(), http.profile.get()].map(rejection));
}

describe('await using closes', () => {
  it('a client, of both interfaces', async () => {
    const transport = createSandbox().transport();
    let clients: Clients;
    {
      await using soap = new SmsServiceClient({ url, credentials: CREDENTIALS, transport });
      await using http = new SmsServiceHttpClient({ url, token: 'demo-token', transport });
      await soap.sendSms(MESSAGE);
      await http.sms.send(MESSAGE);
      clients = { soap, http };
    }
    expect(await rejections(clients)).toEqual([CLOSED, CLOSED]);
  });

  it('a gateway object, of both interfaces', async () => {
    const transport = createSandbox().transport();
    let clients: Clients;
    {
      await using soap = new SmsServiceGateway({ url, transport });
      await using http = new SmsServiceHttpGateway({ url, transport });
      clients = { soap: soap.client({ credentials: CREDENTIALS }), http: http.client({ token: 'demo-token' }) };
    }
    expect(await rejections(clients)).toEqual([CLOSED, CLOSED]);
  });

  it('an embedded gateway, with a server and without', async () => {
    let addresses: readonly string[];
    let waiting: Promise<unknown>;
    {
      await using running = await startSandbox();
      await using sandbox = createSandbox();
      addresses = [running.wsdlUrl];
      expect((await fetch(running.wsdlUrl)).status).toBe(200);
      waiting = rejection(sandbox.waitForMessage());
    }
    expect(await waiting).toMatchObject(ABORTED);
    for (const address of addresses) expect(await rejection(fetch(address))).toBeInstanceOf(TypeError);
  });

  it('a cassette, its tracks, and the servers of recorded traffic', async () => {
    const file = path.join(folder, 'calls.har');
    const addresses: string[] = [];
    {
      await using tape = cassette(file, { mode: 'record', transport: createSandbox().transport() });
      await using track = tape.track('one');
      await using client = new SmsServiceClient({ url, credentials: CREDENTIALS, transport: tape });
      await client.checkPoints();
      expect(track.name).toBe('one');
    }
    {
      await using server = await startReplayServer(file);
      await using proxy = await startRecordingProxy({ to: server.url, cassette: path.join(folder, 'others.har') });
      addresses.push(server.url, proxy.url);
    }
    for (const address of addresses) expect(await rejection(fetch(address))).toBeInstanceOf(TypeError);
    const locked = async (): Promise<void> => {
      await using tape = cassette(file, { mode: 'locked' });
      expect(tape.file).toBe(file);
    };
    // As `close()` does: unused recordings are an error.
    expect(await rejection(locked())).toMatchObject({ code: 'REPLAY_MISS' });
  });

  it('a handler of callbacks', async () => {
    const handlers = [];
    {
      await using handler = callbackHandler({ onEvent: () => undefined, secret: { path: true, value: 's3cret-path' } });
      handlers.push(handler);
    }
    expect((await handlers[0]?.fetch(new Request('http://shop.test/s3cret-path')))?.status).toBe(503);
  });
});
