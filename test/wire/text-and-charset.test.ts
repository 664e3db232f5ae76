import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { soapResponse } from '../support/fake-transport.js';
import { groupRequest, receive } from './requests.js';
import { clientFor, credentials, description, numbersResponse, stubFor, WAYS } from './responses.js';

describe('text', () => {
  it.each<[string, string, string]>([
    ['keeps its white space', '  a\n\tb \n', '  a\n\tb \n'],
    ['of white space alone is kept', ' \n ', ' \n '],
    ['has its line ends made one, as XML says', 'a\r\nb\rc', 'a\nb\nc'],
    ['keeps a carriage return that is written as a reference', '&#13;\n&#xD;', '\r\n\r'],
    ['has its references resolved', '&lt;&amp;&gt;&quot;&apos;&#65;&#x105;&#128512;', '<&>"\'Aą😀'],
    ['has its CDATA resolved', 'a<![CDATA[<b>&amp;]]]]><![CDATA[>]]>c', 'a<b>&amp;]]>c'],
    ['has its comments and instructions left out', 'a<!-- x -->b<?pi y?>c', 'abc'],
    ['may be empty', '', ''],
  ])('%s', async (_name, written, text) => {
    expect(await description(`<description>${written}</description>`)).toBe(text);
    const { groups } = await receive(groupRequest(`<name>N</name><info>${written}</info>`));
    expect(groups).toEqual([{ name: 'N', info: text }]);
    const record = `<arNumbers><i><number>1</number><name>${written}</name></i></arNumbers>`;
    for (const [, read] of WAYS) {
      expect(await read(clientFor(numbersResponse(`<result>0</result>${record}`)))).toMatchObject([{ name: text }]);
    }
  });
});

const TEXT = 'Zażółć gęślą jaźń';
/** The text in ISO-8859-2 and in windows-1250, byte by byte. */
const LATIN2 = 'Za\u00bf\u00f3\u00b3\u00e6 g\u00ea\u00b6l\u00b1 ja\u00bc\u00f1';
const UTF8 = Buffer.from(TEXT, 'utf8').toString('latin1');

/** A document that declares one encoding and is written in given bytes; `@` marks the text. */
function written(
  document: string,
  declared: string | undefined,
  bytes: string,
  encoding: BufferEncoding = 'latin1',
): Buffer {
  const declaration = declared === undefined ? '' : `<?xml version="1.0" encoding="${declared}"?>`;
  return Buffer.from(document.replace(/^<\?xml.*?\?>\n?/, declaration).replace('@', bytes), encoding);
}

const marked = (mark: readonly number[], body: Buffer): Buffer => Buffer.concat([Buffer.from(mark), body]);
const swapped = (body: Buffer): Buffer => Buffer.from(body).swap16();

/** A response and a request; a case makes its bytes of either. */
const ANSWER = soapResponse('soap_CheckPoints', '<description>@</description>');
const RECORDS = numbersResponse('<result>0</result><arNumbers><i><number>1</number><name>@</name></i></arNumbers>');
const REQUEST = groupRequest('<name>@</name>');
type Bytes = (document: string) => Buffer;

describe('the charset', () => {
  it.each<[string, Bytes, string]>([
    ['is UTF-8 by default', (document) => written(document, undefined, UTF8), 'text/xml'],
    ["is the declaration's", (document) => written(document, 'ISO-8859-2', LATIN2), 'text/xml'],
    [
      "is the Content-Type's before the declaration's: the Faults of NuSOAP",
      (document) => written(document, 'ISO-8859-1', UTF8),
      'text/xml; charset=UTF-8',
    ],
    [
      "is the Content-Type's, in quotes",
      (document) => written(document, 'UTF-8', LATIN2),
      'text/xml; Charset="ISO-8859-2"',
    ],
    [
      'is that of a byte order mark before all: UTF-8',
      (document) => marked([0xef, 0xbb, 0xbf], written(document, 'ISO-8859-2', UTF8)),
      'text/xml; charset=ISO-8859-2',
    ],
    [
      'is that of a byte order mark before all: UTF-16LE',
      (document) => marked([0xff, 0xfe], written(document, 'UTF-8', TEXT, 'utf16le')),
      'text/xml; charset=utf-8',
    ],
    [
      'is that of a byte order mark: UTF-16BE',
      (document) => marked([0xfe, 0xff], swapped(written(document, 'UTF-16', TEXT, 'utf16le'))),
      'text/xml',
    ],
  ])('%s', async (_name, bytes, contentType) => {
    const headers = { 'content-type': contentType };
    const stub = stubFor({ headers, body: bytes(ANSWER) });
    expect((await stub.soap_CheckPoints({ client: credentials })).description).toBe(TEXT);
    for (const [, read] of WAYS) {
      expect(await read(clientFor({ headers, body: bytes(RECORDS) }))).toMatchObject([{ name: TEXT }]);
    }
    expect((await receive(bytes(REQUEST), headers)).groups).toMatchObject([{ name: TEXT }]);
  });
  it.each<[string, Bytes]>([
    ['bytes that are not UTF-8', (document) => written(document, 'UTF-8', '\u00ff')],
    ['UTF-8 in overlong form', (document) => written(document, 'UTF-8', '\u00c0\u00af')],
    [
      'half a surrogate pair in UTF-16',
      (document) => marked([0xff, 0xfe], written(document, 'UTF-16', '\ud800', 'utf16le')),
    ],
    ['bytes that are not US-ASCII', (document) => written(document, 'US-ASCII', '\u00e9')],
    ['a charset that is not known', (document) => written(document, 'EBCDIC-PL', 'x')],
  ])('%s: an error, never U+FFFD', async (_name, bytes) => {
    const headers = { 'content-type': 'text/xml' };
    const wanted = { name: 'DecodeError', outcome: 'unknown' };
    const stub = stubFor({ headers, body: bytes(ANSWER) });
    expect(await rejection(stub.soap_CheckPoints({ client: credentials }))).toMatchObject(wanted);
    for (const [, read] of WAYS) {
      expect(await rejection(read(clientFor({ headers, body: bytes(RECORDS) })))).toMatchObject(wanted);
    }
    const { status, fault, groups } = await receive(bytes(REQUEST), headers);
    expect([status, fault, groups]).toEqual([500, expect.stringMatching(/^Client: /), []]);
  });
});
