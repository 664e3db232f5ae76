import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SmsServiceHttpClient, smil } from '../../../src/http-client/index.js';
import { type CassetteOptions, cassette, checkCassette } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { Transport } from '../../../src/transport/transport.js';
import { cassetteFile } from '../cassette-folder.js';
import { harValidator } from '../har-validator.js';

const fileOf = cassetteFile();
const TOKEN = 't0ken-of-the-account';
const LATER = new Date('2030-01-01T12:00:00Z');
const NOW = new Date('2029-12-31T12:00:00Z');

/** Calls every method of the client. @returns the results or errors */
async function everything(transport: Transport, format: 'json' | 'text'): Promise<readonly unknown[]> {
  const client = new SmsServiceHttpClient({
    url: 'http://gateway.test/',
    token: TOKEN,
    variant: 'earlier',
    now: () => NOW,
    retry: false,
    format,
    transport,
  });
  const { sms, mms, vms, profile, points, users, senders, hlr } = client;
  const results: unknown[] = [];
  const note = async (call: Promise<unknown>): Promise<void> => {
    results.push(
      await call.catch((error: unknown) => {
        const { name, code, outcome, result, errorCode } = error as Record<string, unknown>;
        return { name, code, outcome, result, errorCode };
      }),
    );
  };
  await note(sms.send({ to: '500100200', message: 'Zażółć [%1%]', params: [['gęślą']], details: true }));
  await note(sms.send({ to: ['500100200', '500100201'], message: 'Hi', idx: ['a1', 'b2'], flash: true }));
  await note(sms.send({ to: '500100200', message: 'Again', idx: 'a1' }));
  await note(sms.send({ to: '12', message: 'Hi', once: false }));
  await note(sms.send({ group: 'Customers', message: 'Hi' }));
  await note(sms.send({ to: '500100200', message: 'Later', date: LATER, idx: 'later1' }));
  await note(sms.deleteScheduled(['1005']));
  await note(sms.deleteScheduled(['77']));
  await note(sms.send({ to: '500100200', message: '00ff', datacoding: 'bin', udh: '06', once: false }));
  await note(mms.send({ to: '500100200', subject: 'Hello', smil: smil({ text: 'Fish & chips' }), once: false }));
  await note(vms.send({ to: '221234567', tts: 'Dzień dobry', try: 2, once: false }));
  await note(
    vms.send({ to: '221234567', file: { bytes: Buffer.from('RIFF\x24\0\0\0WAVEfmt '), name: 'a.wav' }, once: false }),
  );
  await note(profile.get());
  await note(points.get({ details: true }));
  await note(users.add({ username: 'anna', password: 'sesame-of-anna', limit: 5, info: 'Anna: of the shop' }));
  await note(users.edit('anna', { active: true }, { partial: true }));
  await note(users.get('anna'));
  await note(users.list());
  await note(users.get('nobody'));
  await note(senders.list());
  await note(senders.status('Shop'));
  await note(senders.setDefault('Shop'));
  await note(hlr.check('500100200'));
  await note(hlr.check(['500100200', '500100201'], { idx: 'c3' }));
  return results;
}

const PRIVACY = { numbers: true, names: true, texts: true, key: 'a key of many characters' };

/** Without generated idx values, and without texts if they are private. */
function comparable(results: unknown, isPrivate: boolean): unknown {
  return JSON.parse(JSON.stringify(results), (name, value: unknown) => {
    if (name === 'idx') return undefined;
    return isPrivate && typeof value === 'string' && !/^[A-Z][A-Za-z_]*$/.test(value) ? 'text' : value;
  });
}

it.each<['json' | 'text', CassetteOptions['privacy']]>([
  ['json', undefined],
  ['text', undefined],
  ['json', PRIVACY],
  ['text', PRIVACY],
])('every method is recorded and replayed: %s, %j', async (format, privacy) => {
  const gateway = createSandbox({
    now: () => NOW,
    accounts: [
      {
        username: 'demo',
        password: 'demo-password',
        tokens: [TOKEN],
        points: 100,
        senders: ['Test', 'Shop'],
        groups: [{ name: 'Customers', numbers: [{ number: '500100202', name: 'Jan' }] }],
      },
    ],
  });
  const file = fileOf();
  const recorder = cassette(file, { mode: 'record', transport: gateway.transport(), privacy }, {});
  const recorded = await everything(recorder, format);
  await recorder.close();
  // A used idx, an invalid number, an unknown id and an unknown sub-user.
  const refused = recorded.map((result) => (result as { result?: number } | undefined)?.result).filter(Boolean);
  expect(refused).toEqual([53, 13, 301, 1032]);
  const player = cassette(file, { mode: 'locked', privacy }, {});
  expect(comparable(await everything(player, format), privacy !== undefined)).toEqual(
    comparable(recorded, privacy !== undefined),
  );
  await player.close();
  const text = readFileSync(file, 'utf8');
  for (const secret of [TOKEN, 'sesame']) expect(text).not.toContain(secret);
  if (privacy !== undefined) {
    for (const secret of ['100200', '100202', 'Anna', 'Customers', 'Dzie', 'chips']) expect(text).not.toContain(secret);
  }
  expect(checkCassette(file).drift).toEqual([]);
  expect(harValidator()(JSON.parse(text))).toEqual([]);
});
