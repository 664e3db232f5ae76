import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { ConnectionError } from '../../../src/errors/errors.js';
import {
  cassette,
  type RecordingProxy,
  type ReplayServer,
  startRecordingProxy,
  startReplayServer,
} from '../../../src/replay/index.js';
import { createSandbox, type RunningSandbox, startSandbox } from '../../../src/sandbox/index.js';
import { brokenOff } from '../../../src/transport/in-memory.js';
import type { Transport } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const fileOf = cassetteFile();
let file = '';
let servers: (RunningSandbox | ReplayServer | RecordingProxy)[];
let clients: SmsServiceClient[];

beforeEach(() => {
  file = fileOf();
  servers = [];
  clients = [];
});

afterEach(async () => {
  for (const client of clients) await client.close();
  for (const server of servers) await server.close();
});

function clientAt(url: string, options: object = {}): SmsServiceClient {
  const client = new SmsServiceClient({ url, credentials, retry: false, ...options });
  clients.push(client);
  return client;
}

async function started<S extends RunningSandbox | ReplayServer | RecordingProxy>(server: Promise<S>): Promise<S> {
  const running = await server;
  servers.push(running);
  return running;
}

/** Records a call of a client in process. */
async function recorded(transport: Transport = createSandbox().transport()): Promise<void> {
  const tape = cassette(file, { mode: 'record', transport });
  const client = clientAt('http://gateway.test/', { transport: tape });
  await client.addGroup({ name: 'Łódź' }).catch(() => undefined);
  await tape.close();
}

const lost = new ConnectionError('the connection was lost', 'unknown');

/** The request of {@link recorded}, written by another client. */
const addGroupXml = (): string =>
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><soap_AddGroup><client/>' +
  '<group><name>Łódź</name></group></soap_AddGroup></e:Body></e:Envelope>';

describe('a replay server', () => {
  it('serves the WSDL with its own address', async () => {
    const server = await started(startReplayServer(file));
    const response = await fetch(server.wsdlUrl);
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await response.text()).toContain(`<soap:address location="${server.url}"`);
    expect((await fetch(server.url)).status).toBe(405);
  });

  it('answers a miss with a Fault of status 500 that explains it', async () => {
    await recorded();
    const server = await started(startReplayServer(file));
    const error = await rejection(clientAt(server.url).addGroup({ name: 'Kraków' }));
    expect(error).toMatchObject({
      name: 'SoapFaultError',
      faultString: expect.stringContaining('group.name: recorded "Łódź", given "'),
    });
    expect(error).toMatchObject({
      faultString: expect.stringMatching(
        /because a replay server cannot record[^]*To record it, use startRecordingProxy\(\)/,
      ),
    });
    expect(await rejection(server.close())).toMatchObject({ code: 'REPLAY_MISS' });
  });

  it('breaks connections and responses that broke while recording', async () => {
    const sandbox = createSandbox();
    sandbox.failNext('soap_AddGroup', { drop: 'after' });
    await recorded(sandbox.transport());
    const server = await started(startReplayServer(file));
    expect(await rejection(clientAt(server.url).addGroup({ name: 'Łódź' }))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
    });
    const headers = { 'content-type': 'text/xml' };
    const half = Buffer.from('<?xml version="1.0"?><Envelope>');
    await recorded({ send: async () => ({ status: 200, headers, body: brokenOff(half, lost) }) });
    const second = await started(startReplayServer(file));
    const broken = await fetch(second.url, { method: 'POST', body: addGroupXml() });
    expect(broken.status).toBe(200);
    expect(await rejection(broken.text())).toMatchObject({ name: 'TypeError' });
  });

  it('rejects more than 16 MiB and invalid options', async () => {
    const server = await started(startReplayServer(file));
    const response = await fetch(server.url, { method: 'POST', body: 'x'.repeat(16_777_217) });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('A request has at most 16777216 bytes.');
    expect(await rejection(startReplayServer(file, { port: 70_000 }))).toMatchObject({ path: 'port' });
    expect(await rejection(startReplayServer(file, { host: '0.0.0.0' } as never))).toMatchObject({
      path: 'host',
    });
  });

  it("reports unused recordings in mode 'locked'", async () => {
    await recorded();
    const tape = cassette(file, { mode: 'locked' });
    const server = await started(startReplayServer(tape));
    await server.close();
    expect(await rejection(tape.close())).toMatchObject({ code: 'REPLAY_MISS' });
  });
});

/** A request of 37 kB whose references expand to 900,000 texts of 10 kB. */
const multiplied = (): string =>
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><soap_SendMulti><client/><sms_param>' +
  `<arParams>${'<i href="#l"/>'.repeat(1000)}</arParams></sms_param></soap_SendMulti>` +
  `<m id="l">${'<i href="#t"/>'.repeat(900)}</m><t id="t">${'x'.repeat(10_000)}</t></e:Body></e:Envelope>`;

describe('a request with multiplying references', () => {
  it('is rejected by a replay server with a Fault', async () => {
    await recorded();
    const server = await started(startReplayServer(file));
    const response = await fetch(server.url, { method: 'POST', body: multiplied() });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('references that repeat more than 65536 bytes');
  });
});

describe('a recording proxy', () => {
  it('forwards calls and records them without secrets', async () => {
    const sandbox = await started(startSandbox());
    const proxy = await started(startRecordingProxy({ to: sandbox.url, cassette: file }));
    expect(await clientAt(proxy.url).addGroup({ name: 'Łódź' })).toEqual({ groupId: 1 });
    expect(await clientAt(proxy.url).checkPoints()).toBe(100);
    await proxy.close();
    await sandbox.close();
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('demo-password');
    expect(text).not.toContain('127.0.0.1');
    const server = await started(startReplayServer(file));
    const client = clientAt(server.url);
    expect([await client.checkPoints(), await client.addGroup({ name: 'Łódź' })]).toEqual([100, { groupId: 1 }]);
  });

  it('adds to an open cassette in its mode', async () => {
    await recorded();
    const tape = cassette(file, { mode: 'auto', transport: createSandbox().transport() }, {});
    const proxy = await started(startRecordingProxy({ to: 'http://gateway.test/', cassette: tape }));
    const client = clientAt(proxy.url);
    expect([await client.addGroup({ name: 'Łódź' }), await client.getGroups()]).toEqual([{ groupId: 1 }, []]);
    await proxy.close();
    await tape.close();
    const calls = JSON.parse(readFileSync(file, 'utf8')) as { readonly log: { readonly entries: readonly unknown[] } };
    expect(calls.log.entries).toHaveLength(2);
  });

  it.each([
    ['to', { cassette: 'file' }],
    ['to', { to: 'gateway', cassette: 'file' }],
    ['cassette', { to: 'http://gateway.test/' }],
    ['transport', { to: 'http://gateway.test/', cassette: 'file', transport: {} }],
    ['form', { to: 'http://gateway.test/', cassette: 'file', form: 'har' }],
  ])('rejects invalid options: %s', async (path, options) => {
    expect(await rejection(startRecordingProxy(options as never))).toMatchObject({ name: 'ValidationError', path });
  });
});
