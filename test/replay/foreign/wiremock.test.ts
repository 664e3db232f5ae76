import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { cassette, type ImportRecordingsReport, importRecordings, responseXml } from '../../../src/replay/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';
import { requestXml } from './requests.js';
import { writeForeign } from './write-foreign.js';

const fileOf = cassetteFile();
let file = '';
let folder = '';

beforeEach(() => {
  file = fileOf();
  folder = path.join(path.dirname(file), 'recorded');
  mkdirSync(folder);
});

const answer = (id: number): string => responseXml('soap_AddGroup', { result: 0, id_group: id });

const mapping = (request: object = {}, response: object = {}, more: object = {}): object => ({
  request: { method: 'POST', bodyPatterns: [{ equalToXml: requestXml('Kraków') }], ...request },
  response: { status: 200, body: answer(7), headers: { 'Content-Type': 'text/xml' }, ...response },
  ...more,
});

const take = (...mappings: readonly object[]): Promise<ImportRecordingsReport> =>
  importRecordings(writeForeign(folder, 'all.json', { mappings }), { to: file });

function played(): SmsServiceClient {
  const transport = cassette(file, { mode: 'replay' });
  const credentials = { username: 'a', password: 'b' };
  return new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
}

/** The groups that a client is told of, until there is nothing more. */
async function groups(): Promise<readonly number[]> {
  const client = played();
  const ids: number[] = [];
  for (;;) {
    const added = await client.addGroup({ name: 'Kraków', info: '' }).catch(() => undefined);
    if (added === undefined) return ids;
    ids.push(added.groupId);
  }
}

const exact = (value: string): object => ({ equalTo: value });

describe('what WireMock makes anew for each request is left aside, with the reason', () => {
  const template = 'its response is a template, which is filled in for each request';
  it.each<readonly [string, object, string]>([
    ['a template', { body: `<a>{{now}}</a>`, transformers: ['response-template'] }, template],
    ['a template that all mappings may have', { body: '<a>{{request.query.id}}</a>' }, template],
    ['a template in a header', { headers: { 'X-Id': '{{randomValue type="UUID"}}' } }, template],
    ['a template of JSON', { body: undefined, jsonBody: { id: "{{jsonPath request.body '$.id'}}" } }, template],
    ['another transformer', { transformers: ['stub-of-shop'] }, 'its response is made by the transformer stub-of-shop'],
    ['a proxy', { proxyBaseUrl: 'http://gateway.test' }, 'its response comes from another server (proxyBaseUrl)'],
  ])('%s', async (_what, response, reason) => {
    expect(await take(mapping({}, response))).toEqual({ recorded: 0, skipped: [{ place: 'mappings[0]', reason }] });
  });

  it('but not signs that are meant as they are', async () => {
    const body = responseXml('soap_AddGroup', { result: 40, description: 'no {{name}}' });
    expect(
      (
        await take(
          mapping({}, { body }),
          mapping({ bodyPatterns: [{ equalTo: requestXml('Opole') }] }, { transformers: ['response-template'] }),
        )
      ).recorded,
    ).toBe(2);
  });
});

describe('a request that is a pattern, or chosen by what no cassette compares, is left aside', () => {
  const pattern = (what: string): string => `its request is a pattern (${what}), not a body`;
  it.each<readonly [object, string]>([
    [
      { bodyPatterns: [{ equalToXml: requestXml('${xmlunit.ignore}'), enablePlaceholders: true }] },
      pattern('placeholders'),
    ],
    [{ bodyPatterns: [{ equalToJson: { to: '${json-unit.any-string}' } }] }, pattern('placeholders')],
    [{ bodyPatterns: [{ matchesXPath: '//name' }] }, pattern('matchesXPath')],
    [{ multipartPatterns: [{ matchingType: 'ANY' }] }, pattern('multipartPatterns')],
    [{ customMatcher: { name: 'mine' } }, pattern('customMatcher')],
    [
      { headers: { 'X-Account': exact('shop') } },
      'is chosen by the header x-account, which a cassette does not compare',
    ],
    [
      { headers: { 'X-Account': { absent: true } } },
      'is chosen by the header x-account, which a cassette does not compare',
    ],
    [
      { headers: { Authorization: { matches: 'Bearer .*' } } },
      'is chosen by the header authorization, which a cassette does not compare',
    ],
    [{ cookies: { session: exact('1') } }, 'is chosen by a cookie, which a cassette does not compare'],
    [
      { method: 'GET', bodyPatterns: undefined, urlPathPattern: '/profile.*' },
      'its address is a pattern (urlPathPattern)',
    ],
    [
      { method: 'GET', bodyPatterns: undefined, urlPath: '/profile', queryParameters: { format: { matches: 'j.*' } } },
      'its query parameter format is a pattern (matches)',
    ],
    [
      { method: 'ANY', bodyPatterns: undefined, formParameters: { to: exact('1') }, urlPath: '/sms.do' },
      'its method is a pattern (ANY)',
    ],
    [
      { bodyPatterns: undefined, formParameters: { to: { contains: '1' } }, urlPath: '/sms.do' },
      'its form parameter to is a pattern (contains)',
    ],
  ])('%j', async (request, reason) => {
    expect(await take(mapping(request))).toEqual({ recorded: 0, skipped: [{ place: 'mappings[0]', reason }] });
  });

  it('but not by what every call has, nor by the address of SOAP', async () => {
    const headers = { 'Content-Type': { contains: 'xml' }, SOAPAction: { matches: '.*AddGroup.*' } };
    expect(await take(mapping({ headers, urlPattern: '/.*', method: 'ANY' }))).toEqual({ recorded: 1, skipped: [] });
    expect(await groups()).toEqual([7]);
  });

  it('and queries, forms and accounts that are exact are a request', async () => {
    const json = { 'Content-Type': 'application/json' };
    const profile = { body: undefined, jsonBody: { username: 'anna', points: 7 }, headers: json };
    const sent = { body: 'OK:a1:0.16:48500100200', headers: { 'Content-Type': 'text/plain' } };
    const token = { Authorization: exact('Bearer t0ken-of-the-account') };
    const report = await take(
      mapping(
        {
          method: 'GET',
          bodyPatterns: undefined,
          urlPath: '/profile',
          queryParameters: { format: exact('json') },
          headers: token,
        },
        profile,
      ),
      mapping(
        {
          bodyPatterns: undefined,
          urlPath: '/sms.do',
          formParameters: { to: exact('48500100200'), message: exact('Żółć'), encoding: exact('utf-8') },
          headers: token,
        },
        sent,
      ),
    );
    expect(report).toEqual({ recorded: 2, skipped: [] });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('to=48500100200&message=%C5%BB%C3%B3%C5%82%C4%87');
    expect(text).not.toContain('t0ken');
    const client = new SmsServiceHttpClient({
      url: 'http://gateway.test/',
      token: 'x',
      transport: cassette(file, { mode: 'replay' }),
    });
    expect(await client.profile.get()).toMatchObject({ username: 'anna' });
  });
});

describe('a scenario answers in the order of its states', () => {
  const state = (from: string | undefined, to: string | undefined, id: number, more: object = {}): object =>
    mapping(
      {},
      { body: answer(id) },
      { scenarioName: 'shop', requiredScenarioState: from, newScenarioState: to, ...more },
    );

  it('whatever they are called', async () => {
    expect(await take(state('done', undefined, 3), state('Started', 'paid', 1), state('paid', 'done', 2))).toEqual({
      recorded: 3,
      skipped: [],
    });
    expect(await groups()).toEqual([1, 2, 3]);
  });

  it.each<readonly [string, readonly object[], string]>([
    [
      'a circle',
      [state('Started', 'x', 1), state('x', 'Started', 2)],
      'its scenario begins again, and recordings come to an end',
    ],
    ['a fork', [state('Started', 'x', 1), state('Started', 'y', 2)], 'its scenario goes on in several ways'],
    ['any state', [state(undefined, 'x', 1), state('x', undefined, 2)], 'its scenario is moved on in any state'],
  ])('but for %s', async (_what, mappings, reason) => {
    const places = ['mappings[0]', 'mappings[1]'];
    expect(await take(...mappings)).toEqual({ recorded: 0, skipped: places.map((place) => ({ place, reason })) });
  });

  it('and for a state that never comes', async () => {
    const { skipped } = await take(state('Started', undefined, 1), state('x', undefined, 2));
    expect(skipped).toEqual([{ place: 'mappings[1]', reason: 'its scenario never comes to the state x' }]);
    expect(await groups()).toEqual([1]);
  });
});

describe('of mappings for one request that one is taken which WireMock answers with', () => {
  const of = (id: number, priority?: number): object => mapping({}, { body: answer(id) }, { priority });
  const hidden = (place: number, by: number): object => ({
    place: `mappings[${place}]`,
    reason: `is never reached: mappings[${by}] answers the same request`,
  });

  it.each<readonly [string, readonly object[], readonly object[], number]>([
    ['by its priority', [of(1, 1), of(2, 9), of(3)], [hidden(1, 0), hidden(2, 0)], 1],
    ['the last one', [of(1), of(2)], [hidden(0, 1)], 2],
    ['the last one, also beside the usual priority', [of(1, 5), of(2)], [hidden(0, 1)], 2],
  ])('%s', async (_what, mappings, skipped, id) => {
    expect(await take(...mappings)).toEqual({ recorded: 1, skipped });
    expect(await groups()).toEqual([id]);
  });

  it('and what stands behind a scenario is told', async () => {
    const scenario = { scenarioName: 's', requiredScenarioState: 'Started' };
    expect((await take(of(1, 9), mapping({}, {}, scenario))).skipped).toEqual([
      { place: 'mappings[0]', reason: 'answers only where a scenario does not: mappings[1] is of one' },
    ]);
    expect(await rejection(played().addGroup({ name: 'Opole' }))).toMatchObject({ code: 'REPLAY_MISS' });
  });
});
