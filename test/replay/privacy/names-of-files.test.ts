import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { callbackRecorder, cassette, importRecordings, redactCassette } from '../../../src/replay/index.js';
import { cassetteFile } from '../cassette-folder.js';

const privacy = { numbers: true, key: 'W3k9-qTz7-Lm2p-Xv8r-Hd5s-Nb4g' };
const fileOf = cassetteFile();
let folder = '';

beforeEach(() => {
  folder = path.dirname(fileOf());
});

const named = (name: string): string => path.join(folder, name);

describe('where numbers are not kept, none is the name of a cassette that is written', () => {
  it.each([
    '48500731942.har',
    '+48 500-731-942.har',
    'calls of 500731942.har',
    '0048.500.731.942.har',
    'Ｘ４８５００７３１９４２.har',
  ])('%s', async (name) => {
    const file = named(name);
    const refusal = (option: string): unknown =>
      expect.objectContaining({
        name: 'ValidationError',
        path: option,
        message: expect.not.stringMatching(/731/),
      });
    for (const mode of ['auto', 'record', 'update'] as const) {
      expect(() => cassette(file, { mode, privacy }, {})).toThrow(refusal('file'));
    }
    expect(() => callbackRecorder(file, { privacy }, {})).toThrow(refusal('file'));
    writeFileSync(named('from.json'), '[]');
    await expect(importRecordings(named('from.json'), { to: file, privacy })).rejects.toThrow(refusal('to'));
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, '{"log":{"_cassette":3,"entries":[]}}');
    await expect(redactCassette(file, { privacy })).rejects.toThrow(refusal('file'));
    expect(() => cassette(file, { mode: 'replay', privacy }, {})).not.toThrow();
    expect(() => cassette(file, { mode: 'record' }, {})).not.toThrow();
  });

  it.each(['calls.har', '2026-11-23 120000.har', '20261123120000.har', 'issue-12345678.har', '7.har'])(
    'but other digits may be: %s',
    (name) => {
      expect(() => cassette(named(name), { mode: 'record', privacy }, {})).not.toThrow();
    },
  );
});
