import { describe, expect, it } from 'vitest';
import { START_SECONDS } from '../setup.js';
import { httpGateway } from './running-http.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
const SMS = 'to=500100200&message=Hi';

const form = (body: string): RequestInit => ({ method: 'POST', headers: FORM, body });
const json = (body: string): RequestInit => ({ method: 'POST', headers: JSON_TYPE, body });

describe('a request is read', () => {
  it.each<readonly [what: string, path: string, request: RequestInit]>([
    ['from a query', `sms.do?${SMS}`, { method: 'GET' }],
    ['from the query of a POST without a body', `sms.do?${SMS}`, { method: 'POST' }],
    ['from the query of a POST that says it is JSON', `sms.do?${SMS}`, { method: 'POST', headers: JSON_TYPE }],
    ['from a form', 'sms.do', form(SMS)],
    ['from a form behind a query', 'sms.do?message=Ho&to=500100200', form('message=Hi')],
    ['of names that stand twice by the last', 'sms.do', form(`to=x&message=&${SMS}`)],
    ['without what nobody knows', 'sms.do', form(`${SMS}&flsh=1&__proto__=x&a[]=1`)],
    ['with what begins no escape', `sms.do?${SMS}&100%=%zz%`, form('a=[%1%]')],
    ['from JSON', 'sms.do', json('{"to":500100200,"message":"Hi","test":false}')],
    ['from JSON with true and false', 'sms.do', json('{"to":"500100200","message":"Hi","flash":false,"fast":false}')],
  ])('%s', async (_what, path, request) => {
    const { fetch, sandbox } = await httpGateway();
    expect(await (await fetch(path, request)).text()).toBe('OK:1001:0.16');
    expect(sandbox.account('alice')?.messages).toMatchObject([{ to: '48500100200', message: 'Hi', flash: false }]);
  });

  it('but not by HEAD', async () => {
    const { fetch, sandbox } = await httpGateway();
    for (const path of [`sms.do?${SMS}`, 'profile', 'user.do?credits=1', 'hlr.do?number=48500100200']) {
      const { status, headers } = await fetch(path, { method: 'HEAD' });
      expect([status, headers.get('allow')]).toEqual([405, path === 'profile' ? 'GET' : 'GET, POST']);
    }
    expect(sandbox.account('alice')?.messages).toEqual([]);
  });

  it('from multipart with any bytes', async () => {
    const { fetch } = await httpGateway();
    const body = new FormData();
    body.append('to', '221234567');
    body.append('file', new Blob([`RIFF0000WAVEfmt ${'&%zz'.repeat(20_000)}`]), 'a.wav');
    expect(await (await fetch('vms.do', { method: 'POST', body })).text()).toBe('OK:1001:0.25');
  });

  it('in windows-1250, or in the given charset', async () => {
    const { fetch, sandbox } = await httpGateway();
    for (const text of [
      'message=za%BF%F3%B3%E6',
      'message=za%C5%BC%C3%B3%C5%82%C4%87&encoding=utf-8',
      'encoding=UTF-8&message=za%C5%BC%C3%B3%C5%82%C4%87',
      'message=za%BF%F3%B3%E6&encoding=iso-8859-2',
      // From a client that does not name its charset.
      'message=za%C5%BC%C3%B3%C5%82%C4%87',
    ]) {
      await fetch('sms.do', form(`to=500100200&${text}`));
    }
    expect(sandbox.account('alice')?.messages.map(({ message }) => message)).toEqual([
      'zażółć',
      'zażółć',
      'zażółć',
      'zażółć',
      'zaĹĽĂłĹ‚Ä‡',
    ]);
  });

  it.each<readonly [parameter: string, form: Readonly<Record<string, string>>, message: object]>([
    ['what stands empty', { date: '', idx: '', notify_url: '', template: '', from: '', group: '' }, { idx: '' }],
    ['a date that is none, and not validated', { date: 'soon' }, { sendAt: new Date(START_SECONDS * 1000) }],
    ['a token in its text', { message: '[%1%] 100%', param1: 'Ann' }, { message: 'Ann 100%' }],
  ])('with %s', async (_parameter, fields, message) => {
    const { post, sandbox } = await httpGateway();
    expect(await post('sms.do', { to: '500100200', message: 'Hi', ...fields })).toMatch(/^OK:1001:/);
    expect(sandbox.account('alice')?.messages).toMatchObject([message]);
  });
});

describe('a request is refused', () => {
  it.each<readonly [code: number, what: string, path: string, form: string]>([
    [8, 'in a charset that nobody knows', 'sms.do', `${SMS}&encoding=ebcdic`],
    [11, 'with bytes that are none of its charset', 'sms.do', 'to=500100200&message=%F3&encoding=utf-8'],
    [11, 'with a text to speak that is no UTF-8', 'vms.do', 'to=500100200&tts=%F3'],
    [8, 'with more than 10,000 fields', 'sms.do', `${SMS}${'&a'.repeat(10_000)}`],
    [8, 'that asks for nothing', 'user.do', 'credits=0'],
    [54, 'with a date in no form of a date, where that is validated', 'sms.do', `${SMS}&date=soon&date_validate=1`],
    [54, 'with such an expiration', 'sms.do', `${SMS}&expiration_date=soon&date_validate=1`],
  ])('with %i %s', async (code, _what, path, body) => {
    const { fetch, sandbox } = await httpGateway();
    const response = await fetch(path, form(body));
    expect([response.status, await response.text()]).toEqual([200, `ERROR:${code}`]);
    expect(sandbox.account('alice')).toMatchObject({ points: 10, messages: [] });
  });

  it.each([
    ['{'],
    ['[]'],
    ['{"to":{"a":{"b":{"c":{"d":1}}}}}'],
    ['['.repeat(100_000)],
    [`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('with 8 for the JSON %.20s', async (body) => {
    const { fetch } = await httpGateway();
    expect(await (await fetch('sms.do', json(body))).text()).toBe('ERROR:8');
  });

  it('in JSON on request, with the invalid numbers and the configured status', async () => {
    const { fetch } = await httpGateway({}, { http: { errorStatus: 400 } });
    const response = await fetch('sms.do?to=Ann&message=Hi&format=json');
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        error: 13,
        message: 'No correct phone numbers',
        invalid_numbers: [{ number: '', submitted_number: 'Ann', message: 'Invalid phone number' }],
      },
    ]);
  });

  it('with the numbers that used the idx', async () => {
    const { post, json: ask } = await httpGateway();
    await post('sms.do', { to: '500100201', message: 'Hi', idx: 'b' });
    const order = { to: '500100200,500100201', message: 'Hi', idx: 'a|B', check_idx: '1' };
    expect(await ask('sms.do', order)).toEqual({
      error: 53,
      message: 'Idx was already used',
      invalid_numbers: [{ number: '48500100201', submitted_number: '500100201', message: 'Not unique idx' }],
    });
  });

  it('with an HTTP status if it is compressed, or has another method or path', async () => {
    const { fetch, sandbox } = await httpGateway();
    const status = async (path: string, request: RequestInit): Promise<number> => (await fetch(path, request)).status;
    const gzip = { ...FORM, 'content-encoding': 'gzip' };
    expect(await status('sms.do', { method: 'POST', headers: gzip, body: SMS })).toBe(415);
    expect(await status('sms.do', { method: 'DELETE' })).toBe(405);
    expect(await status('profile', { method: 'POST' })).toBe(405);
    expect(await status('sms.do/x', { method: 'POST' })).toBe(404);
    expect(sandbox.callCount()).toBe(0);
  });

  it('with a fixed message after an internal error', async () => {
    const sms = { to: '500100200', message: 'Hi' };
    const wrong = await httpGateway({}, { nextId: () => '' });
    expect(await wrong.json('sms.do', sms)).toEqual({
      error: 999,
      message: expect.stringMatching(/^The gateway failed: nextId: must return 1 to 32 letters/),
    });
    const nextId = (): string => {
      throw new Error('hunter22');
    };
    const failing = await httpGateway({}, { nextId });
    expect(await failing.json('sms.do', sms)).toEqual({ error: 999, message: 'The gateway failed' });
  });
});
