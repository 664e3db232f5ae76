import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CassetteFile, type Rewriting } from '../../../src/replay/file/cassette-file.js';
import type { Entry, RecordingWithRequest } from '../../../src/replay/file/entry.js';
import type { PrivacyMark } from '../../../src/replay/har/har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { ChosenPrivacy } from '../../../src/replay/privacy/chosen-privacy.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';
import { giveLock, startOf } from '../../files/given.js';
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
/** What whoever opens the file now finds in it, in its order. */
const textsIn = (name: string = file): readonly (string | undefined)[] =>
  textsOf(new CassetteFile(name, PROTOCOLS).read());
const stampOf = (name: string = file): readonly number[] => [statSync(name).ino, statSync(name).mtimeMs];
const withNames = (key: string): ChosenPrivacy =>
  new ChosenPrivacy({ numbers: false, names: true, texts: false, key }, {});
/** Slow to derive: once for all tests. */
const [NAMES, OTHER_KEY] = [withNames('a key of more than 16 characters'), withNames('another key of many characters')];
/** So much that a cassette is no longer written anew with every call. */
const LARGE = 'large'.padEnd(262_144, 'x');
/** The pseudonyms of somebody else. */
const OTHERS: PrivacyMark = { kinds: ['names'], key: '0123456789abcdef' };

describe('the file of a cassette', () => {
  it('has no entries where there is none, and is not made by reading', () => {
    expect(new CassetteFile(file, PROTOCOLS).read()).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  it('is made with its folders, and has a call as soon as that was added', async () => {
    const deep = path.join(path.dirname(file), 'a/b/calls.har');
    const cassette = new CassetteFile(deep, PROTOCOLS);
    const entry = await cassette.add(call('one'));
    expect(entry.recording).toEqual(call('one').recording);
    expect(textsIn(deep)).toEqual(['one']);
    expect(readFileSync(deep, 'utf8')).toContain(entry.text);
  });

  it('holds what was added at once, and each of two calls that are the same, by the millisecond', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    const same = [call('same'), call('same'), call('same')];
    const entries = await Promise.all(same.map((one) => cassette.add(one)));
    expect(entries.map(({ recording }) => recording.startedAtMs)).toEqual([1000, 1001, 1002]);
    for (const { text } of entries) expect(readFileSync(file, 'utf8')).toContain(text);
    expect((await cassette.add(call('same'))).recording.startedAtMs).toBe(1003);
    expect(textsIn()).toEqual(Array(4).fill('same'));
  });

  it('is read again when somebody else has written it', async () => {
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

describe('a large cassette', () => {
  it('is read before a call is added when somebody else has written it', async () => {
    const [one, other] = [new CassetteFile(file, PROTOCOLS), new CassetteFile(file, PROTOCOLS)];
    await one.add(call(LARGE));
    await other.rewrite((mark) => ({ mark, make: ({ recording }) => ({ ...recording, track: 'a' }) }), false);
    await one.add(call('beside'));
    expect(textsIn()).toHaveLength(2);
  });
});

describe('pseudonyms', () => {
  it('are those of its user, whom another cassette is refused by the name of the option', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS, NAMES);
    expect(cassette.read()).toEqual([]);
    expect(cassette.pseudonyms.isActive).toBe(true);
    await cassette.add(call('one'));
    expect(() => new CassetteFile(file, PROTOCOLS).read()).toThrow(expect.objectContaining({ path: 'privacy' }));
    const otherKey = new CassetteFile(file, PROTOCOLS, OTHER_KEY);
    expect(() => otherKey.read()).toThrow(expect.objectContaining({ path: 'privacy.key' }));
    expect(new CassetteFile(file, PROTOCOLS, NAMES).read()).toHaveLength(1);
  });

  it('of others do not matter where the recordings are to go, or where there are none', () => {
    writeFileSync(file, harText([entryText(call('one').recording)], OTHERS));
    expect(() => new CassetteFile(file, PROTOCOLS).read()).toThrow(expect.objectContaining({ path: 'privacy' }));
    expect(new CassetteFile(file, PROTOCOLS).read(true)).toHaveLength(1);
    writeFileSync(file, harText([], OTHERS));
    expect(new CassetteFile(file, PROTOCOLS).read()).toEqual([]);
  });

  it('are nobody else’s: at its end a cassette that was made anew with others stays as it is', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    const { text } = await cassette.add(call('one'));
    rmSync(file);
    writeFileSync(file, harText([text], OTHERS));
    const before = stampOf();
    await cassette.settle(new Set([text]));
    expect(stampOf()).toEqual(before);
  });
});

describe('at its end a cassette', () => {
  it('that is not there, or has nothing to do, stays as it is', async () => {
    await new CassetteFile(path.join(path.dirname(file), 'a/calls.har'), PROTOCOLS).settle(new Set(['gone']));
    expect(readdirSync(path.dirname(file))).toEqual([]);
    const cassette = new CassetteFile(file, PROTOCOLS);
    await cassette.add(call('one'));
    const before = stampOf();
    await cassette.settle();
    await cassette.settle(new Set(['gone']));
    expect(stampOf()).toEqual(before);
  });

  it('needs no lock where it has nothing to do', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    await cassette.add(call('one'));
    giveLock(`${file}.lock`, { pid: process.pid, thread: process.pid, start: startOf(process.pid) });
    await expect(cassette.settle()).resolves.toBeUndefined();
    rmSync(`${file}.lock`);
  });

  it('loses what somebody who was killed has left half written', async () => {
    writeFileSync(`${file}.tmp`, '{');
    await new CassetteFile(file, PROTOCOLS).settle();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });
});

describe('entries', () => {
  it('are exchanged for others at once', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    const [one] = [await cassette.add(call('one')), await cassette.add(call('two'))];
    const removed = new Set([one.text]);
    const held = await cassette.exchange((entries) => {
      expect(textsOf(entries)).toEqual(['one', 'two']);
      return { removed, added: [call('two'), call('three', { startedAtMs: 500 })] };
    });
    const all = ['three', 'two', 'two'];
    expect([textsOf(held), textsIn()]).toEqual([all, all]);
  });

  it('are taken over where they are not there yet, each of the same ones', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    expect(await cassette.addNew([call('same'), call('same'), call('other')])).toBe(3);
    const before = stampOf();
    expect(await cassette.addNew([call('same'), call('same'), call('other')])).toBe(0);
    expect(await cassette.addNew([])).toBe(0);
    expect(stampOf()).toEqual(before);
    expect(await cassette.addNew([call('same'), call('new')])).toBe(1);
    const texts = textsIn();
    expect(texts).toHaveLength(4);
    expect(texts).toEqual(expect.arrayContaining(['new', 'other', 'same']));
  });

  it('are made anew, with what is a pseudonym in them then, or not in a dry run', async () => {
    const cassette = new CassetteFile(file, PROTOCOLS);
    await cassette.add(call('one'));
    const before = stampOf();
    const mark = NAMES.pseudonyms.mark;
    const plan = (found: unknown): Rewriting => {
      expect(found).toBeUndefined();
      return { mark, make: ({ recording }) => ({ ...recording, track: 'a' }) };
    };
    const [[one, other] = []] = await cassette.rewrite(plan, true);
    expect([one?.recording.track, other?.recording.track]).toEqual([undefined, 'a']);
    expect(stampOf()).toEqual(before);
    await cassette.rewrite(plan, false);
    const [entry] = new CassetteFile(file, PROTOCOLS, NAMES).read();
    expect(entry?.recording.track).toBe('a');
  });
});
