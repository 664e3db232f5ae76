import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHar } from '../../../src/replay/har/read-har.js';
import { entryText, harText } from '../../../src/replay/har/write-har.js';
import { ROOT } from '../../support/run.js';

describe('a cassette', () => {
  it('is written with the same bytes after reading', () => {
    const text = readFileSync(`${ROOT}test/replay/versions/3.har`, 'utf8');
    const { entries, privacy } = readHar(text, '3.har');
    expect(entries.length).toBeGreaterThan(0);
    expect(
      harText(
        entries.map(({ recording }) => entryText(recording)),
        privacy,
      ),
    ).toBe(text);
  });
});
