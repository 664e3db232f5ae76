import { describe, expect, it } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { type CallbackHandlerOptions, callbackHandler } from '../../../src/callbacks/index.js';
import { readEvents } from '../../../src/callbacks/reading/read-events.js';
import { callbackRecorder, replayCallbacks } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const KEY = 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g';

/** A cassette with one callback. */
async function recorded(query: string): Promise<string> {
  const file = fileOf();
  const events = [...readEvents([...new URLSearchParams(query)], [])] as [CallbackEvent];
  await callbackRecorder(file, {}, {}).record({ events, receivedAt: new Date(1_700_000_000_000) });
  return file;
}

const REPORT = 'MsgId=a1&status=403&status_name=SENT&idx=o1&donedate=1700000000&to=48500100200';
const CLICK = 'MsgId=a1&click_date=1700000000&to=48500100200&sufix=x';

describe('a callback replayed to a handler in this process', () => {
  it.each<[string, string, CallbackHandlerOptions['secret']]>([
    ['query', 'https://shop.test/sms?key=s', { query: 'key', value: 's' }],
    ['path', 'https://shop.test/sms/s', { path: true, value: 's' }],
  ])('reaches a handler that requires a secret in its %s', async (_place, address, secret) => {
    const events: string[] = [];
    const to = callbackHandler({ secret, onEvent: ({ type }) => void events.push(type) });
    const file = await recorded(CLICK);
    expect(await replayCallbacks(file, { to })).toMatchObject([{ status: 403, isOk: false }]);
    expect(await replayCallbacks(file, { to, address })).toMatchObject([{ status: 200, isOk: true }]);
    expect(events).toEqual(['link-click']);
  });

  it('is signed if all its reports belong to one message', async () => {
    const to = callbackHandler({ notifyKey: KEY, onEvent: () => undefined });
    const one = REPORT.replace('a1', 'a1,a1').replace('403', '403,404').replace('SENT', 'SENT,DELIVERED');
    expect(await replayCallbacks(await recorded(one), { to, notifyKey: KEY })).toMatchObject([{ status: 200 }]);
    const two = one.replace('o1', 'o1,o2').replace('a1,a1', 'a1,a2');
    expect(await replayCallbacks(await recorded(two), { to, notifyKey: KEY })).toMatchObject([{ status: 403 }]);
  });

  it.each(['sms', 'mms'])('has its unknown fields with any names: %s', async (kind) => {
    const fields: Record<string, string | readonly string[]> = { empty: '', constructor: 'x', '': 'no name' };
    for (const name of ["'file[1].type", 'file[0].x']) fields[name] = ['a', 'b'];
    const unknown = Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    const known = [`${kind}_from`, `${kind}_to`, kind === 'sms' ? 'sms_text' : 'mms_subject'].map((name) => [
      name,
      'x',
    ]);
    const file = await recorded(new URLSearchParams([...known, ...unknown] as [string, string][]).toString());
    const events: CallbackEvent[] = [];
    const to = callbackHandler({ onEvent: (event) => void events.push(event) });
    expect(await replayCallbacks(file, { to })).toMatchObject([{ status: 200, isOk: true }]);
    expect(events).toMatchObject([{ type: `incoming-${kind}`, unknownFields: fields }]);
    if (kind === 'mms') expect(events).toMatchObject([{ files: [] }]);
  });

  it('times out, even if the handler ignores the signal', async () => {
    const to = { fetch: () => new Promise<Response>(() => {}) };
    expect(await replayCallbacks(await recorded(REPORT), { to, timeoutMs: 20 })).toMatchObject([
      { status: 0, isOk: false },
    ]);
  });
});
