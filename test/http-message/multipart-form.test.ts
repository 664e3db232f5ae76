import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { formReaderFor, type MultipartFields } from '../../src/http-message/multipart/read-multipart.js';
import { writeMultipart } from '../../src/http-message/multipart/write-multipart.js';

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const WAVE = bytesOf('RIFF\x00\xff\r\n--x');

/** A file in pieces, and how often it was opened. */
function fileOf(...pieces: readonly string[]): {
  readonly source: { readonly length: number; open(): AsyncIterable<Uint8Array> };
  opened(): number;
} {
  let times = 0;
  const source = {
    length: pieces.join('').length,
    async *open() {
      times += 1;
      for (const piece of pieces) yield bytesOf(piece);
    },
  };
  return { source, opened: () => times };
}

async function collected(body: { open(): AsyncIterable<Uint8Array> }): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body.open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readMultipart(body: Uint8Array, contentType: string): Promise<MultipartFields> {
  const read = await formReaderFor(contentType);
  if (read === undefined) throw new Error('is no form');
  return read(body);
}

/** What Node.js reads of a form. */
async function readByNode(body: Uint8Array, contentType: string): Promise<MultipartFields> {
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      const { name: fileName, type } = value;
      return [name, { name: fileName, type, bytes: Buffer.from(await value.arrayBuffer()) }] as const;
    }),
  );
}

describe('a form with a file, as it is written', () => {
  it('has its fields in order, then the file', async () => {
    const { source } = fileOf('RI', 'FF');
    const file = { field: 'file', name: 'say "hi".wav', type: 'audio/wav', source };
    const { contentType, body } = writeMultipart(
      [
        ['to', '500100200'],
        ['to', 'ż'],
      ],
      file,
      'limit',
    );
    expect(contentType).toBe('multipart/form-data; boundary=limit');
    const text =
      '--limit\r\ncontent-disposition: form-data; name="to"\r\n\r\n500100200\r\n' +
      '--limit\r\ncontent-disposition: form-data; name="to"\r\n\r\nż\r\n' +
      '--limit\r\ncontent-disposition: form-data; name="file"; filename="say %22hi%22.wav"\r\n' +
      'content-type: audio/wav\r\n\r\nRIFF\r\n--limit--\r\n';
    expect((await collected(body)).toString()).toBe(text);
    expect(body.length).toBe(Buffer.byteLength(text));
  });

  it('reads the file anew each time, and not before', async () => {
    const { source, opened } = fileOf('RI', 'FF');
    const { body } = writeMultipart([], { field: 'file', name: 'a.wav', source });
    expect(opened()).toBe(0);
    const first = await collected(body);
    expect((await collected(body)).equals(first)).toBe(true);
    expect(opened()).toBe(2);
  });

  it.each<[string, () => unknown]>([
    ['the field text contains a lone surrogate', () => writeMultipart([['text', '\ud83d']], { ...FILE, name: 'a' })],
    ['the name of a field contains a lone surrogate', () => writeMultipart([['\ude00', '']], { ...FILE, name: 'a' })],
    ['the field file contains a lone surrogate', () => writeMultipart([], { ...FILE, name: '\ud83d' })],
    ['the type of the file is not a media type', () => writeMultipart([], { ...FILE, name: 'a', type: 'a/b\r\nx: y' })],
  ])('is refused: %s', (why, write) => {
    expect(write).toThrow(new Problem(why));
  });

  it('is read by Node.js, and here, as what was written', async () => {
    const text = fc.string({ unit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text)), text, fc.uint8Array(), async (fields, name, bytes) => {
        const source = { length: bytes.length, open: () => pieceOf(bytes) };
        const { contentType, body } = writeMultipart(fields, { field: 'file', name, source });
        const written = await collected(body);
        expect(written).toHaveLength(body.length ?? -1);
        const file = { name, type: 'application/octet-stream', bytes: Buffer.from(bytes) };
        expect(await readMultipart(written, contentType)).toEqual([...fields, ['file', file]]);
        // Its reader takes a byte order mark away.
        if (/\ufeff/.test(JSON.stringify(fields) + name)) return;
        expect(await readByNode(written, contentType)).toEqual([...fields, ['file', file]]);
      }),
    );
  });
});

async function* pieceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

const FILE = { field: 'file', source: fileOf('').source };
const TYPE = 'multipart/form-data; boundary="x"';
const field = (headers: string, value: string): string =>
  `--x\r\ncontent-disposition: form-data; ${headers}\r\n\r\n${value}\r\n`;

describe('a form with files, as it is read', () => {
  it('has texts and files in their order, as Node.js writes them', async () => {
    const form = new FormData();
    form.append('to', '500100200');
    form.append('file', new File([WAVE], 'ż "a".wav', { type: 'audio/wav' }));
    form.append('to', 'Łódź ');
    const response = new Response(form);
    const body = new Uint8Array(await response.arrayBuffer());
    expect(await readMultipart(body, response.headers.get('content-type') ?? '')).toEqual([
      ['to', '500100200'],
      ['file', { name: 'ż "a".wav', type: 'audio/wav', bytes: Buffer.from(WAVE) }],
      ['to', 'Łódź '],
    ]);
  });

  it.each<[string, string, MultipartFields]>([
    ['of no field', '--x--\r\n', []],
    ['with text before and behind it', `about\r\n${field('name="a"', '1')}--x--\r\nthe end`, [['a', '1']]],
    ['with line breaks in a value', `${field('name="a"', '\r\n1\r\n')}--x--`, [['a', '\r\n1\r\n']]],
    ['with a name without quotes', `${field('name=a', '1')}--x--`, [['a', '1']]],
    ['with quotes escaped in both ways', `${field('name="a%22\\"b"', '1')}--x--`, [['a""b', '1']]],
    [
      'with a charset',
      `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=ISO-8859-2\r\n\r\n\xb3\r\n--x--`,
      [['a', 'ł']],
    ],
    [
      'with a file that has no name',
      `${field('name="f"; filename=""', '\xff')}--x--`,
      [['f', { name: '', type: 'application/octet-stream', bytes: Buffer.from([0xff]) }]],
    ],
    [
      'with a file whose name is encoded',
      `${field("name=f; filename*=utf-8''%C5%BC", '\xff')}--x--`,
      [['f', { name: 'ż', type: 'application/octet-stream', bytes: Buffer.from([0xff]) }]],
    ],
  ])('may be one %s', async (_what, body, fields) => {
    expect(await readMultipart(bytesOf(body), TYPE)).toEqual(fields);
  });

  it('is none where its type is another', async () => {
    expect(await formReaderFor('multipart/related; boundary=x')).toBeUndefined();
    expect(await formReaderFor(undefined)).toBeUndefined();
  });

  const CUT = 'the form does not match its boundary, or is incomplete';
  it.each<[string, string, string, string]>([
    ['without a boundary', '--x--', 'multipart/form-data', 'the form has no boundary'],
    ['that is empty', '', TYPE, CUT],
    ['with another boundary', field('name="a"', '1'), 'multipart/form-data; boundary=y', CUT],
    ['with line ends of LF', `${field('name="a"', '1')}--x--`.replaceAll('\r\n', '\n'), TYPE, CUT],
    ['that ends in a field', field('name="a"', '1'), TYPE, CUT],
    ['with a field that has no name', `${field('filename="a"', '1')}--x--`, TYPE, 'a field of the form has no name'],
    [
      'with a field of two names',
      `${field('name="a"; name="b"', '1')}--x--`,
      TYPE,
      'a part of the form has a duplicate parameter',
    ],
    ['with a name that is no UTF-8', `${field('name="\xb3"', '1')}--x--`, TYPE, 'the bytes are not valid UTF-8'],
    ['with a text that is no UTF-8', `${field('name="a"', '\xb3')}--x--`, TYPE, 'the bytes are not valid UTF-8'],
    ['of too many fields', field('name="a"', '').repeat(10_001), TYPE, 'the form has more than 10000 fields'],
  ])('is refused %s', async (_what, body, contentType, why) => {
    await expect(readMultipart(bytesOf(body), contentType)).rejects.toThrow(new Problem(why));
  });
});
