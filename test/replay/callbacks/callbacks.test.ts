import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CallbackEvent, CallbackFile } from '../../../src/callbacks/description/events.js';
import { callbackHandler } from '../../../src/callbacks/handler/callback-handler.js';
import { readEvents } from '../../../src/callbacks/reading/read-events.js';
import { ValidationError } from '../../../src/errors/errors.js';
import { SmsServiceHttpClient } from '../../../src/http-client/index.js';
import {
  type CallbackRecorderOptions,
  callbackRecorder,
  cassette,
  checkCassette,
  type ReplayCallbacksOptions,
  type ReplayedCallback,
  redactCassette,
  replayCallbacks,
} from '../../../src/replay/index.js';
import { item, script } from '../../http-client/gateway-script.js';
import { rejection } from '../../support/collect.js';
import { serve } from '../../support/http-server.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const KEY = 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g';

const REPORTS =
  'MsgId=a1,a2&status=403,404&status_name=SENT,DELIVERED&idx=o1,o2&donedate=1700000000,1700000060&username=shopowner' +
  '&points=0.16&from=Test&to=48500100200,48500100201&mcc=260&mnc=1';
const INCOMING =
  'sms_to=48661000112&sms_from=48500100200&sms_text=Za%C5%BC%C3%B3%C5%82%C4%87+5+500100299&sms_date=1700000100' +
  '&username=shopowner&MsgId=a2';
const MMS = 'mms_to=48661000112&mms_from=48500100200&mms_subject=Kot&mms_date=1700000200';

type Events = [CallbackEvent, ...CallbackEvent[]];

function eventsOf(query: string, files: readonly CallbackFile[] = []): Events {
  return [...readEvents([...new URLSearchParams(query)], files)] as Events;
}

/** One callback arrives per second. */
let seconds = 1_700_000_000;

async function record(all: readonly Events[], options?: CallbackRecorderOptions): Promise<string> {
  const file = fileOf();
  const recorder = callbackRecorder(file, options, {});
  for (const events of all) {
    seconds += 1;
    await recorder.record({ events, receivedAt: new Date(seconds * 1000) });
  }
  return file;
}

interface Sent {
  readonly method: string;
  readonly query: string;
  readonly type: string;
  readonly form: FormData | undefined;
}

/** Replays a cassette to a handler that answers OK, and returns the received requests. */
async function replayed(
  file: string,
  options: Partial<ReplayCallbacksOptions> = {},
): Promise<{ readonly sent: readonly Sent[]; readonly answers: readonly ReplayedCallback[] }> {
  const sent: Sent[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const type = request.headers.get('content-type') ?? '';
    const form = request.method === 'POST' ? await request.formData() : undefined;
    sent.push({ method: request.method, query: new URL(request.url).search.slice(1), type, form });
    return new Response('OK');
  };
  const answers = await replayCallbacks(file, { to: { fetch }, ...options });
  return { sent, answers };
}

describe('callbacks in a cassette', () => {
  it('are replayed in order with their fields, and with a placeholder for the user name', async () => {
    const file = await record([eventsOf(REPORTS), eventsOf(INCOMING)]);
    const { sent, answers } = await replayed(file);
    expect(answers.map(({ kind, status, isOk }) => [kind, status, isOk])).toEqual([
      ['sms-report', 200, true],
      ['incoming-sms', 200, true],
    ]);
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const report = Object.fromEntries(new URLSearchParams(sent[0]?.query));
    expect(report).toEqual({
      MsgId: 'a1,a2',
      status: '403,404',
      status_name: 'SENT,DELIVERED',
      idx: 'o1,o2',
      donedate: '1700000000,1700000060',
      username: 'username,username',
      points: '0.16,0.16',
      from: 'Test,Test',
      to: '48500100200,48500100201',
      mcc: '260,260',
      mnc: '1,1',
    });
    expect(sent[1]?.type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(sent[1]?.form as FormData)).toEqual({
      sms_to: '48661000112',
      sms_from: '48500100200',
      sms_text: 'Zażółć 5 500100299',
      sms_date: '1700000100',
      username: 'username',
      MsgId: 'a2',
    });
    expect(readFileSync(file, 'utf8')).not.toContain('shopowner');
  });

  it('contain the files of an MMS byte for byte', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const folder = path.dirname(fileOf());
    writeFileSync(path.join(folder, 'stored'), 'Kotek');
    const files: readonly CallbackFile[] = [
      { name: 'cat.jpg', type: 'image/jpeg', size: 256, bytes },
      { name: 'ż.txt', type: 'text/plain', size: 5, path: path.join(folder, 'stored') },
    ];
    const { sent } = await replayed(await record([eventsOf(MMS, files)], { privacy: { numbers: true, key: KEY } }));
    expect(sent[0]?.type).toMatch(/^multipart\/form-data/);
    const form = sent[0]?.form as FormData;
    expect(form.get('mms_subject')).toBe('Kot');
    const [cat, text] = [...form.values()].filter((value) => typeof value !== 'string') as File[];
    expect([cat?.name, cat?.type, text?.name, text?.type]).toEqual(['cat.jpg', 'image/jpeg', 'ż.txt', 'text/plain']);
    expect(new Uint8Array((await cat?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes);
    expect(await text?.text()).toBe('Kotek');
  });

  it('contain unknown fields, which checkCassette reports as additive drift', async () => {
    const file = await record([eventsOf(`${REPORTS}&operator=Plus&operator=Play&__proto__=x`)]);
    const { sent } = await replayed(file);
    const all = new URLSearchParams(sent[0]?.query);
    expect([all.getAll('operator'), all.get('__proto__')]).toEqual([['Plus', 'Play'], 'x']);
    expect(checkCassette(file)).toMatchObject({
      checked: 1,
      isBreaking: false,
      drift: [
        { kind: 'additive', operation: 'sms-report', path: '__proto__' },
        { kind: 'additive', operation: 'sms-report', path: 'operator' },
      ],
    });
  });

  it('share a file with calls, and neither affects the other', async () => {
    const file = await record([eventsOf(INCOMING)]);
    const call = async (mode: 'record' | 'locked'): Promise<void> => {
      const tape = cassette(file, { mode, transport: script({ count: 1, list: [item('500100200')] }) }, {});
      const client = new SmsServiceHttpClient({ url: 'https://gateway.test/', token: 't', transport: tape });
      await client.sms.send({ to: '500100200', message: 'x' });
      await tape.close();
    };
    await call('record');
    await call('locked');
    expect((await replayed(file)).sent).toHaveLength(1);
    await record([eventsOf(REPORTS)], { mode: 'add' });
    await call('locked');
    expect((await replayed(file)).answers.map(({ kind }) => kind)).toEqual(['incoming-sms', 'sms-report']);
    await record([eventsOf(REPORTS)]);
    await call('locked');
    expect((await replayed(file)).answers.map(({ kind }) => kind)).toEqual(['sms-report']);
  });

  it('contain the pseudonyms that calls have for the same number', async () => {
    const privacy = { numbers: true, names: true, texts: true, key: KEY };
    const click = 'MsgId=a2&to=48500100200&click_date=1700000300&device=Pixel&ip=198.51.100.27&sufix=0a&username=x';
    const file = await record([eventsOf(REPORTS), eventsOf(INCOMING), eventsOf(click)], { privacy });
    const text = readFileSync(file, 'utf8');
    for (const hidden of ['500100200', '500100201', '661000112', '500100299', 'Za%C5', 'Zażółć', '198.51.100.27']) {
      expect(text).not.toContain(hidden);
    }
    const tape = cassette(file, { transport: script({ count: 1, list: [item('500100200')] }), privacy }, {});
    const client = new SmsServiceHttpClient({ url: 'https://gateway.test/', token: 't', transport: tape });
    const [message] = (await client.sms.send({ to: '500100200', message: 'x' })).messages;
    await tape.close();
    const { sent } = await replayed(file);
    expect(new URLSearchParams(sent[0]?.query).get('to')).not.toContain('48500100200');
    const inCall = /to=(48\d{9}|\d{9})/.exec(readFileSync(file, 'utf8').split('sms.do').pop() ?? '');
    expect(new URLSearchParams(sent[0]?.query).get('to')).toContain(inCall?.[1]);
    expect(message?.id).toBe('id200');
  });

  it('are replaced by pseudonyms in redactCassette', async () => {
    const files = [{ name: 'cat.jpg', type: 'image/jpeg', size: 5, bytes: Buffer.from('Kotek') }];
    const file = await record([eventsOf(INCOMING), eventsOf(MMS, files)]);
    const before = (await replayed(file)).sent[1]?.form?.get('file0') as File;
    expect(await before.text()).toBe('Kotek');
    await redactCassette(file, { privacy: { numbers: true, names: true, texts: true, key: KEY } }, {});
    const text = readFileSync(file, 'utf8');
    for (const hidden of ['500100200', 'Kot', 'S290ZWs', 'cat.jpg']) expect(text).not.toContain(hidden);
    const after = (await replayed(file)).sent[1]?.form?.get('file0') as File;
    expect(await after.text()).not.toBe('Kotek');
  });

  it('are reported as failed if the handler does not answer exactly OK', async () => {
    const file = await record([eventsOf(REPORTS)]);
    const answers = ['OK\n', 'ok', 'OK'];
    for (const text of answers) {
      const { url } = await serve((_, response) => response.end(text));
      const [answer] = await replayCallbacks({ file }, { to: url });
      expect([answer?.status, answer?.isOk], text).toEqual([200, text === 'OK']);
    }
    const { url } = await serve((_, response) => response.destroy());
    const [lost] = await replayCallbacks(file, { to: url });
    expect([lost?.status, lost?.isOk]).toEqual([0, false]);
  });

  it.each([
    ['to', { to: 'no address' }],
    ['to.fetch', { to: {} }],
    ['notifyKey', { to: 'http://127.0.0.1/', notifyKey: 'short' }],
  ])('are not sent if %s is invalid', async (name, options) => {
    const file = await record([eventsOf(REPORTS)]);
    const error = await rejection(replayCallbacks(file, options as unknown as ReplayCallbacksOptions));
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).path).toBe(name);
  });

  it('are reported by position if the file was damaged', async () => {
    const file = await record([eventsOf(REPORTS)]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('status=403%2C404', 'status=403%2C404%2C404'));
    const error = await rejection(replayCallbacks(file, { to: 'http://127.0.0.1/' }));
    expect(error).toMatchObject({ path: 'log.entries[0].request.url' });
    expect(String(error)).not.toContain('48500100200');
  });
});

describe('a handler with a recorder', () => {
  it('writes each accepted callback to disk before it is handled, and no refused one', async () => {
    const file = fileOf();
    const recorder = callbackRecorder(file, {}, {});
    const onDisk: number[] = [];
    const handler = callbackHandler({
      secret: { query: 'secret', value: 'of-the-address' },
      recorder,
      onEvent: () => {
        onDisk.push(JSON.parse(readFileSync(file, 'utf8')).log.entries.length as number);
      },
    });
    const ask = async (query: string): Promise<number> =>
      (await handler.fetch(new Request(`http://shop.test/sms?${query}`))).status;
    const report = 'MsgId=a1&status=404&status_name=DELIVERED&donedate=1700000000&to=48500100200';
    expect(await ask(`secret=guessed&${report}`)).toBe(403);
    expect(await ask('secret=of-the-address')).toBe(200);
    expect(await ask(`secret=of-the-address&${report}`)).toBe(200);
    expect(await ask(`secret=of-the-address&${report.replace('a1', 'a2')}`)).toBe(200);
    expect(onDisk).toEqual([1, 2]);
    expect(readFileSync(file, 'utf8')).not.toContain('of-the-address');
    const heard: string[] = [];
    const other = callbackHandler({ onEvent: (event) => void heard.push(event.type) });
    expect(await replayCallbacks(file, { to: other })).toMatchObject([{ isOk: true }, { isOk: true }]);
    expect(heard).toEqual(['sms-report', 'sms-report']);
    await handler.close();
    await other.close();
  });

  it('answers 500 if the callback cannot be recorded, so that the gateway retries', async () => {
    const recorder = { record: () => Promise.reject(new Error('disk full')) };
    const failed: unknown[] = [];
    const handler = callbackHandler({
      onEvent: () => void failed.push('handled'),
      onError: ({ error }) => void failed.push((error as Error).message),
      recorder,
    });
    const url = 'http://shop.test/sms?MsgId=a1&status=404&status_name=DELIVERED';
    expect((await handler.fetch(new Request(url))).status).toBe(500);
    expect(failed).toEqual(['disk full']);
    await handler.close();
  });
});
