import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CassetteTransport } from '../../../src/replay/cassette/cassette.js';
import type { CassetteOptions } from '../../../src/replay/cassette/cassette-options.js';
import { cassetteSettings } from '../../../src/replay/cassette/cassette-settings.js';
import type { ReplayContract } from '../../../src/replay/contract/contract.js';
import { Contracts } from '../../../src/replay/contract/contracts.js';
import { soapContract } from '../../../src/replay/soap/contract.js';
import { requestOf, responseXml } from '../../../src/replay/soap/messages.js';
import { checkRecordings } from '../../../src/replay/upkeep/check-cassette.js';
import type { Transport, TransportRequest } from '../../../src/transport/transport.js';
import { cassetteFile } from '../cassette-folder.js';
import { weatherContract } from './weather.js';

const TOKEN = 'b7e1-sesame-9-open';
const WEATHER = new Contracts([], weatherContract);
const fileOf = cassetteFile();
let file = '';
let closing: { close(): Promise<void> }[];

beforeEach(() => {
  file = fileOf();
  closing = [];
});

afterEach(async () => {
  for (const server of closing) await server.close();
});

/** The service: it says who asked, as careless ones do. */
const service: Transport = {
  send: async ({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url);
    if (method === 'POST') {
      const form = new URLSearchParams(Buffer.from(body as Uint8Array).toString('utf8'));
      const answer = `OK 17, thank you ${form.get('token')}`;
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(answer) };
    }
    const answer = {
      town: searchParams.get('town'),
      degrees: 21.5,
      by: `${pathname} for ${searchParams.get('token')}`,
    };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(answer)) };
  },
};

function open(options: CassetteOptions, contracts: Contracts = WEATHER): CassetteTransport {
  return new CassetteTransport(contracts, cassetteSettings(contracts, file, { transport: service, ...options }, {}));
}

function forecast(query: string): TransportRequest {
  const url = `https://weather.test/tenants/secret-tenant/forecast?${query}`;
  return { method: 'GET', url, operation: 'forecast', idempotent: true, headers: { cookie: TOKEN } };
}

function sighting(form: string): TransportRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const url = 'https://weather.test/tenants/secret-tenant/sighting';
  return { method: 'POST', url, operation: 'sighting', idempotent: false, headers, body: Buffer.from(form) };
}

async function textOf(tape: Pick<Transport, 'send'>, request: TransportRequest): Promise<string> {
  const { status, body } = await tape.send(request);
  return `${status} ${Buffer.from(body as Uint8Array).toString('utf8')}`;
}

/** Records a forecast and a sighting. */
async function recordBoth(options: CassetteOptions = {}): Promise<void> {
  const tape = open({ mode: 'record', now: () => new Date('2026-11-22T10:00:00Z'), ...options });
  await tape.send(forecast(`town=Hel&days=3&token=${TOKEN}`));
  await tape.send(sighting(`town=Hel&seen=two+seals&phone=48500100200&token=${TOKEN}`));
  await tape.close();
}

describe('calls of a protocol of its own', () => {
  it('are played by what they mean, whatever their token, their address and their order are', async () => {
    await recordBoth();
    const tape = open({ mode: 'locked' });
    const played = await textOf(tape, {
      ...forecast('days=3&town=Hel&token=another'),
      url: `https://other.test/forecast?days=3&town=Hel`,
    });
    expect(played).toBe('200 {"town":"Hel","degrees":21.5,"by":"/tenants/secret-tenant/forecast for [redacted]"}');
    expect(await textOf(tape, sighting('phone=48500100200&seen=two%20seals&town=Hel'))).toBe(
      '200 OK 17, thank you [redacted]',
    );
    await tape.close();
  });

  it('are read once, when they are recorded', async () => {
    let reads = 0;
    const readRequest: ReplayContract['readRequest'] = (request) => {
      reads += 1;
      return weatherContract.readRequest(request);
    };
    const tape = open({ mode: 'record' }, new Contracts([], { ...weatherContract, readRequest }));
    for (const town of ['Hel', 'Gdynia', 'Puck']) await tape.send(forecast(`town=${town}`));
    await tape.close();
    expect(reads).toBe(3);
  });
});

describe('one cassette', () => {
  it('holds calls of several protocols, and each is played by its own', async () => {
    const both = new Contracts([weatherContract], soapContract);
    const points = responseXml('soap_CheckPoints', { result: 0, description: 'OK', points: 7 });
    const transport: Transport = {
      send: async (request) =>
        request.url.endsWith('/soap')
          ? { status: 200, headers: { 'content-type': 'text/xml; charset=utf-8' }, body: Buffer.from(points) }
          : service.send(request),
    };
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><soap_CheckPoints>
      <client><username>me</username><password>${TOKEN}</password></client></soap_CheckPoints></e:Body></e:Envelope>`;
    const soap: TransportRequest = {
      ...sighting(''),
      url: 'https://weather.test/soap',
      headers: { 'content-type': 'text/xml' },
      body: Buffer.from(envelope),
    };
    expect(requestOf(envelope)).toMatchObject({ operation: 'soap_CheckPoints' });
    const recorder = open({ mode: 'record', transport }, both);
    await recorder.send(forecast('town=Hel&days=3'));
    await recorder.send(soap);
    await recorder.close();
    const player = open({ mode: 'locked' }, both);
    expect(await textOf(player, soap)).toBe(`200 ${points}`);
    expect(await textOf(player, forecast('town=Hel&days=3'))).toContain('"degrees":21.5');
    await player.close();
    expect(readFileSync(file, 'utf8')).not.toContain(TOKEN);
    expect(checkRecordings(both, file)).toMatchObject({ checked: 2, drift: [] });
  });
});

it('whoever records another protocol loads nothing of SOAP, of XML or of the WSDL', async () => {
  const parts = [
    'cassette/cassette',
    'cassette/cassette-settings',
    'contract/contracts',
    'importers/import-recordings',
    'serving/nock',
    'serving/recording-proxy',
    'serving/replay-server',
    'upkeep/check-cassette',
    'upkeep/redact-cassette',
  ].map((name) => new URL(`../../../src/replay/${name}.ts`, import.meta.url).pathname);
  const { metafile } = await build({
    entryPoints: [...parts, new URL('weather.ts', import.meta.url).pathname],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: 'unused',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const loaded = Object.keys(metafile.inputs);
  expect(loaded.filter((name) => /(?:^|\/)src\/replay\/\w/.test(name)).length).toBeGreaterThan(40);
  expect(loaded.filter((name) => /(?:^|\/)(?:generated|src\/(?:soap|xml)|src\/replay\/soap)\//.test(name))).toEqual([]);
});
