import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Contracts } from '../../../src/replay/contract/contracts.js';
import { appendLines } from '../../../src/replay/file/cassette-file.js';
import { commentAbove, entryOf, entryRead, onlyOne } from '../../../src/replay/file/entry.js';
import { endsWithLine, readOnDisk, stampNow, withJournal } from '../../../src/replay/file/read-file.js';
import { HAR } from '../../../src/replay/har/read-har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
import { waitingLine } from '../../../src/replay/har/write-har.js';
import { PROTOCOLS } from '../../../src/replay/protocols.js';
import { openFiles } from '../../support/open-files.js';
import { cassetteFile } from '../cassette-folder.js';

const fileOf = cassetteFile();
let file = '';

beforeEach(() => {
  file = fileOf();
});

const RECORDING: Recording = {
  request: { method: 'GET', target: 'profile', headers: {} },
  response: { status: 200, headers: {}, text: 'OK' },
  startedAtMs: 1000,
  durationMs: 1,
};

describe('lines that are added to a file', () => {
  it('make it with a mode, and stand behind what it has without one', () => {
    appendLines(file, 'one\n', 0o640);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    appendLines(file, 'two\n', undefined);
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(openFiles(path.dirname(file))).toEqual([]);
  });

  it('are added to none that is there already, or is not there, and the error names it', () => {
    expect(() => appendLines(file, 'one\n', undefined)).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: file, message: expect.stringContaining(file) }),
    );
    writeFileSync(file, 'mine');
    expect(() => appendLines(file, 'one\n', 0o600)).toThrow(expect.objectContaining({ code: 'EEXIST', path: file }));
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe('a cassette on the disk', () => {
  it('is read with what waits beside it, and not again while it is the same', () => {
    expect(readOnDisk(file)).toEqual({ stamp: '', text: undefined, waiting: '' });
    writeFileSync(file, 'Łódź');
    writeFileSync(`${file}.journal`, 'Żółć\n');
    const { stamp } = readOnDisk(file);
    expect(stamp).toBe(stampNow(file));
    expect(readOnDisk(file)).toEqual({ stamp, text: 'Łódź', waiting: 'Żółć\n' });
    expect(readOnDisk(file, stamp)).toEqual({ stamp, text: undefined, waiting: 'Żółć\n' });
    writeFileSync(file, 'longer than that');
    expect(readOnDisk(file, stamp)).toMatchObject({ text: 'longer than that' });
    expect(stampNow(file)).not.toBe(stamp);
    expect(openFiles(path.dirname(file))).toEqual([]);
  });

  it('is not taken for one that is not there where it cannot be read', () => {
    writeFileSync(file, '');
    expect(() => readOnDisk(path.join(file, 'calls.har'))).toThrow('ENOTDIR');
    mkdirSync(`${file}.journal`);
    expect(() => readOnDisk(file)).toThrow('EISDIR');
    expect(openFiles(path.dirname(file))).toEqual([]);
  });

  it('can be added to where nothing waits, or whole lines do', () => {
    expect(endsWithLine(file)).toBe(true);
    for (const [waiting, isWhole] of [
      ['', true],
      ['a\n', true],
      ['a\nb', false],
      ['\n\n', true],
    ] as const) {
      writeFileSync(`${file}.journal`, waiting);
      expect([waiting, endsWithLine(file)]).toEqual([waiting, isWhole]);
    }
    expect(openFiles(path.dirname(file))).toEqual([]);
  });

  it('has what waits behind its own entries, but for a line that was cut off, and without what that replaces', () => {
    const [one, two] = [HAR.textOf(RECORDING), HAR.textOf({ ...RECORDING, startedAtMs: 2000 })];
    const entries = [{ text: one }, { text: 'other' }];
    const waits = (time: number, replaced: readonly string[] = []): string =>
      waitingLine({ ...RECORDING, startedAtMs: time }, new Set(replaced));
    const textsWith = (waiting: string): readonly string[] =>
      withJournal<{ readonly text: string }>(file, entries, waiting, HAR, (read) => read).map(({ text }) => text);
    expect(textsWith('')).toEqual([one, 'other']);
    expect(textsWith(waits(2000).trimEnd())).toEqual([one, 'other']);
    expect(textsWith(waits(1000) + waits(2000))).toEqual([one, 'other', two]);
    expect(textsWith(waits(2000, ['other']))).toEqual([one, two]);
    const broken = expect.objectContaining({ name: 'ValidationError', path: 'line 2' });
    expect(() => textsWith(`${waits(2000)}5\n`)).toThrow(broken);
    expect(() => textsWith(`${waits(2000)}5\n`)).toThrow(`(in the cassette ${file}.journal)`);
  });
});

describe('an entry', () => {
  const read = (recording: Recording, contracts: Contracts = PROTOCOLS): unknown =>
    entryRead({ place: 'log.entries[7]', file, text: 'as it stands', recording }, contracts, HAR);

  it('has its text from the file, and its place in the order by track, request and time', () => {
    expect(read(RECORDING)).toMatchObject({ recording: RECORDING, text: 'as it stands' });
    const keyOf = (recording: Recording): string =>
      entryOf({ recording, request: PROTOCOLS.readRecorded(recording.request) }, HAR).sortKey;
    const keys = [
      { ...RECORDING, startedAtMs: 2000 },
      RECORDING,
      { ...RECORDING, startedAtMs: 10_000, track: 'a' },
      { ...RECORDING, startedAtMs: 9000, track: 'a' },
    ].map(keyOf);
    expect([...keys].sort()).toEqual([keys[1], keys[0], keys[3], keys[2]]);
  });

  it.each([
    ['method', { method: 'GET', target: 'other', headers: {} }],
    ['postData.text', { method: 'POST', target: '', headers: { 'content-type': 'text/xml' }, text: '<a/>' }],
  ])('whose request is none is refused by its place in HAR: %s', (at, request) => {
    const path = `log.entries[7].request.${at}`;
    const refused = expect.objectContaining({ name: 'ValidationError', path });
    expect(() => read({ ...RECORDING, request })).toThrow(refused);
    expect(() => read({ ...RECORDING, request })).toThrow(`${path}: is no request`);
    expect(() => read({ ...RECORDING, request })).toThrow(`(in the cassette ${file})`);
  });

  it('is not blamed for what else goes wrong', () => {
    const broken = {
      readRecorded: () => {
        throw new RangeError('out of memory');
      },
    };
    expect(() => read(RECORDING, broken as unknown as Contracts)).toThrow(RangeError);
  });

  it('has its comments behind its first line, from which they are read again', () => {
    const request = PROTOCOLS.readRecorded(RECORDING.request);
    const format = { ...HAR, textOf: () => 'tracks:\n  - call: 1\n    # inside\n' };
    const comment = '  # one\n# two\n';
    const { text } = entryOf({ recording: RECORDING, request, comment }, format);
    expect(text).toBe('tracks:\n  # one\n# two\n  - call: 1\n    # inside\n');
    expect(commentAbove(text)).toBe(comment);
    expect(commentAbove(entryOf({ recording: RECORDING, request }, format).text)).toBe('');
  });

  it('is that of the first moment at which none is the same', () => {
    const textAt = (startedAtMs: number): string => HAR.textOf({ ...RECORDING, startedAtMs });
    const others = new Set([textAt(1000), textAt(1001), textAt(1003)]);
    const free = { ...RECORDING, startedAtMs: 1002 };
    expect(onlyOne(RECORDING, others, HAR)).toEqual([free, HAR.textOf(free)]);
    expect(onlyOne(RECORDING, new Set(), HAR)).toEqual([RECORDING, textAt(1000)]);
    expect(onlyOne(RECORDING, others, HAR, 'its own')).toEqual([RECORDING, 'its own']);
  });
});
