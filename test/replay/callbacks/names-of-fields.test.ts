import { readFileSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CallbackEvent } from '../../../src/callbacks/description/events.js';
import { readEvents } from '../../../src/callbacks/reading/read-events.js';
import { callbackRecorder, redactCassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
const privacy = { numbers: true, key: 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g' };
const INCOMING =
  'sms_to=48661000112&sms_from=48500100200&sms_text=x&sms_date=1700000100&MsgId=a2&tel-48500731942=1&%2B48+500+731+942=2';

it('a number in the name of an unknown field is replaced, while recording and by redactCassette', async () => {
  const events = [...readEvents([...new URLSearchParams(INCOMING)], [])] as [CallbackEvent, ...CallbackEvent[]];
  const kept = async (chosen: typeof privacy | undefined): Promise<string> => {
    const file = fileOf();
    rmSync(file, { force: true });
    const recorder = callbackRecorder(file, { mode: 'record', ...(chosen && { privacy: chosen }) }, {});
    await recorder.record({ events, receivedAt: new Date(1_700_000_000_000) });
    if (chosen === undefined) await redactCassette(file, { privacy });
    return readFileSync(file, 'utf8');
  };
  const [now, afterwards] = [await kept(privacy), await kept(undefined)];
  expect(afterwards).toBe(now);
  expect(now).toMatch(/tel-48500\d{6}=1/);
  expect(decodeURIComponent(now.replaceAll('+', ' ').replace(/%(?![\dA-F]{2})/g, ''))).not.toMatch(/731.?942/);
});
