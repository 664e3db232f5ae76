import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReplayMissError } from '../../../src/errors/errors.js';
import { CassetteTransport } from '../../../src/replay/cassette/cassette.js';
import type { CassetteOptions } from '../../../src/replay/cassette/cassette-options.js';
import { cassetteSettings } from '../../../src/replay/cassette/cassette-settings.js';
import type { ReplayContract } from '../../../src/replay/contract/contract.js';
import { Contracts } from '../../../src/replay/contract/contracts.js';
import { importInto } from '../../../src/replay/importers/import-recordings.js';
import { playThroughNock } from '../../../src/replay/serving/nock.js';
import { recordThroughProxy } from '../../../src/replay/serving/recording-proxy.js';
import { serveCassette } from '../../../src/replay/serving/replay-server.js';
import { soapContract } from '../../../src/replay/soap/contract.js';
import { requestOf, responseXml } from '../../../src/replay/soap/messages.js';
import { checkRecordings } from '../../../src/replay/upkeep/check-cassette.js';
import { redactRecordings } from '../../../src/replay/upkeep/redact-cassette.js';
import type { Transport, TransportRequest } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';
import { harValidator } from '../har-validator.js';
import { weatherContract } from './weather.js';

const TOKEN = 'b7e1-sesame-9-open';
const KEY = 'the key of these tests, long enough';
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

interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly queryString: readonly unknown[];
  readonly postData?: { readonly mimeType: string; readonly text: string };
}

function requestsIn(text: string): readonly HarRequest[] {
  const { log } = JSON.parse(text) as { log: { entries: readonly { request: HarRequest }[] } };
  return log.entries.map(({ request }) => request);
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

  it('stand in HAR as they were made, without token, address and cookies', async () => {
    await recordBoth();
    const text = readFileSync(file, 'utf8');
    expect(harValidator()(JSON.parse(text))).toEqual([]);
    const [get, post] = requestsIn(text);
    expect(get).toMatchObject({
      method: 'GET',
      url: 'http://gateway.invalid/forecast?town=Hel&days=3&token=token',
      queryString: [
        { name: 'town', value: 'Hel' },
        { name: 'days', value: '3' },
        { name: 'token', value: 'token' },
      ],
    });
    expect(get).not.toHaveProperty('postData');
    expect(post).toMatchObject({
      method: 'POST',
      url: 'http://gateway.invalid/sighting',
      queryString: [],
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        text: 'town=Hel&seen=two+seals&phone=48500100200&token=token',
      },
    });
    for (const secret of [TOKEN, 'sesame', 'weather.test']) expect(text).not.toContain(secret);
  });

  it('a miss names what comes nearest, and covers what is secret', async () => {
    await recordBoth();
    const tape = open({ mode: 'replay' });
    const error = (await rejection(tape.send(forecast('town=Hel&days=5&token=x')))) as ReplayMissError;
    expect(error).toMatchObject({ code: 'REPLAY_MISS', operation: 'forecast' });
    expect(error.nearest).toMatchObject([{ differences: [{ path: 'days', recorded: '3', given: '5' }] }]);
    const other = (await rejection(
      tape.send(sighting(`town=${TOKEN}&seen=two+seals&phone=48500100299&token=${TOKEN}`)),
    )) as ReplayMissError;
    expect(other.nearest[0]?.differences).toEqual([
      { path: 'town', recorded: '"Hel"', given: '"[redacted]"' },
      { path: 'phone', recorded: '…200 (11 characters)', given: '…299 (11 characters)' },
    ]);
  });

  it('take rules for their own fields, and for no others', async () => {
    await recordBoth();
    const tape = open({ mode: 'replay', match: { days: 'ignore' } });
    expect(await textOf(tape, forecast('town=Hel&days=9'))).toContain('"degrees":21.5');
    expect(() => open({ match: { 'sms_param.date': 'ignore' } })).toThrow('match.sms_param.date: is no field');
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

  it('become private, when they are recorded and later', async () => {
    const privacy = { numbers: true, names: true, texts: true, key: KEY };
    await recordBoth();
    const report = await redactRecordings(WEATHER, file, { privacy, secrets: ['secret-tenant'] }, {});
    expect(report).toMatchObject({
      recordings: 2,
      changed: 2,
    });
    const redacted = readFileSync(file, 'utf8');
    for (const gone of ['48500100200', 'two', 'secret-tenant']) expect(redacted).not.toContain(gone);
    const tape = open({ mode: 'replay', privacy });
    expect(await textOf(tape, forecast('town=Hel&days=3'))).toMatch(/"by":"name-[0-9a-f]{12}"/);
    expect(await textOf(tape, sighting('town=Hel&seen=two+seals&phone=48500100200'))).toMatch(/^200 \[text-/);
    file = fileOf().replace('.har', '-private.har');
    await recordBoth({ privacy });
    for (const gone of ['48500100200', 'two', 'secret-tenant', TOKEN]) {
      expect(readFileSync(file, 'utf8')).not.toContain(gone);
    }
  });

  it('are held against their contract', async () => {
    await recordBoth();
    expect(checkRecordings(WEATHER, file)).toEqual({ checked: 1, notChecked: 1, drift: [], isBreaking: false });
    const changed = readFileSync(file, 'utf8')
      .replace('\\"degrees\\":21.5', '\\"degrees\\":\\"warm\\",\\"sky\\":\\"blue\\"')
      .replace(/,\\"by\\":\\".*?\\"/, '')
      .replaceAll('/sighting', '/rumour');
    writeFileSync(file, changed);
    const { drift, isBreaking } = checkRecordings(WEATHER, file);
    expect(drift.map(({ kind, operation, path, what }) => [kind, operation, path, what])).toEqual([
      ['breaking', 'forecast', 'by', 'is in no response'],
      ['breaking', 'forecast', 'degrees', 'is no number'],
      ['breaking', 'rumour', '', 'is no request any more: it names no operation'],
      ['additive', 'forecast', 'sky', 'is not in the contract'],
    ]);
    expect(isBreaking).toBe(true);
    expect(() => open({ mode: 'replay' })).toThrow(
      `log.entries[1].request.url: is no request: it names no operation (in the cassette ${file})`,
    );
  });

  it('are taken over from what browsers have recorded, GET and POST', async () => {
    await recordBoth();
    const har = JSON.parse(readFileSync(file, 'utf8').replaceAll('http://gateway.invalid/', 'https://weather.test/a/'));
    delete har.log._cassette;
    har.log.entries.push({ ...har.log.entries[0], request: { method: 'PUT', url: 'x', headers: [] } });
    const from = `${file}.browser.har`;
    writeFileSync(from, JSON.stringify(har));
    const to = `${file}.imported.har`;
    expect(await importInto(WEATHER, from, { to }, {})).toEqual({
      recorded: 2,
      skipped: [{ place: 'log.entries[2]', reason: 'has a method other than GET or POST' }],
    });
    expect(requestsIn(readFileSync(to, 'utf8'))).toEqual(requestsIn(readFileSync(file, 'utf8')));
  });
});

describe('programs in any language', () => {
  it('get what was recorded, by the method and the path that they ask with', async () => {
    await recordBoth();
    const server = await serveCassette(WEATHER, file, {});
    closing.push(server);
    const { origin } = new URL(server.url);
    const got = await fetch(`${origin}/v2/forecast?days=3&town=Hel&token=mine`);
    expect(await got.json()).toMatchObject({ town: 'Hel', degrees: 21.5 });
    const body = new URLSearchParams({ town: 'Hel', seen: 'two seals', phone: '48500100200' });
    expect(await (await fetch(`${origin}/sighting`, { method: 'POST', body })).text()).toBe(
      'OK 17, thank you [redacted]',
    );
    const missed = await fetch(`${origin}/forecast?town=Hel&days=4`);
    expect([missed.status, await missed.text()]).toEqual([400, expect.stringMatching(/^ERROR forecast: is not in/)]);
    expect((await fetch(`${origin}/forecast`, { method: 'DELETE' })).status).toBe(405);
    expect(await rejection(server.close())).toMatchObject({ code: 'REPLAY_MISS' });
  });

  it('are recorded, and reach the path that they have asked for', async () => {
    const asked: string[] = [];
    const transport: Transport = {
      send: (request) => {
        asked.push(`${request.method} ${request.url} ${request.body === undefined ? 'no body' : 'a body'}`);
        return service.send(request);
      },
    };
    const to = 'https://weather.test/tenants/7/';
    const proxy = await recordThroughProxy(WEATHER, { to, cassette: file, transport });
    closing.push(proxy);
    const { origin } = new URL(proxy.url);
    await fetch(`${origin}/forecast?town=Hel&days=3&token=${TOKEN}`);
    await fetch(`${origin}/sighting`, { method: 'POST', body: 'town=Hel' });
    expect(asked).toEqual([`GET ${to}forecast?town=Hel&days=3&token=${TOKEN} no body`, `POST ${to}sighting a body`]);
    expect(requestsIn(readFileSync(file, 'utf8')).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://gateway.invalid/forecast?town=Hel&days=3&token=token',
      'POST http://gateway.invalid/sighting',
    ]);
  });

  it('get it in this process, too, below one address', async () => {
    await recordBoth();
    const played = playThroughNock(WEATHER, file, { url: 'http://weather.test/tenants/' });
    closing.push(played);
    const response = await fetch('http://weather.test/tenants/forecast?town=Hel&days=3');
    expect(await response.json()).toMatchObject({ degrees: 21.5 });
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
