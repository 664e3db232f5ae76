import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/errors/errors.js';
import { formReaderFor } from '../../../src/http-message/multipart/read-multipart.js';
import type { ReceivedMms, ReceivedSms } from '../../../src/sandbox/index.js';
import { START, START_SECONDS } from '../setup.js';
import { gatewayWithCallbacks, handler, listener, valuesOf } from './setup.js';

const HOUR = 3_600_000;
const formOf = (body: Buffer): unknown => Object.fromEntries(new URLSearchParams(body.toString('utf8')));

describe('an incoming SMS', () => {
  it('is posted as a form in UTF-8, to a dedicated number without the id of a message', async () => {
    const program = await listener();
    const { sandbox, after } = gatewayWithCallbacks({ incomingSms: `${program.url}?shop=7` });
    expect(sandbox.receive({ from: '+48 500 100 200', to: '48666000111', text: 'Zażółć & 100%' })).toBe(true);
    await after(0);
    const [{ method, target, contentType, body } = { body: Buffer.alloc(0) } as never] = program.received();
    expect([method, target]).toEqual(['POST', '/callback?shop=7']);
    expect(contentType.toLowerCase()).toBe('application/x-www-form-urlencoded;charset=utf-8');
    expect(formOf(body)).toEqual({
      sms_from: '48500100200',
      sms_to: '48666000111',
      sms_text: 'Zażółć & 100%',
      sms_date: String(START_SECONDS),
      username: 'alice',
      MsgId: '',
    });
  });

  it('that is a reply contains the id of the 2way message, for 24 hours', async () => {
    const program = await listener();
    const { http, sandbox, after, wait } = gatewayWithCallbacks({ incomingSms: program.url });
    await http.sms.send({ to: '500100200', message: 'Coming?', from: '2way' });
    wait(24 * HOUR);
    expect(sandbox.receive({ replyTo: '1001', text: 'Yes' })).toBe(true);
    await after(0);
    expect(formOf(program.received()[0]?.body as Buffer)).toMatchObject({
      sms_from: '48500100200',
      sms_text: 'Yes',
      MsgId: '1001',
      username: 'alice',
    });
    wait(1);
    expect(sandbox.receive({ replyTo: '1001', text: 'Yes' })).toBe(false);
    expect(await after(HOUR)).toBe(0);
  });

  it.each<[string, ReceivedSms | ReceivedMms, string, RegExp]>([
    ['nobody', { text: 'Hi' }, 'from', /missing/],
    ['an unknown message', { replyTo: '9', text: 'Hi' }, 'replyTo', /no message/],
    ['a message that is not 2way', { replyTo: '1001', text: 'Hi' }, 'replyTo', /must be the id of a 2way/],
    ['somebody else', { replyTo: '1002', from: '500100209', text: 'Hi' }, 'from', /must be the recipient/],
    ['a name that is not known', { from: '500100200', text: 'Hi', subject: 'x' }, 'subject', /is unknown/],
  ])('is refused with %s', async (_name, message, path, why) => {
    const { http, sandbox, after } = gatewayWithCallbacks(handler());
    await http.sms.send({ to: '500100200', message: 'Hi' });
    await http.sms.send({ to: '500100200', message: 'Hi', from: '2way' });
    let error: unknown;
    try {
      sandbox.receive(message);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ path, message: expect.stringMatching(why) });
    await after(0);
  });
});

describe('an incoming MMS', () => {
  it('is posted as a form with files of any name', async () => {
    const program = await listener();
    const { sandbox, after } = gatewayWithCallbacks({ incomingMms: program.url });
    const [png, txt] = [Buffer.from([0x89, 0x50, 0, 0x0d, 0x0a]), Buffer.from('żółw\r\n--x')];
    sandbox.receive({
      from: '500100200',
      to: '48666000111',
      subject: 'Żółw',
      files: [
        { name: 'zdjęcie "1".png', type: 'image/png', bytes: png },
        { name: 'note.txt', bytes: txt, field: 'note' },
      ],
    });
    await after(0);
    const [{ method, contentType, body } = { body: Buffer.alloc(0) } as never] = program.received();
    expect(method).toBe('POST');
    const fields = (await formReaderFor(contentType))?.(body);
    expect(fields).toEqual([
      ['mms_from', '48500100200'],
      ['mms_to', '48666000111'],
      ['mms_subject', 'Żółw'],
      ['mms_date', String(START_SECONDS)],
      ['file0', { name: 'zdjęcie "1".png', type: 'image/png', bytes: png }],
      ['note', { name: 'note.txt', type: 'application/octet-stream', bytes: txt }],
    ]);
  });
});

describe('a click on a short link', () => {
  it('is reported once, with the time and the visitor of the first click', async () => {
    const program = await listener();
    const { http, sandbox, after, wait } = gatewayWithCallbacks({ clicks: program.url });
    await http.sms.send({ to: '500100200', message: 'See [%shortlink:https://shop.example/%]' });
    const link = sandbox.account('alice')?.messages[0]?.message.split(' ')[1] ?? '';
    wait(90_000);
    const visitor = { device: 'iPhone', operatingSystem: 'iOS', browser: 'Safari', ip: '203.0.113.9' };
    expect(sandbox.click(link, visitor)).toBe('https://shop.example/');
    wait(1000);
    expect(sandbox.click(link)).toBe('https://shop.example/');
    expect(sandbox.click(link)).toBe('https://shop.example/');
    expect(await after(0)).toBe(1);
    expect(program.received().map(({ method, target }) => [method, target])).toEqual([
      [
        'GET',
        `/callback?MsgId=1001&to=48500100200&click_date=${START_SECONDS + 90}&device=iPhone&operating_system=iOS` +
          '&browser=Safari&username=alice&ip=203.0.113.9&sufix=000001',
      ],
    ]);
  });

  it('is reported without visitor data if there is none, and never for an opt-out link', async () => {
    const program = handler();
    const { http, sandbox, after } = gatewayWithCallbacks({ clicks: program });
    await http.sms.send({ to: '500100200', message: '[%shortlink:shop.example%] [%opt_out_link%]' });
    const [link = '', optOut = ''] = sandbox.account('alice')?.messages[0]?.message.split(' ') ?? [];
    sandbox.click(link);
    sandbox.click(optOut);
    sandbox.click('short.test/zzzzzz');
    await after(0);
    expect(valuesOf(program.urls, 'sufix')).toEqual([link.slice('short.test/'.length)]);
    expect(['device', 'ip', 'browser', 'operating_system'].map((name) => valuesOf(program.urls, name)[0])).toEqual([
      '',
      '',
      '',
      '',
    ]);
    expect(() => sandbox.click(link, { device: 5 as never })).toThrow(ValidationError);
  });
});

describe('the result of a lookup', () => {
  it('is posted for each number, with the idx, when it is done', async () => {
    const program = await listener();
    const { earlier, after } = gatewayWithCallbacks(
      { hlr: program.url },
      {
        callbacks: { lookupMs: 2000 },
        network: (number) =>
          number === '48500100201' ? undefined : { mcc: '260', mnc: '02', name: 'T-Mobile', portedFrom: 'Play' },
      },
    );
    await earlier.hlr.check(['500100200', '500100201'], { idx: 'hlr7' });
    expect(await after(1999)).toBe(0);
    expect(await after(1)).toBe(2);
    const received = program.received();
    expect(received.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /callback', 'POST /callback']);
    const date = String(START_SECONDS + 2);
    expect(received.map(({ body }) => formOf(body))).toEqual([
      {
        id: '1001',
        number: '48500100200',
        mcc: '260',
        mnc: '02',
        info: 'T-Mobile',
        status: 'OK',
        date,
        ported: '1',
        ported_from: 'Play',
        idx: 'hlr7',
      },
      {
        id: '1002',
        number: '48500100201',
        mcc: '',
        mnc: '',
        info: 'No network has this number',
        status: 'FAIL',
        date,
        ported: '0',
        ported_from: 'null',
        idx: 'hlr7',
      },
    ]);
  });

  it('that is invalid rejects settle() with the name of the option, after all others are sent', async () => {
    const program = handler();
    const { earlier, sandbox } = gatewayWithCallbacks(program, { network: () => ({ mcc: 5 }) as never });
    await earlier.hlr.check(['500100200']);
    sandbox.receive({ from: '500100200', text: 'Hi' });
    await expect(sandbox.callbacks.settle()).rejects.toThrow(/^network: must return mcc, mnc and name/);
    expect(await sandbox.callbacks.settle()).toEqual([]);
    expect(program.urls).toHaveLength(1);
  });
});

describe('the start of a bulk send', () => {
  const groups = [{ name: 'Regulars', numbers: [{ number: '500100200' }, { number: '500100201' }] }];

  it('is reported with the name of the group', async () => {
    const program = await listener();
    const { http, after } = gatewayWithCallbacks({ bulk: program.url }, {}, { groups });
    await http.sms.send({ group: 'Regulars', message: 'Hi [%imie%]' });
    expect(await after(0)).toBe(1);
    expect(program.received().map(({ method, target }) => [method, target])).toEqual([
      ['GET', '/callback?type=SMS&all=2&points=0.32&to=phonebook&info=Regulars&text=Hi+%5B%25imie%25%5D'],
    ]);
  });

  it('is reported at the scheduled time, without deleted messages', async () => {
    const program = handler();
    const { http, after } = gatewayWithCallbacks({ bulk: program });
    const date = new Date(START.getTime() + HOUR);
    const to = ['500100200', '500100201'];
    await http.sms.send({ to, message: 'Kept', date });
    await http.sms.send({ to, message: 'Deleted', date });
    await http.sms.deleteScheduled(['1002', '1003', '1004']);
    expect(await after(HOUR - 1)).toBe(0);
    await after(1);
    expect([valuesOf(program.urls, 'text'), valuesOf(program.urls, 'all')]).toEqual([['Kept'], ['1']]);
  });
});
