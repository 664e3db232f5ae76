import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLBACKS } from '../../src/callbacks/description/kinds.js';
import { CallbackError, parseCallback } from '../../src/callbacks/index.js';
import type { CallbackRequest } from '../../src/callbacks/reading/parse-callback.js';
import { BOUNDARY, form, inPieces, multipart, multipartBytes, textPart } from './support/requests.js';

let parent = '';
let folder = '';
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
  folder = await mkdtemp(path.join(parent, 'files-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Reads a request. The result is events or a typed error; only files of events exist afterwards. */
async function outcomeOf(request: CallbackRequest): Promise<'events' | 'error'> {
  let result: 'events' | 'error' = 'events';
  const events = await parseCallback(request, { filesFolder: folder }).catch((error: unknown) => {
    if (!(error instanceof CallbackError)) throw error;
    result = 'error';
    return [];
  });
  const paths = events.flatMap((event) => (event.type === 'incoming-mms' ? event.files.map((file) => file.path) : []));
  expect((await readdir(folder)).map((name) => path.join(folder, name)).sort()).toEqual([...paths].map(String).sort());
  expect(await readdir(parent)).toEqual([path.basename(folder)]);
  for (const file of paths) await rm(String(file));
  return result;
}

const TOKENS = [
  ...Object.values(CALLBACKS).flatMap(({ fields }) => Object.values(fields).map(({ name }) => name)),
  ...[
    '&',
    '=',
    '%',
    '+',
    ',',
    '%2C',
    '%C5',
    '%00',
    '%zz',
    '[',
    ']',
    '__proto__',
    '\ufeff',
    '0',
    '1800000000',
    'null',
    '',
  ],
  ...['a'.repeat(33), '404', '💥', '\r\n', '\0'],
];
const PIECES = [
  ...[`--${BOUNDARY}`, `--${BOUNDARY}--`, '\r\n', '\r\n\r\n', '\n', '--', '-', `\r\n--${BOUNDARY.slice(0, 3)}`],
  ...['Content-Disposition: form-data; name="mms_from"', 'Content-Disposition: form-data; name="mms_to"', '1'],
  ...['Content-Disposition: form-data; name="f"; filename="../../x"', "; filename*=UTF-8''%2e%2e%2fx", '; name="', '"'],
  ...[
    'Content-Type: text/plain; charset=utf-16le',
    'Content-Type: image/jpeg',
    ':',
    ' x',
    '\xff',
    '\0',
    'x'.repeat(300),
  ],
];

describe('any input', () => {
  it('in a query or a form gives events or a typed error', async () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...TOKENS), fc.string()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const text = pieces.join('');
        expect(await outcomeOf({ method: 'GET', url: `/?${text}` })).toMatch(/^e/);
        expect(await outcomeOf(form(text))).toMatch(/^e/);
        expect(await outcomeOf(form(Buffer.from(text, 'latin1')))).toMatch(/^e/);
      }),
      { numRuns: 300 },
    );
  });

  it('in a form with files gives events or a typed error, and leaves only the files of events', async () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 100 }), async (pieces, length) => {
        const body = Buffer.from(pieces.join(''), 'latin1');
        expect(await outcomeOf(multipart([], { body: inPieces(body, length) }))).toMatch(/^e/);
      }),
      { numRuns: 500 },
    );
  });

  it('in a valid form with files and some changed bytes gives events or a typed error', async () => {
    const file = { disposition: 'name="f"; filename="a"', heads: ['Content-Type: image/jpeg'], content: 'abc' };
    const parts = [textPart('mms_from', '1'), textPart('mms_to', '2'), file, file];
    const right = multipartBytes(parts);
    const changes = fc.array(fc.tuple(fc.nat(right.length - 1), fc.constantFrom(0, 10, 13, 34, 45, 59, 255)), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const body = Buffer.from(right);
        for (const [at, byte] of list) body[at] = byte;
        expect(await outcomeOf(multipart([], { body }))).toMatch(/^e/);
      }),
      { numRuns: 500 },
    );
  });

  it('from a form parser gives events or a typed error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ key: fc.constantFrom(...TOKENS), withNullPrototype: true }), async (body) => {
        expect(await outcomeOf(form(body))).toMatch(/^e/);
      }),
      { numRuns: 300 },
    );
  });
});
