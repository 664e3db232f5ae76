import { beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/calls/index.js';
import { type OutgoingSms, SmsServiceClient } from '../../src/client/index.js';
import { type CassetteOptions, cassette, type ReplayMissError } from '../../src/replay/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { rejection } from '../support/collect.js';
import { cassetteFile } from './cassette-folder.js';

const credentials = { username: 'alice-account', password: 'sesame-9-open' };
const url = 'https://gateway.test/soap';
const sms: OutgoingSms = { to: '48500100200', message: 'Your code is 1234', from: 'Test', idx: 'a1' };
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** A client that replays the cassette; `at` is its time. */
function player(options: CassetteOptions = {}, at?: Date): SmsServiceClient {
  const now = at === undefined ? {} : { now: () => at };
  const transport = cassette(file, { mode: 'replay', ...now, ...options }, {});
  return new SmsServiceClient({ url, credentials: { username: 'bob', password: 'other' }, transport, retry: false });
}

/** Records a few sends. */
async function recordSends(sends: readonly OutgoingSms[], options: CassetteOptions = {}): Promise<void> {
  const sandbox = createSandbox({ accounts: [{ ...credentials, points: 50, senders: ['Test'] }] });
  const transport = cassette(file, { transport: sandbox.transport(), ...options }, {});
  const client = new SmsServiceClient({ url, credentials, transport });
  for (const send of sends) await client.sendSms(send);
  await transport.close();
}

/** Replays an envelope of a third-party client. */
async function playXml(xml: string): Promise<string> {
  const transport: Transport = cassette(file, { mode: 'replay' }, {});
  const { body } = await transport.send({
    method: 'POST',
    url,
    operation: 'soap_SendSms',
    idempotent: false,
    headers: { 'content-type': 'text/xml' },
    body: Buffer.from(xml),
  });
  return Buffer.from(body as Uint8Array).toString('utf8');
}

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

describe('a request is matched', () => {
  it.each([
    [
      'with other prefixes, white space, order, attributes and without types',
      `<x:Envelope xmlns:x="${SOAP}">\n <x:Body>\n  <soap_SendSms xmlns="urn:sms-service" a="1">\n` +
        '<sms_param><idx>a1</idx> <from>Test</from><message>Your code is 1234</message><to>48500100200</to></sms_param>' +
        '<client><password>p</password><username>u</username></client></soap_SendSms></x:Body></x:Envelope>',
    ],
    [
      'with references in place of values',
      `<x:Envelope xmlns:x="${SOAP}"><x:Body><soap_SendSms><sms_param href="#a"/><client href="#b"/></soap_SendSms>` +
        '<m id="a"><to href="#c"/><message>Your code is 1234</message><from>Test</from><idx>a1</idx></m>' +
        '<m id="b"><username>u</username><password>p</password></m><m id="c">48500100200</m></x:Body></x:Envelope>',
    ],
    [
      'with nil for what is absent, and a list without items',
      `<x:Envelope xmlns:x="${SOAP}" xmlns:i="${INSTANCE}"><x:Body><soap_SendSms>` +
        '<client><username>u</username><password>p</password></client><sms_param><to>48500100200</to>' +
        '<message><![CDATA[Your code is 1234]]></message><from>Test</from><idx>a1</idx><eco i:nil="true"/><arParam/></sms_param>' +
        '</soap_SendSms></x:Body></x:Envelope>',
    ],
  ])('%s', async (_name, xml) => {
    await recordSends([sms]);
    expect(await playXml(xml)).toContain('1001');
  });

  it('with other credentials, but not with another parameter', async () => {
    await recordSends([sms]);
    expect((await player().sendSms(sms)).messages).toHaveLength(1);
    for (const other of [{ to: '48500100201' }, { message: 'Your code is 1235' }, { idx: 'a2' }, { eco: true }]) {
      expect(await rejection(player().sendSms({ ...sms, ...other }))).toMatchObject({ code: 'REPLAY_MISS' });
    }
  });

  it('with any value of an ignored field', async () => {
    await recordSends([sms]);
    const match = { 'sms_param.idx': 'ignore' } as const;
    expect((await player({ match }).sendSms({ ...sms, idx: 'zzz' })).messages).toHaveLength(1);
    const { idx: _idx, ...without } = sms;
    expect((await player({ match }).sendSms(without)).messages).toHaveLength(1);
    expect(await rejection(player({ match }).sendSms({ ...sms, to: '48500100201' }))).toMatchObject({
      code: 'REPLAY_MISS',
    });
  });

  it('with a date that has the same distance from the time of the call', async () => {
    const then = new Date('2026-01-10T10:00:00Z');
    const later = new Date('2026-07-01T00:00:00Z');
    const inAnHour = (from: Date, seconds = 0): Date => new Date(from.getTime() + 3_600_000 + seconds * 1000);
    const match = { 'sms_param.date': 'relative' } as const;
    const sandbox = createSandbox({ accounts: [{ ...credentials, senders: ['Test'] }], now: () => then });
    const tape = cassette(file, { transport: sandbox.transport(), now: () => then, match }, {});
    const client = new SmsServiceClient({ url, credentials, transport: tape, now: () => then });
    await client.sendSms({ ...sms, date: inAnHour(then) });
    const validation = false;
    const ask = (date: Date): Promise<unknown> => {
      const transport = cassette(file, { mode: 'replay', now: () => later, match }, {});
      return new SmsServiceClient({ url, credentials, transport, validation }).sendSms({ ...sms, date });
    };
    for (const seconds of [-60, 0, 60]) expect(await ask(inAnHour(later, seconds))).toMatchObject({ count: 1 });
    for (const seconds of [-61, 61]) {
      expect(await rejection(ask(inAnHour(later, seconds)))).toMatchObject({ code: 'REPLAY_MISS' });
    }
    expect(await rejection(ask(inAnHour(then)))).toMatchObject({ code: 'REPLAY_MISS' });
  });

  it('if a function accepts the recorded and the requested value', async () => {
    await recordSends([sms]);
    const seen: unknown[] = [];
    const match: CassetteOptions['match'] = {
      'sms_param.message': (recorded, given) => {
        seen.push([recorded, given]);
        return String(recorded).length === String(given).length;
      },
    };
    expect((await player({ match }).sendSms({ ...sms, message: 'Your code is 9999' })).messages).toHaveLength(1);
    expect(await rejection(player({ match }).sendSms({ ...sms, message: 'longer than that was' }))).toMatchObject({
      code: 'REPLAY_MISS',
    });
    expect(seen).toContainEqual(['Your code is 1234', 'Your code is 9999']);
  });
});

describe('a miss', () => {
  it('names the operation, the nearest recordings and the different fields', async () => {
    await recordSends([sms]);
    const error = (await rejection(
      player().sendSms({ ...sms, idx: 'b8', to: '48500100299', message: 'Your secret is 99' }),
    )) as ReplayMissError;
    expect(error.operation).toBe('soap_SendSms');
    expect(error.nearest.map(({ differences }) => differences)).toEqual([
      [
        { path: 'sms_param.to', recorded: '…200 (11 characters)', given: '…299 (11 characters)' },
        {
          path: 'sms_param.message',
          recorded: '"Your code is 1234"',
          given: '"Your secret is 99"',
        },
        { path: 'sms_param.idx', recorded: '"a1"', given: '"b8"' },
      ],
    ]);
    for (const { differences } of error.nearest) {
      for (const { path: field, recorded = 'absent', given = 'absent' } of differences) {
        expect(error.message).toContain(`${field}: recorded ${recorded}, given ${given}`);
      }
    }
    for (const secret of ['48500100200', '48500100299', 'sesame', 'alice']) {
      expect(error.message).not.toContain(secret);
      expect(JSON.stringify(error)).not.toContain(secret);
    }
  });

  it('shows no password and no telephone number from any field', async () => {
    const tape = cassette(file, { transport: createSandbox({ accounts: [credentials] }).transport() }, {});
    await new SmsServiceClient({ url, credentials, transport: tape }).addGroup({ name: 'Łódź' });
    const credentialsNow = { username: 'bob', password: 'other-pass-9' };
    for (const name of ['is other-pass-9', encodeURIComponent('other-pass-9 &'), 'Ania 48500100299']) {
      const transport = cassette(file, { mode: 'replay' }, {});
      const client = new SmsServiceClient({ url, credentials: credentialsNow, transport });
      const error = (await rejection(client.addGroup({ name }))) as ReplayMissError;
      const shown = error.message + JSON.stringify(error.nearest);
      expect(shown).toContain('group.name');
      expect(shown).not.toContain('other-pass');
      expect(shown).not.toContain('48500100299');
    }
  });
});

it.each(['sms_param.dat', 'date', 'client.username', 'sms_param.arTo[0]'])(
  'a rule for an unknown field is rejected: %s',
  (field) => {
    expect(() => cassette(file, { match: { [field]: 'ignore' } })).toThrow(
      expect.objectContaining({ name: 'ValidationError', path: `match.${field}` }),
    );
    for (const known of ['sms_param.date', 'sms_param.arParams', 'number.number', 'date_from', 'id']) {
      expect(() => cassette(file, { match: { [known]: 'ignore' } })).not.toThrow();
    }
  },
);
