import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IncomingMmsEvent, parseCallback } from '../../src/callbacks/index.js';
import { fromNode } from '../../src/callbacks/reading/from-node.js';
import { readCallback } from '../../src/callbacks/reading/read-callback.js';
import {
  BOUNDARY,
  inPieces,
  MMS,
  multipart,
  multipartBytes,
  type RawPart,
  refusalOf,
  settingsOf,
  textPart,
} from './support/requests.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sms-callbacks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (disposition: string, content: RawPart['content'], ...heads: readonly string[]): RawPart => ({
  disposition,
  heads,
  content,
});
const PICTURE = file('name="f"; filename="a.jpg"', Buffer.from([0, 255, 13, 10, 45, 45]), 'Content-Type: image/jpeg');

async function mmsOf(parts: readonly RawPart[], options = {}): Promise<IncomingMmsEvent> {
  const [event] = await parseCallback(multipart([...MMS, ...parts]), options);
  if (event?.type !== 'incoming-mms') throw new Error('is no MMS');
  return event;
}

describe('files of an MMS', () => {
  it('are all parts with a file name, for any field name, in their order', async () => {
    const event = await mmsOf([PICTURE, file('name="text"; filename="b.txt"', 'ż'), textPart('other', 'kept')]);
    expect(event.files).toEqual([
      { name: 'a.jpg', type: 'image/jpeg', size: 6, bytes: Buffer.from([0, 255, 13, 10, 45, 45]) },
      { name: 'b.txt', type: 'application/octet-stream', size: 2, bytes: Buffer.from('ż') },
    ]);
    expect(event).toMatchObject({ subject: 'Zażółć', unknownFields: { other: 'kept' } });
  });

  it.each([
    ['a path, as it was sent', 'filename="../../etc/passwd"', '../../etc/passwd'],
    ['letters beyond ASCII', 'filename="zażółć.jpg"', 'zażółć.jpg'],
    ['an extended value beside a plain one', 'filename="zly.jpg"; filename*=utf-8\'pl\'z%C5%82y.jpg', 'zły.jpg'],
  ])('have a name from %s', async (_what, disposition, name) => {
    const event = await mmsOf([file(`name="f"; ${disposition}`, 'x')], { filesFolder: folder });
    expect(event.files).toMatchObject([{ name, size: 1 }]);
    expect(path.dirname(event.files[0]?.path ?? '')).toBe(folder);
  });

  it('are stored in the folder under random names, readable only by the owner', async () => {
    const event = await mmsOf([PICTURE, PICTURE, file('name="f"; filename="empty"', '')], { filesFolder: folder });
    const names = await readdir(folder);
    expect(names).toHaveLength(3);
    for (const name of names) expect(name).toMatch(/^callback-[\da-f]{32}$/);
    for (const { path: place = '', size, bytes } of event.files) {
      expect(bytes).toBeUndefined();
      const { mode, size: written } = await stat(place);
      expect([mode & 0o777, written]).toEqual([0o600, size]);
    }
    expect(await readFile(event.files[0]?.path ?? '')).toEqual(PICTURE.content);
  });

  it('are complete if the body arrives in pieces of any length', async () => {
    const content = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251));
    content.write(`\r\n--${BOUNDARY.slice(0, -1)}\r\n-\r\n--limit`, 1000);
    const body = multipartBytes([...MMS, file('name="f"; filename="a"', content), PICTURE]);
    for (const length of [1, 2, 3, 5, 7, 13, 64, 100, 1023, body.length]) {
      const [event] = await parseCallback(multipart([], { body: inPieces(body, length) }));
      const [first, second] = (event as IncomingMmsEvent).files;
      expect(Buffer.compare(first?.bytes ?? Buffer.alloc(0), content), `pieces of ${length}`).toBe(0);
      expect(second?.bytes).toEqual(PICTURE.content);
    }
  });

  it('may follow a preamble and precede an epilogue', async () => {
    const body = Buffer.concat([Buffer.from('about\r\n'), multipartBytes([...MMS, PICTURE]), Buffer.from('the end')]);
    for (const length of [1, 9, body.length]) {
      const [event] = await parseCallback(multipart([], { body: inPieces(body, length) }));
      expect(event).toMatchObject({ files: [{ size: 6 }] });
    }
  });

  it('identify an MMS by their content and order', async () => {
    const keyOf = async (...parts: readonly RawPart[]): Promise<unknown> => {
      const stream = (async function* () {
        yield multipartBytes([...MMS, ...parts]);
      })();
      const header = (name: string): string | undefined =>
        name === 'content-type' ? `multipart/form-data; boundary=${BOUNDARY}` : undefined;
      const arrived = { method: 'POST', path: '/', query: '', header, peer: undefined };
      const read = await readCallback({ ...arrived, body: { kind: 'stream', stream } }, settingsOf());
      return read.kind === 'events' ? read.events[0]?.key.id : undefined;
    };
    const other = file('name="g"; filename="b"', 'other');
    const first = await keyOf(PICTURE, other);
    expect(await keyOf({ ...PICTURE, disposition: 'name="x"; filename="y"' }, other)).toBe(first);
    expect(await keyOf(other, PICTURE)).not.toBe(first);
    expect(await keyOf(PICTURE)).not.toBe(first);
    expect(await keyOf(file('name="g"; filename="b"', 'oth'), file('name="g"; filename="b"', 'er'))).not.toBe(
      await keyOf(other),
    );
  });
});

describe('a form with files is refused, and leaves no files', () => {
  const raw = (text: string): Buffer => Buffer.from(text.replaceAll('@', `--${BOUNDARY}`), 'latin1');
  const HEAD = 'Content-Disposition: form-data; name="f"; filename="a"';
  const UNREAD = 'a part of the form has a line in its head that cannot be read';
  const CUT = 'the form is cut off, or does not match its boundary';
  it.each<[string, Buffer, string, string]>([
    ['that has no delimiter', raw('MsgId=1'), '', CUT],
    ...['\n', '\r'].map((end): [string, Buffer, string, string] => [
      `with a bare ${end === '\n' ? 'LF' : 'CR'} in a head, behind which others would be hidden`,
      raw(`@\r\n${HEAD}\r\nX-A: a${end}X-B: b\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n@--\r\n`),
      '',
      UNREAD,
    ]),
    [
      'with two heads',
      raw(`@\r\n${HEAD}\r\n${HEAD}\r\n\r\nx\r\n@--\r\n`),
      '',
      'a part of the form has content-disposition twice',
    ],
    [
      'in an encoding',
      raw(`@\r\n${HEAD.replace('"f"', '"mms_subject"')}\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n@--\r\n`),
      'mms_subject',
      'has an unsupported Content-Transfer-Encoding',
    ],
    [
      'with a text that is no UTF-8',
      raw('@\r\nContent-Disposition: form-data; name="mms_subject"\r\n\r\n\xb1\r\n@--\r\n'),
      'mms_subject',
      'the bytes are not valid UTF-8',
    ],
    [
      'with a head that goes on and on',
      raw(`@\r\n${HEAD}\r\n${'x: y\r\n'.repeat(100_000)}\r\nx\r\n@--\r\n`),
      '',
      'a part of the form has a head of more than 100 lines or 16384 bytes',
    ],
  ])('%s', async (_what, body, field, why) => {
    const before = multipartBytes([...MMS, PICTURE]).subarray(0, -(BOUNDARY.length + 6));
    for (const bytes of [body, Buffer.concat([before, body])]) {
      for (const length of [bytes.length, ...(bytes.length < 1000 ? [1] : [])]) {
        const read = parseCallback(multipart([], { body: inPieces(bytes, length) }), { filesFolder: folder });
        expect(await refusalOf(read)).toEqual([field, field === '' ? why : `${field}: ${why}`]);
        expect(await readdir(folder)).toEqual([]);
      }
    }
  });

  it.each([['with one that is too long', `multipart/form-data; boundary=${'b'.repeat(71)}`]])(
    '%s',
    async (_what, contentType) => {
      const read = parseCallback({ ...multipart(MMS), headers: { 'content-type': contentType } });
      expect(await refusalOf(read)).toEqual(['', 'the boundary of the form is missing or invalid']);
    },
  );

  it.each([
    ['too many files', [PICTURE, PICTURE], { files: 1 }, 'the request has more than 1 files'],
    [
      'a file that is too large',
      [PICTURE, file('name="f"; filename="b"', 'x'.repeat(200_000))],
      { fileBytes: 100_000 },
      'a file has more than 100000 bytes',
    ],
    ['a body that is too large', [PICTURE, PICTURE], { bodyBytes: 500 }, 'the body has more than 500 bytes'],
  ])('with %s', async (_what, parts, limits, why) => {
    const body = inPieces(multipartBytes([...MMS, ...parts]), 100);
    expect(await refusalOf(parseCallback(multipart([], { body }), { limits, filesFolder: folder }))).toEqual(['', why]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('with an invalid field after its files', async () => {
    const read = parseCallback(multipart([PICTURE, ...MMS, textPart('mms_date', 'x')]), { filesFolder: folder });
    expect(await refusalOf(read)).toEqual(['mms_date', 'incoming-mms: mms_date: appears more than once']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('with files that its kind does not have', async () => {
    const read = parseCallback(multipart([textPart('sms_from', '1'), PICTURE]), { filesFolder: folder });
    expect(await refusalOf(read)).toEqual(['', 'incoming-sms: has files, which this kind of event does not allow']);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('when files cannot be written', () => {
  it('the error of the system is thrown, and the other files are removed', async () => {
    await expect(mmsOf([PICTURE], { filesFolder: path.join(folder, 'missing') })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await writeFile(path.join(folder, 'file'), '');
    await expect(mmsOf([PICTURE], { filesFolder: path.join(folder, 'file') })).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
    expect(await readdir(folder)).toEqual(['file']);
  });
});

describe('a full disk', () => {
  it('leaves no files, and no open file', async (context) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
    context.skip(mounted.status !== 0, 'only root may mount a disk');
    try {
      const large = file('name="f"; filename="b"', Buffer.alloc(400_000, 'x'));
      for (const parts of [[large], [PICTURE, large], [PICTURE, PICTURE, large, PICTURE]]) {
        for (const length of [1000, 1_000_000]) {
          const body = inPieces(multipartBytes([...MMS, ...parts]), length);
          const read = parseCallback(multipart([], { body }), { filesFolder: folder });
          await expect(read).rejects.toMatchObject({ code: 'ENOSPC' });
          expect(await readdir(folder)).toEqual([]);
        }
      }
      const open = await Promise.all(
        (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
      );
      expect(open.filter((target) => target.startsWith(folder))).toEqual([]);
    } finally {
      spawnSync('umount', [folder]);
    }
  });
});

describe('files from another parser', () => {
  it.each([
    ['a list', { files: [{ originalname: 'a.jpg' }] }],
    ['a single file', { file: { originalname: 'a.jpg' } }],
  ])('are refused: %s', async (_what, parsed) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': '1000' };
    const body = { mms_to: '1', mms_from: '2', mms_subject: 'Hi', mms_date: '' };
    const request = { method: 'POST', url: '/', headers, readableDidRead: true, body, ...parsed };
    await expect(readCallback(fromNode(request), settingsOf())).rejects.toMatchObject({
      status: 400,
      reason: 'the files of the form were already read by another parser. Mount the handler before that parser',
    });
  });
});
