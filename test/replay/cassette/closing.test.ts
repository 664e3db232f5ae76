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

describe('a closed cassette', () => {
  it('rejects calls and new tracks, and can be closed again', async () => {
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

  it("does not close the user's transport", async () => {
    let closes = 0;
    const transport = { send: () => Promise.reject(new Error('x')), close: async () => void (closes += 1) };
    await open({ mode: 'record', transport }).close();
    expect(closes).toBe(0);
  });

  it('sends calls over HTTP by default', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const tape = open({ mode: 'record' });
    const credentials = { username: 'demo', password: 'demo-password' };
    const client = new SmsServiceClient({ url: sandbox.url, credentials, transport: tape, retry: false });
    expect([await client.checkPoints(), await client.getGroups()]).toEqual([100, []]);
    await tape.close();
  });
});

describe('unused tracks', () => {
  const FIVE = ['a', 'b', 'c', 'd', 'e'];

  it.each([
    [['a'], '1 track was', '"a"'],
    [[...FIVE, 'f'], '6 tracks were', '"a", "b", "c", "d", "e", …'],
  ])("are named with unusedTracks: 'fail', up to five of them: %j", async (tracks, count, names) => {
    recorded(tracks);
    expect(await rejection(open({ mode: 'locked', unusedTracks: 'fail' }).close())).toMatchObject({
      name: 'ReplayMissError',
      message: `${count} not asked for in ${file}: ${names}`,
      nearest: [],
    });
  });
});

describe("the pseudonyms of a cassette in mode 'record'", () => {
  const mark: PrivacyMark = { kinds: ['names'], key: 'x' };
  const refused = expect.objectContaining({ name: 'ValidationError', path: 'privacy' });

  it('must be those of its user if other tracks remain', () => {
    recorded(['', 'a'], {}, mark);
    expect(() => open({ mode: 'record' })).toThrow(refused);
  });
});
