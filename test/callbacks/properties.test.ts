import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallbackEvent, type CallbackKind, statusFacts } from '../../src/callbacks/description/events.js';
import { CALLBACKS, writeCallback } from '../../src/callbacks/description/kinds.js';
import { CallbackError, parseCallback } from '../../src/callbacks/index.js';
import type { CallbackRequest } from '../../src/callbacks/reading/parse-callback.js';
import { BOUNDARY, form, get, inPieces, multipart, multipartBytes, post, textPart } from './support/requests.js';

let parent = '';
let folder = '';
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
  folder = await mkdtemp(path.join(parent, 'files-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const line = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
const noCommas = line.map((text) => text.replaceAll(',', ';'));
const moment = optional(fc.integer({ min: 1, max: 9_999_999_999 }).map((seconds) => new Date(seconds * 1000)));
const points = optional(fc.integer({ min: 0, max: 1_000_000 }).map((number) => number / 100));
const id = fc.stringMatching(/^[\dA-F]{1,32}$/);
const idx = optional(fc.stringMatching(/^[\da-z]{1,255}$/));
const status = fc.oneof(fc.constantFrom('401', '402', '403', '404', '405', '413'), id);
const numberName = optional(noCommas);

const REPORT = { messageId: id, status, idx, doneAt: moment, username: numberName, to: numberName };
const RECORDS: Readonly<Record<CallbackKind, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  'sms-report': {
    ...REPORT,
    statusName: numberName,
    points,
    from: numberName,
    mcc: numberName,
    mnc: numberName,
  },
  'mms-report': REPORT,
  'vms-report': { ...REPORT, pressed: numberName, durationSeconds: optional(fc.nat(100_000)) },
  'bulk-started': {
    messageType: line,
    all: fc.nat(),
    points,
    origin: optional(line),
    info: optional(line),
    text: line,
  },
  'link-click': {
    messageId: id,
    to: optional(line),
    clickedAt: moment,
    device: optional(line),
    operatingSystem: optional(line),
    browser: optional(line),
    username: optional(line),
    ip: optional(line),
    suffix: optional(line),
  },
  'incoming-sms': {
    from: line,
    to: line,
    text: line,
    receivedAt: moment,
    username: optional(line),
    messageId: optional(id),
  },
  'incoming-mms': { from: line, to: line, subject: line, receivedAt: moment },
  'hlr-result': {
    lookupId: id,
    number: line,
    mcc: optional(line),
    mnc: optional(line),
    info: optional(line),
    status: line,
    checkedAt: moment,
    ported: optional(fc.boolean()),
    portedFrom: optional(line.filter((text) => text !== 'null')),
    idx,
  },
};

/** An event with the values that are derived from its fields. */
function eventOf(type: CallbackKind, record: Readonly<Record<string, unknown>>): CallbackEvent {
  const facts = type.endsWith('-report') ? statusFacts(record as never) : type === 'incoming-mms' ? { files: [] } : {};
  return { type, ...record, ...facts, unknownFields: {} } as never;
}

const kinds = Object.keys(CALLBACKS) as readonly CallbackKind[];

describe('whatever is written as a callback', () => {
  it.each(kinds)('is read back the same: %s', async (type) => {
    const most = type.endsWith('-report') ? 7 : 1;
    const events = fc.array(fc.record(RECORDS[type]), { minLength: 1, maxLength: most });
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 40 }), async (records, length) => {
        const written = records.map((record) => eventOf(type, record));
        const fields = writeCallback(written as [CallbackEvent]);
        const options = { kind: type };
        expect(await parseCallback(get(fields), options)).toEqual(written);
        expect(await parseCallback(post(fields), options)).toEqual(written);
        if (fields.some(([, value]) => /[\r\n]/.test(value))) return;
        const parts = fields.map(([name, value]) => textPart(name, value));
        const body = inPieces(multipartBytes(parts), length);
        expect(await parseCallback(multipart([], { body }), options)).toEqual(written);
      }),
      { numRuns: 40 },
    );
  });

  it.each(kinds)('is told by its names alone: %s', async (type) => {
    await fc.assert(
      fc.asyncProperty(fc.record(RECORDS[type]), async (record) => {
        const [event] = await parseCallback(get(writeCallback([eventOf(type, record)])));
        expect(event?.type).toBe(type);
      }),
      { numRuns: 20 },
    );
  });
});

/** Reads a request. The result is events or a typed error; only files of events exist afterwards. */
async function comesTo(request: CallbackRequest): Promise<'events' | 'error'> {
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

describe('whatever comes', () => {
  it('in a query or a form is an event or a typed error', async () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...TOKENS), fc.string()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(texts, async (pieces) => {
        const text = pieces.join('');
        expect(await comesTo({ method: 'GET', url: `/?${text}` })).toMatch(/^e/);
        expect(await comesTo(form(text))).toMatch(/^e/);
        expect(await comesTo(form(Buffer.from(text, 'latin1')))).toMatch(/^e/);
      }),
      { numRuns: 300 },
    );
  });

  it('in a form with files is an event or a typed error, and no file lies anywhere else', async () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 100 }), async (pieces, length) => {
        const body = Buffer.from(pieces.join(''), 'latin1');
        expect(await comesTo(multipart([], { body: inPieces(body, length) }))).toMatch(/^e/);
      }),
      { numRuns: 500 },
    );
  });

  it('in a right form with files of which some bytes were changed is an event or a typed error', async () => {
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
        expect(await comesTo(multipart([], { body }))).toMatch(/^e/);
      }),
      { numRuns: 500 },
    );
  });

  it('that a parser has made of a form is an event or a typed error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.object({ key: fc.constantFrom(...TOKENS), withNullPrototype: true }), async (body) => {
        expect(await comesTo(form(body))).toMatch(/^e/);
      }),
      { numRuns: 300 },
    );
  });
});
