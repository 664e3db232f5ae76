import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { RawCallback } from '../../src/callbacks/index.js';
import { eventually } from '../support/eventually.js';
import { call, deferred, FAILED, LATER, OK, recordingHandler, report, settle } from './handler/handler-calls.js';
import { BOUNDARY, multipartBytes, type RawPart, textPart } from './support/requests.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'invalid-'));
  closing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const PICTURE: RawPart = {
  disposition: 'name="file[0]"; filename="a.png"',
  heads: ['Content-Type: image/png'],
  content: 'picture',
};
/** An MMS whose date is none. */
const BAD_MMS = multipart(
  textPart('mms_from', '48500100200'),
  textPart('mms_to', '1'),
  PICTURE,
  textPart('mms_date', 'x'),
);
/** An MMS whose last part has an unsupported encoding: it is refused while it is read. */
const HALF_READ = multipart(textPart('mms_from', '1'), PICTURE, {
  disposition: 'name="mms_to"',
  heads: ['Content-Transfer-Encoding: base64'],
  content: 'MQ==',
});

function multipart(...parts: readonly RawPart[]): Parameters<typeof call>[2] {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return { method: 'POST', headers, body: multipartBytes(parts).toString('latin1') };
}

const BAD = report('1', { donedate: 'yesterday' });

describe('onInvalid of an invalid MMS', () => {
  it.each([
    ['as a whole', BAD_MMS],
    ['up to the part that does not fit', HALF_READ],
  ])('gets the files, %s, which exist until it has ended', async (_what, request) => {
    const [files, kept] = [folder(), folder()];
    const gate = deferred();
    const seen: RawCallback[] = [];
    const { handler } = recordingHandler({
      filesFolder: files,
      async onInvalid(raw): Promise<'OK'> {
        seen.push(raw);
        await gate.promise;
        for (const { path: place = '' } of raw.files) expect(readFileSync(place, 'latin1')).toBe('picture');
        return 'OK';
      },
    });
    const answer = call(handler, '', request);
    await eventually(() => expect(seen).toHaveLength(1));
    expect(readdirSync(files)).toHaveLength(1);
    expect(seen[0]?.files).toMatchObject([{ name: 'a.png', type: 'image/png', size: 7 }]);
    gate.resolve();
    expect(await answer).toEqual(OK);
    expect(readdirSync(files)).toEqual([]);
    expect(readdirSync(kept)).toEqual([]);
  });
  it('gets the files in memory if there is no folder', async () => {
    let bytes: Uint8Array | undefined;
    const { handler } = recordingHandler({ onInvalid: ({ files }) => void (bytes = files[0]?.bytes) });
    expect(await call(handler, '', BAD_MMS)).toMatchObject({ status: 400 });
    expect(Buffer.from(bytes ?? []).toString()).toBe('picture');
  });

  it('leaves no files if it fails, and neither does a handler without it', async () => {
    const files = folder();
    const failing = recordingHandler({ filesFolder: files, onInvalid: () => Promise.reject(new Error('no')) });
    expect(await call(failing.handler, '', BAD_MMS)).toEqual(FAILED);
    const { handler } = recordingHandler({ filesFolder: files });
    expect(await call(handler, '', BAD_MMS)).toMatchObject({ status: 400 });
    expect(await call(handler, '', HALF_READ)).toMatchObject({ status: 400 });
    expect(readdirSync(files)).toEqual([]);
  });
});

describe('onInvalid that exceeds its timeout', () => {
  it('is aborted by its signal, and called again by a repetition', async () => {
    const signals: AbortSignal[] = [];
    const onInvalid = (_raw: unknown, _error: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return signals.length === 1 ? new Promise<never>(() => {}) : ('OK' as const);
    };
    const { handler } = recordingHandler({ timeoutMs: 30, onInvalid });
    expect(await call(handler, BAD)).toEqual(LATER);
    expect(signals).toMatchObject([{ aborted: true }]);
    expect(await call(handler, BAD)).toEqual(OK);
  });

  it('is awaited when the handler is closed, and its failure is reported', async () => {
    const gate = deferred();
    const errors: unknown[] = [];
    const { handler } = recordingHandler({
      timeoutMs: 10,
      onInvalid: () => gate.promise,
      onError: ({ error }) => void errors.push(error),
    });
    expect(await call(handler, BAD)).toEqual(LATER);
    let isClosed = false;
    const closed = handler.close().then(() => {
      isClosed = true;
    });
    await settle();
    expect(isClosed).toBe(false);
    gate.reject(new Error('no'));
    await closed;
    expect(errors).toEqual([new Error('no')]);
  });
});
