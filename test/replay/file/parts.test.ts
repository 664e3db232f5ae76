import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Contracts } from '../../../src/replay/contract/contracts.js';
import { entryOf, entryRead, onlyOne } from '../../../src/replay/file/entry.js';
import { readOnDisk, stampNow } from '../../../src/replay/file/read-file.js';
import { HAR } from '../../../src/replay/har/read-har.js';
import type { Recording } from '../../../src/replay/har/recording.js';
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

describe('a cassette on the disk', () => {
  it('is read once while it is the same', () => {
    expect(readOnDisk(file)).toEqual({ stamp: '', text: undefined });
    writeFileSync(file, 'Łódź');
    const { stamp } = readOnDisk(file);
    expect(stamp).toBe(stampNow(file));
    expect(readOnDisk(file)).toEqual({ stamp, text: 'Łódź' });
    expect(readOnDisk(file, stamp)).toEqual({ stamp, text: undefined });
    writeFileSync(file, 'longer than that');
    expect(readOnDisk(file, stamp)).toMatchObject({ text: 'longer than that' });
    expect(stampNow(file)).not.toBe(stamp);
    expect(openFiles(path.dirname(file))).toEqual([]);
  });

  it('is not taken for one that does not exist if it cannot be read', () => {
    writeFileSync(file, '');
    expect(() => readOnDisk(path.join(file, 'calls.har'))).toThrow('ENOTDIR');
    expect(openFiles(path.dirname(file))).toEqual([]);
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

  it('is that of the first moment at which none is the same', () => {
    const textAt = (startedAtMs: number): string => HAR.textOf({ ...RECORDING, startedAtMs });
    const others = new Set([textAt(1000), textAt(1001), textAt(1003)]);
    const free = { ...RECORDING, startedAtMs: 1002 };
    expect(onlyOne(RECORDING, others, HAR)).toEqual([free, HAR.textOf(free)]);
    expect(onlyOne(RECORDING, new Set(), HAR)).toEqual([RECORDING, textAt(1000)]);
    expect(onlyOne(RECORDING, others, HAR, 'its own')).toEqual([RECORDING, 'its own']);
  });
});
