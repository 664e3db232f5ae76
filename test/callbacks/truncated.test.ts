import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCallback } from '../../src/callbacks/index.js';
import { BOUNDARY, inPieces, MMS, multipartBytes, refusalOf } from './support/requests.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const SMS = Buffer.from(
  'sms_to=48500100200&sms_from=48600100200&sms_text=Za%C5%BC%C3%B3%C5%82%C4%87&sms_date=1800000000',
);
const PICTURE = { disposition: 'name="f"; filename="a.jpg"', content: Buffer.from([0, 255, 13, 10, 45, 45, 1]) };
const WHOLE = multipartBytes([...MMS, PICTURE]);

function cut(body: Uint8Array, contentType: string, stated?: number): Promise<unknown> {
  const headers = {
    'content-type': contentType,
    ...(stated === undefined ? {} : { 'content-length': String(stated) }),
  };
  const request = { method: 'POST', url: '/', headers, body: inPieces(body, 16) };
  return parseCallback(request, { filesFolder: folder });
}

describe('a truncated callback', () => {
  it.each([
    ['a form', SMS, FORM],
    ['a form with files', WHOLE, MULTIPART],
  ])('at every byte of %s is refused because of its length, and leaves no files', async (_what, body, contentType) => {
    for (let length = 0; length < body.length; length++) {
      const why = `the body has ${length} bytes instead of the stated ${body.length}: it is cut off or changed`;
      const [field, message] = await refusalOf(cut(body.subarray(0, length), contentType, body.length));
      expect([field, message]).toEqual([
        '',
        // A form with files is recognised as incomplete without its length.
        contentType === FORM || length >= body.length - 2 || length === 0 ? why : expect.stringMatching(/cut off/),
      ]);
    }
    expect(await readdir(folder)).toEqual([]);
    expect(await cut(body, contentType, body.length)).toHaveLength(1);
  });

  it('at every byte of a form with files is refused without a length, too', async () => {
    const why = 'the form is cut off, or does not match its boundary';
    // Only a line end follows the last delimiter.
    for (let length = 1; length < WHOLE.length - 2; length++) {
      expect(await refusalOf(cut(WHOLE.subarray(0, length), MULTIPART))).toEqual(['', why]);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('by an error of its source is refused, and leaves no files', async () => {
    async function* breaking(length: number): AsyncGenerator<Uint8Array, void, undefined> {
      yield WHOLE.subarray(0, length);
      throw new Error('lost');
    }
    for (let length = 0; length <= WHOLE.length; length += 11) {
      const request = { method: 'POST', url: '/', headers: { 'content-type': MULTIPART }, body: breaking(length) };
      expect(await refusalOf(parseCallback(request, { filesFolder: folder }))).toEqual(['', 'the body is cut off']);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('is also refused if it is longer than its stated length', async () => {
    expect(await refusalOf(cut(SMS, FORM, SMS.length - 1))).toEqual([
      '',
      `the body has ${SMS.length} bytes instead of the stated ${SMS.length - 1}: it is cut off or changed`,
    ]);
  });
});
