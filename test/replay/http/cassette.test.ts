import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConflictError, type GatewayError, ReplayMissError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import { type CassetteOptions, cassette, checkCassette } from '../../../src/replay/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { item, LOST, script } from '../../http-client/gateway-script.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const TOKEN = 't0ken-of-the-account';
type Client = SmsServiceHttpClient<'earlier'>;

function clientOver(transport: Transport, options: object = {}): Client {
  return new SmsServiceHttpClient({
    url: 'https://gateway.test/api/',
    token: TOKEN,
    variant: 'earlier',
    retry: { attempts: 3, baseDelayMs: 1, maxDelayMs: 1 },
    transport,
    ...options,
  });
}

async function recorded(
  gateway: Transport,
  call: (client: Client) => Promise<unknown>,
  options: CassetteOptions = {},
): Promise<string> {
  const file = fileOf();
  const tape = cassette(file, { mode: 'record', transport: gateway, ...options }, {});
  await call(clientOver(tape)).catch(() => undefined);
  await tape.close();
  return file;
}

async function played<R>(
  file: string,
  call: (client: Client) => Promise<R>,
  options: CassetteOptions = {},
): Promise<R> {
  const tape = cassette(file, { mode: 'locked', ...options }, {});
  try {
    return await call(clientOver(tape, { url: 'https://other.test/' }));
  } finally {
    await tape.close().catch(() => undefined);
  }
}

describe('a cassette of the HTTP interface', () => {
  it('replays a send with a different generated idx', async () => {
    const send = (client: Client): Promise<unknown> =>
      client.sms.send({ to: ['500100200', '500100201'], message: 'Zażółć' });
    const file = await recorded(script({ count: 2, list: [item('500100200'), item('500100201')] }), send);
    expect(await played(file, send)).toMatchObject({ count: 2, messages: [{ id: 'id200' }, { id: 'id201' }] });
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('"http://gateway.invalid/sms.do"');
    expect(text).toContain('message=Za%C5%BC%C3%B3%C5%82%C4%87');
    for (const secret of [TOKEN, 'gateway.test', 'once']) expect(text).not.toContain(secret);
  });

  it.each<[string, CassetteOptions]>([
    ['without pseudonyms', {}],
    ['with pseudonyms of numbers', { privacy: { numbers: true, key: 'a key of many characters' } }],
    [
      'with pseudonyms of all',
      { privacy: { numbers: true, names: true, texts: true, key: 'a key of many characters' } },
    ],
  ])('replays the outcome of a send that a response 53 resolved by numbers, recorded %s', async (_what, options) => {
    const send = (client: Client): Promise<unknown> =>
      client.sms.send({
        to: ['500100200', '+48 500 100 201', '500100202'],
        message: 'Hi',
        idx: ['order5001002', 'b', 'c'],
      });
    const used = [{ idx: 'order5001002' }, { number: 48500100201, submitted_number: '+48 500 100 201' }];
    const settled = script(LOST, { error: 53, message: 'Not unique', used }, { count: 1, list: [item('500100202')] });
    const file = fileOf();
    const tape = cassette(file, { mode: 'record', transport: settled, ...options }, {});
    const accepted = [
      { alreadyAccepted: true, idx: 'order5001002' },
      { alreadyAccepted: true, idx: 'b' },
    ];
    const result = { alreadyAccepted: true, messages: [...accepted, { id: 'id202' }] };
    expect(await send(clientOver(tape))).toMatchObject(result);
    await tape.close();
    expect(await played(file, send, options)).toMatchObject(result);
    if (options.privacy !== undefined) expect(readFileSync(file, 'utf8')).not.toMatch(/00200|100201|5001002/);
  });

  it('replays the outcome of a send that a response 53 resolved by a generated idx', async () => {
    const send = (client: Client): Promise<unknown> =>
      client.sms.send({ to: ['500100200', '500100201'], message: 'Hi' });
    const gateway = script(
      LOST,
      ({ fields }) => {
        const [idx] = fields.idx?.split('|') ?? [];
        return { error: 53, message: 'Not unique', used: [{ idx, number: '48500100200' }] };
      },
      { count: 1, list: [item('500100201')] },
    );
    const result = { alreadyAccepted: true, messages: [{ submittedNumber: '500100200' }, { id: 'id201' }] };
    const file = fileOf();
    const tape = cassette(file, { mode: 'record', transport: gateway }, {});
    expect(await send(clientOver(tape))).toMatchObject(result);
    await tape.close();
    expect(await played(file, send)).toMatchObject(result);
  });

  it('contains pseudonyms for numbers that a response 53 lists in an unknown field', async () => {
    const privacy = { numbers: true, key: 'a key of many characters' };
    const send = (client: Client): Promise<unknown> =>
      client.sms.send({ to: '500100200', message: 'Hi', idx: 'a', checkIdx: true });
    const refusal = {
      error: 53,
      message: '500100200 is used',
      used: [{ number: '48500100200', idx: 'a', about: 'Anna' }],
    };
    const file = await recorded(script(refusal), send, { privacy });
    const error = (await rejection(played(file, send, { privacy }))) as GatewayError;
    expect(error).toBeInstanceOf(ConflictError);
    expect(error.raw).toMatchObject({ error: 53, used: [{ number: expect.stringMatching(/^48500\d{6}$/), idx: 'a' }] });
    const text = readFileSync(file, 'utf8');
    for (const secret of ['100200', 'Anna', 'is used']) expect(text).not.toContain(secret);
  });

  it.each<[name: string, response: object | string]>([
    ['JSON', { count: 2, list: [item('500100201'), item('500100200')] }],
    ['a text', 'OK:1:0.16:48500100201;OK:2:0.16:48500100200'],
  ])('replays the submitted numbers if pseudonyms were recorded, in %s', async (_, response) => {
    const privacy = { numbers: true, key: 'a key of many characters' };
    const send = async (client: Client): Promise<unknown> => {
      const { messages, recipients } = await client.sms.send({ to: ['500-100-200', '500100201'], message: 'Hi' });
      return { numbers: messages.map(({ number }) => number), statuses: recipients.map(({ status }) => status) };
    };
    const wanted = { numbers: ['48500100201', '48500100200'], statuses: ['accepted', 'accepted'] };
    const file = await recorded(script(response), send, { privacy });
    expect(readFileSync(file, 'utf8')).not.toContain('100200');
    expect(await played(file, send, { privacy })).toEqual(wanted);
  });

  it.each([
    ['on one line', 'OK:1:0.16:48500731942;OK:2:0.16:48601842753;ERROR:13'],
    ['on several lines', 'OK:1:0.16:48500731942\r\nOK:2:0.16:48601842753\r\nERROR:13'],
    ['with an unknown entry', 'OK:1:0.16:500731942;queued for 601-842-753;OK:3:0.16:48500731942'],
  ])('contains no real number of a text response to several recipients, %s', async (_where, response) => {
    const to = ['500731942', '+48 601 842 753', '48722953864'];
    const privacy = { numbers: true, key: 'a key of many characters' };
    const file = await recorded(script(response), (client) => client.sms.send({ to, message: 'Hi' }), { privacy });
    const [{ request, response: kept }] = JSON.parse(readFileSync(file, 'utf8')).log.entries;
    expect(kept.content.text.startsWith('OK:1:')).toBe(!response.includes('queued'));
    const digits = decodeURIComponent(JSON.stringify([request, kept])).replace(/[^\da-z:;]/gi, '');
    for (const number of ['500731942', '601842753', '722953864']) {
      expect(digits).not.toContain(number);
      expect(digits).not.toContain(number.slice(3));
    }
  });

  it('replays the submitted number if the recipient is not compared', async () => {
    const to = (number: string) => async (client: Client) =>
      (await client.sms.send({ to: number, message: 'Hi' })).messages;
    const file = await recorded(script({ count: 1, list: [item('500100200')] }), to('500100200'));
    const messages = await played(file, to('500100299'), { match: { 'sms.do.to': 'ignore' } });
    expect(messages).toMatchObject([{ id: 'id200', number: '48500100299', submittedNumber: '500100299' }]);
  });

  it('names the different fields of a miss', async () => {
    const file = await recorded(script('OK:7:0.16'), (client) => client.sms.send({ to: '500100200', message: 'Hi' }));
    const error = (await rejection(
      played(file, (client) => client.sms.send({ to: '500100200', message: 'Hi', flash: true })),
    )) as ReplayMissError;
    expect(error).toBeInstanceOf(ReplayMissError);
    expect(error.nearest[0]?.differences).toEqual([{ path: 'sms.do.flash', recorded: undefined, given: 'true' }]);
  });

  it('compares fields by rules', async () => {
    const now = Date.now();
    const at = (ms: number) => (client: Client) =>
      client.sms.send({ to: '500100200', message: 'Hi', date: new Date(ms), once: false });
    const file = await recorded(script('OK:7:0.16'), at(now + 3_600_000));
    const match = { 'sms.do.date': 'relative' } as const;
    expect(await played(file, at(now + 3_610_000), { match })).toMatchObject({ messages: [{ id: '7' }] });
    await expect(played(file, at(now + 7_200_000), { match })).rejects.toBeInstanceOf(ReplayMissError);
    expect(() => cassette(file, { match: { 'sms.do.pass': 'ignore' } })).toThrow('sms.do.pass');
  });

  it('contains no password and no token of a form', async () => {
    const file = fileOf();
    const tape = cassette(file, { mode: 'record', transport: script({ username: 'anna', info: `is ${TOKEN}` }) }, {});
    const client = clientOver(tape, { tokenIn: 'form', passwordHash: 'none' });
    await client.users.add({ username: 'anna', password: 'sesame-of-anna', apiPassword: 'second-of-anna' });
    await tape.close();
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('add_user=anna');
    for (const secret of [TOKEN, 'sesame', 'second', 'access_token', 'pass']) expect(text).not.toContain(secret);
    const again = (one: Client): Promise<unknown> => one.users.add({ username: 'anna', password: 'another' });
    expect(await played(file, again)).toMatchObject({ username: 'anna', info: 'is [redacted]' });
  });

  it('hides numbers, names, texts and unknown fields', async () => {
    const privacy = { numbers: true, names: true, texts: true, key: 'a key of many characters' };
    const send = (client: Client): Promise<unknown> =>
      client.sms.send({ to: '500100200', message: 'Hi [%1%]', params: [['Anna']], details: true, once: false });
    const answer = { count: 1, list: [item('500100200', { message: 'Hi Anna', owner: 'Anna' })], account: 'Anna' };
    const file = await recorded(script(answer), send, { privacy });
    const text = readFileSync(file, 'utf8');
    for (const secret of ['100200', 'Anna', 'owner', 'account\\"']) expect(text).not.toContain(secret);
    const result = await played(file, send, { privacy });
    expect(result).toMatchObject({
      messages: [{ id: 'id200', points: 0.16, message: expect.stringMatching(/^[\da-f]{7}$/) }],
    });
    const voice = (client: Client): Promise<unknown> =>
      client.vms.send({ to: '500100200', tts: 'Secret words', once: false });
    const other = await recorded(script('OK:8:0.3'), voice, { privacy });
    expect(readFileSync(other, 'utf8')).not.toContain('words');
    expect(await played(other, voice, { privacy })).toMatchObject({ messages: [{ id: '8', points: 0.3 }] });
  });

  it('distinguishes calls for JSON from calls for text', async () => {
    const points = (client: Client): Promise<unknown> => client.points.get();
    const file = await recorded(script({ points: 12.5 }), points);
    expect(await played(file, points)).toEqual({ points: 12.5 });
    const tape = cassette(file, { mode: 'locked' }, {});
    await expect(clientOver(tape, { format: 'text' }).points.get()).rejects.toBeInstanceOf(ReplayMissError);
  });

  it('accepts a deeply nested response', async () => {
    const depth = 50_000;
    const deep = `${'{"list":[],"fallbacks":{"vms":'.repeat(depth)}{"list":[]}${'}}'.repeat(depth)}`;
    const send = (client: Client): Promise<unknown> => client.sms.send({ to: '500100200', message: 'Hi', once: false });
    const privacy = { texts: true, key: 'a key of many characters' };
    const file = await recorded(script({ status: 200, body: deep }), send, { privacy });
    expect(await played(file, send, { privacy })).toMatchObject({ messages: [], fallbacks: { vms: [] } });
    expect(checkCassette(await recorded(script({ status: 200, body: deep }), send)).checked).toBe(1);
  });
});

describe('drift of the HTTP interface', () => {
  const drift = async (answer: object | string, call: (client: Client) => Promise<unknown>): Promise<unknown> => {
    const report = checkCassette(await recorded(script(answer), call));
    return report.drift.map(({ kind, operation, path, what }) => `${kind} ${operation} ${path}: ${what}`);
  };
  const send = (client: Client): Promise<unknown> => client.sms.send({ to: '500100200', message: 'Hi', once: false });

  it.each<[string, object | string, (client: Client) => Promise<unknown>, readonly string[]]>([
    ['none', { count: 1, list: [item('500100200')] }, send, []],
    [
      'a field of another type',
      { count: 1, list: [item('500100200', { points: 'many' })] },
      send,
      ['breaking sms.do list[].points: is no number or numeric text'],
    ],
    [
      'a missing field',
      { username: 'anna', limit: 1, month_limit: 0, senders: 1, phonebook: 0, active: true },
      (client) => client.users.get('anna'),
      ['breaking user.do get_user info: is in no response'],
    ],
    [
      'an unreadable response',
      { result: 0 },
      (client) => client.points.get(),
      [
        'additive user.do credits result: is not in the contract',
        'breaking user.do credits : could not be read',
        'breaking user.do credits points: is in no response',
      ],
    ],
  ])('%s', async (_what, answer, call, found) => {
    expect(new Set((await drift(answer, call)) as string[])).toEqual(new Set(found));
  });

  const TWO = ['500100200', '500100201'];

  it.each<[string, string, (client: Client) => Promise<unknown>, readonly string[]]>([
    [
      'none in a list of entries',
      'OK:7:0.16:48500100200;ERROR:13',
      (client) => client.sms.send({ to: TWO, message: 'Hi' }),
      [],
    ],
    ['none in an error', 'ERROR: 13', send, []],
    ['none in sender names', 'OK:A, B,ACTIVE:Shop,INACTIVE:', (client) => client.senders.list(), []],
    [
      'missing numbers',
      'OK:7:0.16;OK:8:0.16',
      (client) => client.sms.send({ to: TWO, message: 'Hi' }),
      ['breaking sms.do text.part-4: is in no response'],
    ],
    [
      'an invalid count, and an additional one',
      'Points: 9.84;61;x;24;39;39;5',
      (client) => client.points.get({ details: true }),
      [
        'breaking user.do credits text.part-4: has another type',
        'additive user.do credits text.part-8: is not in the contract',
      ],
    ],
    [
      'an additional part after a deletion',
      'OK:1',
      (client) => client.sms.deleteScheduled(['7']),
      ['additive sms.do sch_del text.part-2: is not in the contract'],
    ],
    ['an unreadable text', 'OK', send, ['breaking sms.do []: could not be read']],
  ])('in text: %s', async (_what, answer, call, found) => {
    expect(await drift(answer, (client) => call(client).catch(() => undefined))).toEqual(found);
  });
});
