import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SmsServiceClient } from '../../../src/client/index.js';
import { cassette, replayWithNock, startRecordingProxy, startReplayServer } from '../../../src/replay/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { rejection } from '../../support/collect.js';
import { cassetteFile } from '../cassette-folder.js';

const credentials = { username: 'demo', password: 'demo-password' };
const to = 'http://gateway.test/';
const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** Adds a group and returns the number of groups. */
async function groupsAt(url: string, name: string): Promise<number> {
  const client = new SmsServiceClient({ url, credentials, retry: false });
  try {
    await client.addGroup({ name });
    return (await client.getGroups()).length;
  } finally {
    await client.close();
  }
}

/** Records two tracks, each through another proxy, with different responses to the same call. */
async function recorded(): Promise<void> {
  const transport = createSandbox().transport();
  for (const track of ['a', 'b']) {
    const tape = cassette(file, { mode: 'record', transport }, {});
    const recording = tape.track(track);
    const proxy = await startRecordingProxy({ to, cassette: recording, transport });
    expect(await groupsAt(proxy.url, `group of ${track}`)).toBe(track === 'a' ? 1 : 2);
    await proxy.close();
    await recording.close();
    await tape.close();
  }
}

/** The recordings in the file: their tracks, the unfinished ones with a sign. */
function tracksInFile(): readonly string[] {
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as {
    log: { entries: { _track?: string; _unfinished?: true }[] };
  };
  return log.entries.map(({ _track = '', _unfinished }) => `${_track}${_unfinished ? '?' : ''}`);
}

describe('a recording proxy with a track', () => {
  it('records the complete track and leaves the others', async () => {
    await recorded();
    expect(tracksInFile()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('records a track of an open cassette, which its user ends', async () => {
    await recorded();
    const tape = cassette(file, { mode: 'record', transport: createSandbox().transport() }, {});
    const failed = tape.track('a');
    const proxy = await startRecordingProxy({ to, cassette: failed });
    await groupsAt(proxy.url, 'group of a');
    await proxy.close();
    await failed.fail();
    await tape.close();
    expect(tracksInFile()).toEqual(['a', 'a', 'b', 'b']);
  });
});

describe('a replay server with a track', () => {
  it('replays that track from the start for each server', async () => {
    await recorded();
    const tape = cassette(file, { mode: 'replay' }, {});
    for (const track of ['b', 'a', 'b']) {
      const server = await startReplayServer(tape.track(track));
      expect(await groupsAt(server.url, `group of ${track}`)).toBe(track === 'a' ? 1 : 2);
      await server.close();
    }
  });

  it('rejects a track in a recording mode', async () => {
    const recording = cassette(file, { mode: 'update' }, {});
    expect(await rejection(startReplayServer(recording.track('a')))).toMatchObject({ path: 'cassette' });
  });
});

describe('nock with a track', () => {
  it('replays that track', async () => {
    await recorded();
    const url = 'http://gateway.test/soap';
    const tape = cassette(file, { mode: 'replay' }, {});
    for (const track of ['b', 'a']) {
      const replay = replayWithNock(tape.track(track), { url });
      expect(await groupsAt(url, `group of ${track}`)).toBe(track === 'a' ? 1 : 2);
      await replay.close();
    }
    await tape.close();
  });
});
