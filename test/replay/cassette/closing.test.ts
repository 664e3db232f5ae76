import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import type { PrivacyMark } from '../../../src/replay/har/har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { type Cassette, type CassetteOptions, cassette } from '../../../src/replay/index.js';
import { startSandbox } from '../../../src/sandbox/index.js';
import type { TransportRequest } from '../../../src/transport/transport.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** Writes a cassette with a call for a profile in each of these tracks. */
function recorded(tracks: readonly string[], more: Partial<Recording> = {}, mark?: PrivacyMark): void {
  const entries = tracks.map((track, index) =>
    entryText({
      track,
      request: { method: 'GET', target: 'profile', headers: {} },
      response: { status: 200, headers: {}, text: '{{now}}' },
      startedAtMs: index,
      durationMs: 1,
      ...more,
    }),
  );
  writeFileSync(file, harText(entries, mark));
}

const open = (options: CassetteOptions): Cassette => cassette(file, options, {});
const PROFILE: TransportRequest = {
  method: 'GET',
  url: 'http://gateway.test/profile',
  target: 'profile',
  operation: 'profile',
  idempotent: true,
  headers: { authorization: 'Bearer t0ken' },
};

describe('a cassette that is closed', () => {
  it('takes no call and no name of a track, and can be closed again', async () => {
    recorded(['']);
    const tape = open({ mode: 'replay' });
    await tape.close();
    expect(await rejection(tape.send(PROFILE))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'not-sent',
      operation: 'profile',
      message: expect.stringContaining('the cassette is closed; nothing was sent'),
    });
    expect(() => tape.track('a')).toThrow(
      expect.objectContaining({
        name: 'ValidationError',
        message: 'name: belongs to a track of a closed cassette. Call track() before close()',
      }),
    );
    await tape.close();
  });

  it('has closed no transport of its user', async () => {
    let closes = 0;
    const transport = { send: () => Promise.reject(new Error('x')), close: async () => void (closes += 1) };
    await open({ mode: 'record', transport }).close();
    expect(closes).toBe(0);
  });

  it('has sent its calls over HTTP where it was given no transport', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const tape = open({ mode: 'record' });
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: sandbox.url, credentials, transport: tape, retry: false });
    expect([await client.checkPoints(), await client.getGroups()]).toEqual([100, []]);
    await tape.close();
  });
});

describe('tracks that nobody has asked for', () => {
  const FIVE = ['a', 'b', 'c', 'd', 'e'];

  it.each([
    [['a'], '1 track was', '"a"'],
    [FIVE, '5 tracks were', '"a", "b", "c", "d", "e"'],
    [[...FIVE, 'f'], '6 tracks were', '"a", "b", "c", "d", "e", …'],
  ])('are named where that is wanted, up to five of them: %j', async (tracks, count, names) => {
    recorded(tracks);
    expect(await rejection(open({ mode: 'locked', unusedTracks: 'fail' }).close())).toMatchObject({
      name: 'ReplayMissError',
      message: `${count} not asked for in ${file}: ${names}`,
      nearest: [],
    });
  });

  it.each<CassetteOptions>([{ mode: 'locked' }, { mode: 'replay', unusedTracks: 'fail' }, { mode: 'replay' }])(
    'are no matter else: %j',
    async (options) => {
      recorded(FIVE);
      await expect(open(options).close()).resolves.toBeUndefined();
    },
  );
});

describe("the pseudonyms of a cassette in mode 'record'", () => {
  const mark: PrivacyMark = { kinds: ['names'], key: 'x' };
  const refused = expect.objectContaining({ name: 'ValidationError', path: 'privacy' });

  it('are no matter where all its recordings go', () => {
    recorded(['', ''], {}, mark);
    expect(() => open({ mode: 'record' })).not.toThrow();
    expect(() => open({ mode: 'update' })).toThrow(refused);
  });

  it('have to be those of its user where tracks of others stay', () => {
    recorded(['', 'a'], {}, mark);
    expect(() => open({ mode: 'record' })).toThrow(refused);
  });
});
