import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CassetteFile } from '../../../src/replay/file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../../../src/replay/file/entry.js';
import type { PrivacyMark } from '../../../src/replay/har/har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
import { harText } from '../../../src/replay/har/write-har.js';
import { ChosenPrivacy } from '../../../src/replay/privacy/chosen-privacy.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

/** A call for a profile, whose response is this text. */
function call(text: string, more: Partial<Recording> = {}): RecordingWithRequest {
  const recording: Recording = {
    request: { method: 'GET', target: 'profile', headers: {} },
    response: { status: 200, headers: {}, text },
    startedAtMs: 1000,
    durationMs: 1,
    ...more,
  };
  return { recording, request: PROTOCOLS.readRecorded(recording.request) };
}

const textsOf = (entries: readonly Entry[]): readonly (string | undefined)[] =>
  entries.map(({ recording }) => recording.response?.text.slice(0, 10));
/** The texts that the file contains now. */
const textsIn = (name: string = file): readonly (string | undefined)[] =>
  textsOf(new CassetteFile(name, PROTOCOLS).read());
const stampOf = (name: string = file): readonly number[] => [statSync(name).ino, statSync(name).mtimeMs];
const withNames = (key: string): ChosenPrivacy =>
  new ChosenPrivacy({ numbers: false, names: true, texts: false, key }, {});
/** Shared, because they are slow to derive. */
const [NAMES, OTHER_KEY] = [withNames('a key of more than 16 characters'), withNames('another key of many characters')];
/** The pseudonyms of another user. */
const OTHERS: PrivacyMark = { kinds: ['names'], key: '0123456789abcdef' };

describe('a cassette file', () => {
  it('is created with its folders, and contains a call as soon as it was added', async () => {
    const deep = path.join(path.dirname(file), 'a/b/calls.har');
    const cassette = new CassetteFile(deep, PROTOCOLS);
    const entry = await cassette.add(call('one'));
    expect(entry.recording).toEqual(call('one').recording);
    expect(textsIn(deep)).toEqual(['one']);
    expect(readFileSync(deep, 'utf8')).toContain(entry.text);
  });

  it('contains concurrent and equal calls, with distinct milliseconds', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    const same = [call('same'), call('same'), call('same')];
    const entries = await Promise.all(same.map((one) => cassette.add(one)));
    expect(entries.map(({ recording }) => recording.startedAtMs)).toEqual([1000, 1001, 1002]);
    for (const { text } of entries) expect(readFileSync(file, 'utf8')).toContain(text);
    expect((await cassette.add(call('same'))).recording.startedAtMs).toBe(1003);
    expect(textsIn()).toEqual(Array(4).fill('same'));
  });

  it('is read again after another process has written it', async () => {
    const [one, other] = [new CassetteFile(file, PROTOCOLS), new CassetteFile(file, PROTOCOLS)];
    await one.add(call('one'));
    expect(textsOf(other.read())).toEqual(['one']);
    await one.add(call('two', { startedAtMs: 2000 }));
    expect(textsOf(other.read())).toEqual(['one', 'two']);
    await other.add(call('three', { startedAtMs: 3000 }));
    expect(textsOf(one.read())).toEqual(['one', 'two', 'three']);
    rmSync(file);
    expect(one.read()).toEqual([]);
  });
});

describe('pseudonyms of a cassette file', () => {
  it('must be those of its user', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS, NAMES);
    expect(cassette.read()).toEqual([]);
    expect(cassette.pseudonyms.isActive).toBe(true);
    await cassette.add(call('one'));
    expect(() => new CassetteFile(file, PROTOCOLS).read()).toThrow(expect.objectContaining({ path: 'privacy' }));
    const otherKey = new CassetteFile(file, PROTOCOLS, OTHER_KEY);
    expect(() => otherKey.read()).toThrow(expect.objectContaining({ path: 'privacy.key' }));
    expect(new CassetteFile(file, PROTOCOLS, NAMES).read()).toHaveLength(1);
  });

  it('protect a cassette that was recreated with other ones', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    const { text } = await cassette.add(call('one'));
    rmSync(file);
    writeFileSync(file, harText([text], OTHERS));
    const before = stampOf();
    await cassette.settle(new Set([text]));
    expect(stampOf()).toEqual(before);
  });
});
