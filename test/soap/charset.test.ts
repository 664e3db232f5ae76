import { describe, expect, it } from 'vitest';
import { SmsServiceStub } from '../../generated/index.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapAnswer } from '../support/fake-transport.js';

const TEXT = 'Zażółć gęślą jaźń';
/** The text in ISO-8859-2 and in windows-1250, byte by byte. */
const LATIN2 = 'Za\u00bf\u00f3\u00b3\u00e6 g\u00ea\u00b6l\u00b1 ja\u00bc\u00f1';
const WINDOWS_1250 = 'Za\u00bf\u00f3\u00b3\u00e6 g\u00ea\u009cl\u00b9 ja\u009f\u00f1';

async function describedBy(body: Buffer, contentType: string): Promise<unknown> {
  const transport = fakeTransport({ headers: { 'content-type': contentType }, body });
  const stub = new SmsServiceStub({ transport, url: 'http://gateway.test/' });
  return (await stub.soap_CheckPoints({ client: { username: 'a', password: 'b' } })).description;
}

/** An answer that declares one encoding and is written in the given bytes. */
function answer(declared: string | undefined, bytes: string, encoding: BufferEncoding = 'latin1'): Buffer {
  const declaration = declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
  const document = soapAnswer('soap_CheckPoints', '<description>@</description>').replace(/<\?xml.*\?>\n/, declaration);
  return Buffer.from(document.replace('@', bytes), encoding);
}

const utf8 = Buffer.from(TEXT, 'utf8').toString('latin1');
const withMark = (mark: readonly number[], body: Buffer): Buffer => Buffer.concat([Buffer.from(mark), body]);
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

describe('the charset of an answer', () => {
  it.each([
    ['is UTF-8 where nothing is said', answer(undefined, utf8), 'text/xml'],
    ["is the declaration's", answer('ISO-8859-2', LATIN2), 'text/xml'],
    ["is the declaration's, windows-1250", answer('windows-1250', WINDOWS_1250), 'text/xml'],
    [
      "is the Content-Type's before the declaration's: NuSOAP's Faults",
      answer('ISO-8859-1', utf8),
      'text/xml; charset=UTF-8',
    ],
    ["is the Content-Type's, in quotes and any case", answer('UTF-8', LATIN2), 'text/xml; Charset="ISO-8859-2"'],
    [
      'is that of a byte order mark before all: UTF-8',
      withMark([0xef, 0xbb, 0xbf], answer('ISO-8859-2', utf8)),
      'text/xml; charset=ISO-8859-2',
    ],
    ['is that of a byte order mark: UTF-16LE', withMark([0xff, 0xfe], answer('UTF-16', TEXT, 'utf16le')), 'text/xml'],
    [
      'is that of a byte order mark: UTF-16BE',
      withMark([0xfe, 0xff], utf16be(answer('UTF-16', utf8).toString('utf8'))),
      'text/xml',
    ],
  ])('%s', async (_name, body, contentType) => {
    expect(await describedBy(body, contentType)).toBe(TEXT);
  });

  it('ISO-8859-1 is itself, not windows-1252', async () => {
    expect(await describedBy(answer('ISO-8859-1', '\u00e9\u0085'), 'text/xml')).toBe('\u00e9\u0085');
  });

  it.each([
    ['bytes that are not UTF-8', answer('UTF-8', '\u00ff'), 'text/xml'],
    ['a letter that is cut off', answer('UTF-8', '\u00c5'), 'text/xml'],
    ['UTF-8 in overlong form', answer('UTF-8', '\u00c0\u00af'), 'text/xml'],
    ['half a surrogate pair in UTF-8', answer('UTF-8', '\u00ed\u00a0\u0080'), 'text/xml'],
    ['bytes that are not US-ASCII', answer('US-ASCII', '\u00e9'), 'text/xml'],
    ['a charset that is not known', answer('EBCDIC-PL', 'x'), 'text/xml'],
  ])('%s are an error, never U+FFFD', async (_name, body, contentType) => {
    expect(await rejection(describedBy(body, contentType))).toMatchObject({ name: 'DecodeError', outcome: 'unknown' });
  });
});
