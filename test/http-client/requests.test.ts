import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RequestBodyError, ValidationError } from '../../src/errors/errors.js';
import { SmsServiceHttpClient, smil, text, tokens } from '../../src/http-client/index.js';
import { httpTransport } from '../../src/transport/http/http.js';
import { rejection } from '../support/collect.js';
import { clientOf, item, LOST, script } from './gateway-script.js';
import { REFUSALS } from './refusals.js';

const NUMBER = '500100201';
const OK = { count: 1, list: [item(NUMBER)] };
const folder = mkdtempSync(path.join(tmpdir(), 'http-client-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a request', () => {
  it('has every parameter of an SMS under its wire name', async () => {
    const transport = script(OK);
    const date = new Date('2027-01-15T12:00:00Z');
    await clientOf(transport, { now: () => date }).sms.send({
      to: [NUMBER],
      template: 'Welcome',
      from: 'Shop',
      flash: true,
      date,
      dateValidate: true,
      checkIdx: true,
      notifyUrl: 'https://shop.test/report?a=1',
      test: true,
      details: true,
      timeRestriction: 'follow',
      skipForeign: true,
      allowDuplicates: true,
      idx: ['a1'],
      noUnicode: true,
      normalize: true,
      fast: true,
      partnerId: 7,
      maxParts: 3,
      expirationDate: new Date(date.getTime() + 3_600_000),
      discountGroup: 'Winter',
      fallback: 'vms',
      params: [['Anna', 'b', 'c', 'd']],
      single: true,
    });
    expect(transport.arrived[0]).toMatchObject({
      method: 'POST',
      url: 'https://gateway.test/api/sms.do',
      headers: { authorization: 'Bearer t0ken-of-the-account', 'content-type': 'application/x-www-form-urlencoded' },
      fields: {
        to: NUMBER,
        template: 'Welcome',
        from: 'Shop',
        flash: '1',
        date: '1800014400',
        date_validate: '1',
        check_idx: '1',
        notify_url: 'https://shop.test/report?a=1',
        test: '1',
        details: '1',
        time_restriction: 'follow',
        skip_foreign: '1',
        allow_duplicates: '1',
        idx: 'a1',
        nounicode: '1',
        normalize: '1',
        fast: '1',
        partner_id: '7',
        max_parts: '3',
        expiration_date: '1800018000',
        discount_group: 'Winter',
        'fallback[0][type]': 'vms',
        param1: 'Anna',
        param2: 'b',
        param3: 'c',
        param4: 'd',
        single: '1',
        encoding: 'utf-8',
        format: 'json',
      },
    });
  });

  it('has a text with tokens in the syntax of its variant', async () => {
    const message = text`Hi ${tokens.firstName} from ${tokens.city}: ${tokens.shortLink('https://a.test/?b=1')}`;
    const transport = script(OK);
    await clientOf(transport, { shortLinkKey: 'cut' }).sms.send({ group: 'Friends', message });
    await clientOf<'earlier'>(transport, { variant: 'earlier' }).sms.send({ group: 'Friends', message });
    expect(transport.arrived.map(({ fields }) => fields.message)).toEqual([
      'Hi [%imie%] from [%kontakt.miasto%]: [%cut:https://a.test/?b=1%]',
      'Hi [%imie%] from [%kontakt.miejscowosc%]: [%shortlink:https://a.test/?b=1%]',
    ]);
  });

  it('omits flags that are false', async () => {
    const transport = script(OK);
    await clientOf(transport).sms.send({ to: NUMBER, message: 'Hi', flash: false, once: false });
    expect(transport.arrived[0]?.fields).toEqual({ to: NUMBER, message: 'Hi', encoding: 'utf-8', format: 'json' });
  });

  it('joins several values with the separator of each parameter', async () => {
    const transport = script({ count: 2, list: [item(NUMBER), item('500100202')] });
    await clientOf(transport).sms.send({
      to: [NUMBER, '500100202'],
      message: 'Hi [%1%] [%2%]',
      params: [['Anna', 'x'], ['Jan']],
      idx: ['a', 'b'],
    });
    expect(transport.arrived[0]?.fields).toMatchObject({
      to: '500100201,500100202',
      idx: 'a|b',
      param1: 'Anna|Jan',
      param2: 'x|',
    });
  });

  it('has the token in the form with the option, and in the query of a GET', async () => {
    const transport = script(OK, { username: 'main' });
    const client = clientOf(transport, { tokenIn: 'form' });
    await client.sms.send({ to: NUMBER, message: 'Hi' });
    await client.profile.get();
    expect(transport.arrived[0]?.fields.access_token).toBe('t0ken-of-the-account');
    expect(transport.arrived[0]?.headers).not.toHaveProperty('authorization');
    expect(transport.arrived[1]).toMatchObject({
      method: 'GET',
      url: 'https://gateway.test/api/profile?access_token=t0ken-of-the-account',
    });
  });

  it('calls a function for the token for each request', async () => {
    let count = 0;
    const transport = script(OK);
    const client = clientOf(transport, { token: async () => `token${(count += 1)}` });
    await client.sms.send({ to: NUMBER, message: 'Hi' });
    await client.sms.send({ to: NUMBER, message: 'Hi' });
    expect(transport.arrived.map(({ headers }) => headers.authorization)).toEqual(['Bearer token1', 'Bearer token2']);
  });

  it.each([
    ['is empty', ''],
    ['has a line break', 'a\nb'],
  ])('is refused with a token that %s, without showing it', async (_, token) => {
    const client = clientOf(script(OK), { token: () => token });
    const error = await rejection(client.sms.send({ to: NUMBER, message: 'Hi' }));
    expect(error).toMatchObject({ code: 'CREDENTIALS', outcome: 'not-sent' });
    expect((error as Error).message).not.toContain('a\nb');
    expect(() => clientOf(script(OK), { token })).toThrow(ValidationError);
  });
});

describe('an invalid order', () => {
  it.each(REFUSALS)('%s', async (_, more, at, gatewayCode) => {
    const transport = script(OK);
    const client = clientOf(transport, { now: () => new Date('2027-01-15T12:00:00Z') });
    const order = { to: NUMBER, message: 'Hi', ...more } as never;
    const error = await rejection(client.sms.send(order));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ path: at, gatewayCode, outcome: 'not-sent', operation: 'sms.do' });
    expect(transport.arrived).toEqual([]);
  });

  const switchable: readonly (readonly [string, string])[] = [
    ['too many parts', 'messageLength'],
    ['a special character with noUnicode', 'noUnicode'],
    ['an idx of other characters', 'idx'],
    ['two idx for one recipient', 'perRecipientCount'],
    ['five params', 'paramCount'],
    ['101 recipients with a short link', 'shortLinkLimit'],
    ['a date of four months ahead', 'scheduleHorizon'],
    ['11 parts', 'maxParts'],
    ['an expiration of 15 minutes', 'expirationWindow'],
    ['another time_restriction', 'timeRestriction'],
    ['a fallback for two', 'fallbackRecipient'],
  ];

  it.each(switchable)('%s, unless the rule %s is off', async (name, rule) => {
    const transport = script(OK);
    const validation = { [rule]: false };
    const client = clientOf(transport, { validation, now: () => new Date('2027-01-15T12:00:00Z') });
    const more = REFUSALS.find(([title]) => title === name)?.[1];
    await client.sms.send({ to: NUMBER, message: 'Hi', once: false, ...more });
    expect(transport.arrived).toHaveLength(1);
  });

  it('MMS: no smil, a subject of 31 characters', async () => {
    const { mms } = clientOf(script(OK));
    expect(await rejection(mms.send({ to: NUMBER }))).toMatchObject({ path: 'smil', gatewayCode: 11 });
    const long = { to: NUMBER, smil: smil({ text: 'x' }), subject: 'x'.repeat(31) };
    expect(await rejection(mms.send(long))).toMatchObject({ path: 'subject', gatewayCode: 26 });
    await clientOf(script(OK), { validation: { mmsSubject: false } }).mms.send(long);
  });

  it('VMS: neither text nor file, attempts and interval outside of their limits', async () => {
    const { vms } = clientOf(script(OK));
    expect(await rejection(vms.send({ to: NUMBER } as never))).toMatchObject({ path: 'tts', gatewayCode: 11 });
    expect(await rejection(vms.send({ to: NUMBER, tts: 'x', try: 7 }))).toMatchObject({ path: 'try' });
    expect(await rejection(vms.send({ to: NUMBER, tts: 'x', interval: 299 }))).toMatchObject({ path: 'interval' });
    await clientOf(script(OK), { validation: { vmsAttempts: false, vmsInterval: false } }).vms.send({
      to: NUMBER,
      tts: 'x',
      try: 0,
      interval: 8000,
    });
  });

  it('unsupported parameters of the variant, by name', async () => {
    const current = clientOf(script(OK)) as unknown as SmsServiceHttpClient<'earlier'>;
    for (const [name, call] of [
      ['points.get', () => current.points.get()],
      ['users.list', () => current.users.list()],
      ['senders.list', () => current.senders.list()],
      ['hlr.check', () => current.hlr.check(NUMBER)],
    ] as const) {
      expect(await rejection(call())).toMatchObject({ path: name, outcome: 'not-sent' });
    }
    const earlier = clientOf<'earlier'>(script(OK), { variant: 'earlier' });
    const order = { to: NUMBER, message: 'Hi', fallback: 'vms' } as never;
    expect(await rejection(earlier.sms.send(order))).toMatchObject({ path: 'fallback' });
    const long = { to: NUMBER, message: 'x'.repeat(919) };
    expect(await rejection(earlier.sms.send(long))).toMatchObject({ path: 'message', gatewayCode: 12 });
  });
});

describe('a file of a voice message', () => {
  const bytes = Buffer.from('RIFF....WAVE');
  const file = path.join(folder, 'hello.wav');
  writeFileSync(file, bytes);

  it('is a link', async () => {
    const transport = script(OK);
    await clientOf(transport).vms.send({ to: NUMBER, file: 'https://files.test/a.wav', once: false });
    expect(transport.arrived[0]?.fields).toEqual({ to: NUMBER, file: 'https://files.test/a.wav', format: 'json' });
  });

  it.each([
    ['by its path', { path: file }, 'hello.wav'],
    [
      'as a stream',
      {
        name: 's.wav',
        async *stream() {
          yield bytes.subarray(0, 4);
          yield bytes.subarray(4);
        },
      },
      's.wav',
    ],
  ])('is uploaded %s, and from its beginning after a lost response', async (_, given, name) => {
    const bodies: string[] = [];
    const transport = {
      send: async (request: { readonly body?: unknown; readonly headers: Readonly<Record<string, string>> }) => {
        const { open } = request.body as { open(): AsyncIterable<Uint8Array> };
        const pieces: Uint8Array[] = [];
        for await (const piece of open()) pieces.push(piece);
        const type = request.headers['content-type'] ?? '';
        const form = await new Response(Buffer.concat(pieces), { headers: { 'content-type': type } }).formData();
        const sent = form.get('file') as File;
        bodies.push(`${String(form.get('to'))} ${sent.name} ${await sent.text()}`);
        if (bodies.length === 1) throw new Error(LOST);
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(OK)) };
      },
    };
    await clientOf(transport).vms.send({ to: NUMBER, file: given });
    expect(bodies).toEqual(Array.from({ length: 2 }, () => `${NUMBER} ${name} ${bytes.toString()}`));
  });

  it('that does not exist is refused, and nothing is sent', async () => {
    const transport = script(OK);
    const missing = { path: path.join(folder, 'none.wav') };
    const error = await rejection(clientOf(transport).vms.send({ to: NUMBER, file: missing }));
    expect(error).toBeInstanceOf(RequestBodyError);
    expect(error).toMatchObject({ outcome: 'not-sent' });
    expect(await rejection(clientOf(transport).vms.send({ to: NUMBER, file: { path: folder } }))).toMatchObject({
      outcome: 'not-sent',
    });
    expect(transport.arrived).toEqual([]);
  });

  it.each([
    [{}, 'file'],
    ['no address', 'file'],
    [{ bytes: 'x', name: 'a' }, 'file.bytes'],
    [{ path: file, more: 1 }, 'more'],
  ])('that is %j is refused', async (given, at) => {
    const error = await rejection(clientOf(script(OK)).vms.send({ to: NUMBER, file: given as never }));
    expect(error).toMatchObject({ path: at });
  });
});

describe('the client', () => {
  it('uses HTTP by default', async () => {
    const client = new SmsServiceHttpClient({
      url: 'http://127.0.0.1:1/',
      token: 'x',
      retry: false,
      transport: httpTransport(),
    });
    expect(await rejection(client.profile.get())).toMatchObject({ code: 'CONNECTION', outcome: 'not-sent' });
    await client.close();
    expect(await rejection(client.profile.get())).toMatchObject({ outcome: 'not-sent' });
  });

  it('refuses invalid options', () => {
    for (const more of [{ variant: 'next' }, { format: 'xml' }, { tokenIn: 'query' }, { maxSettled: 0 }, { more: 1 }]) {
      expect(() => clientOf(script(OK), more as never)).toThrow(ValidationError);
    }
  });
});
