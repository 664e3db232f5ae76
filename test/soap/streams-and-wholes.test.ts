import { describe, expect, it } from 'vitest';
import {
  byteByByte,
  cutAt,
  disagreement,
  type ListResponse,
  readStreamed,
  readWhole,
} from '../support/both-readings.js';
import { soapResponse } from '../support/fake-transport.js';

/**
 * Streamed and complete reading accept the same responses. `test/fuzz/kinds/streams.ts` tests thousands of documents;
 * these are the kinds that once made a difference, each cut at every byte.
 */

const GROUPS: ListResponse = { operation: 'soap_GetGroups', part: 'arGroups' };
const SENDERS: ListResponse = { operation: 'soap_GetSenders', part: 'arSenders' };
const UTF8_MARK = '\u00ef\u00bb\u00bf';

const group = (id: number, more = ''): string => `<item${more}><id>${id}</id><name>N${id}</name></item>`;
const groups = (...ids: number[]): string => ids.map((id) => group(id)).join('');
const list = (items: string, attributes = ''): string => `<arGroups${attributes}>${items}</arGroups>`;
const response = (parts: string, after = ''): string =>
  soapResponse('soap_GetGroups', parts).replace('</SOAP-ENV:Body>', () => `${after}</SOAP-ENV:Body>`);
const envelope = (body: string): string => soapResponse('X', '').replace('<ns1:XResponse></ns1:XResponse>', () => body);
/** The wrapper of the response alone. */
const wrapper = (parts: string): string => `<ns1:soap_GetGroupsResponse>${parts}</ns1:soap_GetGroupsResponse>`;
const OK = '<result>0</result><description>fine</description>';
const header = (content: string): string =>
  response(OK + list(groups(1, 2))).replace(
    '<SOAP-ENV:Body>',
    `<SOAP-ENV:Header>${content}</SOAP-ENV:Header><SOAP-ENV:Body>`,
  );
const FAULT = '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>late</faultstring></SOAP-ENV:Fault>';
/** Enough alike for their mark-up to be known by heart. */
const MANY = groups(...Array.from({ length: 9 }, (_, index) => index));

/** @returns how many items the response has; -1 when it is refused */
async function expectSame(one: ListResponse, document: Uint8Array, isExact: boolean = true): Promise<number> {
  const whole = readWhole(one, document);
  expect(disagreement(whole, await readStreamed(one, byteByByte(document)), isExact), 'byte by byte').toBeUndefined();
  // Nothing is read before the first 256 bytes have come.
  for (let cut = 0; cut <= document.length; cut += cut < 200 ? 50 : 1) {
    expect(
      disagreement(whole, await readStreamed(one, cutAt(document, cut)), isExact),
      `cut at ${cut}`,
    ).toBeUndefined();
  }
  return whole.error === undefined ? whole.items.length : -1;
}

describe('a response is accepted in pieces as it is accepted whole', () => {
  it.each<[string, string, number]>([
    ['a blank line before the declaration', `\r\n${response(OK + list(groups(1, 2)))}`, 2],
    ['a byte order mark', UTF8_MARK + response(OK + list(groups(1))), 1],
    ['a blank line after a byte order mark', `${UTF8_MARK}\n${response(OK + list(groups(1)))}`, 1],
    [
      'comments and instructions around the root',
      `<!-- a --><?b c?>\n${response(OK + list(groups(1))).slice(39)}<!--d-->`,
      1,
    ],
    ['a header', header('<t xmlns="urn:t"><u>x</u></t>'), 2],
    ['an unknown element before the wrapper', envelope(`<x><y/></x>${wrapper(OK + list(groups(1, 2)))}`), 2],
    ['a wrapper of another name', soapResponse('other', OK + list(groups(1, 2))), 2],
    [
      'two wrappers',
      response(OK + list(groups(1)), `<ns1:soap_GetGroupsResponse>${list(groups(2))}</ns1:soap_GetGroupsResponse>`),
      1,
    ],
    ['a nil list', response(`${OK}<arGroups xsi:nil="1"/>`), 0],
    ['nil items', response(OK + list(`${groups(1)}<item xsi:nil="true"/>`)), 2],
    ['parts after the records', response(list(MANY) + OK), 9],
    [
      'elements after the Body',
      response(OK + list(groups(1))).replace('</SOAP-ENV:Envelope>', '<x><y/></x></SOAP-ENV:Envelope>'),
      1,
    ],
    ['an offset', response(OK + list(groups(1, 2), ' SOAP-ENC:offset="[2]"')), 4],
    [
      'positions in another order',
      response(OK + list(`${group(1, ' SOAP-ENC:position="[2]"')}${group(2, ' SOAP-ENC:position="[0]"')}`)),
      3,
    ],
    [
      'positions with holes after records',
      response(
        OK +
          list(`${MANY}${group(1, ' SOAP-ENC:position="[12]"')}${groups(2)}${group(3, ' SOAP-ENC:position="[10]"')}`),
      ),
      14,
    ],
    [
      'references behind the wrapper, after records',
      response(
        OK + list(`${MANY}<item href="#a"/>${groups(10)}<item href="#b"/>`),
        '<m id="b"><id>2</id></m><m id="a"><id>1</id></m>',
      ),
      12,
    ],
    [
      'references in a record, after records',
      response(OK + list(`${MANY}<item><id href="#a"/></item>${groups(10)}`), '<m id="a">77</m>'),
      11,
    ],
    [
      'a reference in a part, after records',
      response(`<result>0</result>${list(MANY)}<description href="#d"/>`, '<m id="d">x</m>'),
      9,
    ],
    [
      'references to elements in a header',
      response(OK + list(`${MANY}<item href="#a"/>`)).replace(
        '<SOAP-ENV:Body>',
        '<SOAP-ENV:Header><h id="a"><id>5</id></h></SOAP-ENV:Header><SOAP-ENV:Body>',
      ),
      10,
    ],
    [
      'references to records that were given out',
      response(
        OK + list(`${group(1)}${group(2, ' id="a"')}${MANY}<item href="#a"/><item href="#b"/>`),
        '<m id="b"><id>2</id></m>',
      ),
      13,
    ],
    [
      'an id in a text',
      response(OK + list(`<item><name> id="a"</name></item>${MANY}<item href="#a"/>`), '<m id="a"><id>1</id></m>'),
      11,
    ],
  ])('%s', async (_name, text, count) => {
    expect(await expectSame(GROUPS, Buffer.from(text, 'latin1'))).toBe(count);
  });

  it.each<[string, string, string, string, string]>([
    ['UTF-16LE with a mark', '\ufeff', 'utf-16', 'utf16le', 'text/xml'],
    ['ISO-8859-2', '', 'ISO-8859-2', 'latin1', 'text/xml'],
    ['windows-1250', '', 'windows-1250', 'latin1', 'text/xml'],
  ])('charsets: %s', async (_name, mark, declared, encoding, contentType) => {
    const text = `${mark}${response(`<result>0</result>${list(`${MANY}<item href="#a"/>`)}`, '<m id="a"><name>\u00b3</name></m>')}`;
    const document = Buffer.from(text.replace('UTF-8', declared), encoding as BufferEncoding);
    expect(await expectSame({ ...GROUPS, headers: { 'content-type': contentType } }, document)).toBe(10);
  });

  it('an envelope with attachments', async () => {
    const part = `--b\r\nContent-Type: text/xml\r\n\r\n${response(OK + list(groups(1, 2)))}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/related; boundary=b' };
    expect(await expectSame({ ...GROUPS, headers }, Buffer.from(part))).toBe(2);
  });

  it('items that are no records', async () => {
    const items = `${'<i>a</i>'.repeat(9)}<i id="x">b</i><i href="#y"/><i href="#x"/>`;
    const text = soapResponse('soap_GetSenders', `<arSenders>${items}</arSenders><y id="y">c</y>`);
    expect(await expectSame(SENDERS, Buffer.from(text))).toBe(12);
  });
});

describe('a response is refused in pieces as it is refused whole', () => {
  it.each<[string, string]>([
    ['nothing but white space', ' \n\n'],
    ['two byte order marks', UTF8_MARK + UTF8_MARK + response(OK + list(groups(1)))],
    ['a Fault after the wrapper', response(OK + list(groups(1, 2)), FAULT)],
    ['a Fault before the wrapper', envelope(`${FAULT}${wrapper(OK + list(groups(1, 2)))}`)],
    ['a duplicate list', response(OK + list(groups(1)) + list(groups(2)))],
    ['a broken record', response(OK + list(`${MANY}<item><num_count>x</num_count></item>`))],
    ['text between records', response(OK + list(`${MANY}x${groups(1)}`))],
    ['text after the wrapper', response(OK + list(groups(1)), 'x')],
    [
      'text after a wrapper that is a reference',
      envelope(`<ns1:soap_GetGroupsResponse href="#w"/>x<m id="w">${OK}</m>`),
    ],
    ['text after what a record refers to', response(OK + list('<item href="#a"/>'), '<m id="a"/>x')],
    ['a second root', `${response(OK + list(groups(1)))}<x/>`],
    ['a byte that is no letter', response(OK + list(`${MANY}<item><name>\u00ff</name></item>`))],
    ['a header that must be understood', header('<t xmlns="urn:t" SOAP-ENV:mustUnderstand="1"/>')],
    ['an index of an item that cannot be', response(OK + list(MANY + group(1, ' SOAP-ENC:position="x"')))],
    ['a duplicate position', response(OK + list(MANY + group(1, ' SOAP-ENC:position="[3]"')))],
    ['too many holes', response(OK + list(MANY + group(1, ' SOAP-ENC:position="[70000]"')))],
    ['a dangling reference', response(OK + list(`${MANY}<item href="#a"/>`))],
    ['a reference out of the document', response(OK + list(`${MANY}<item href="http://a/"/>`))],
    ['a circular reference', response(OK + list(`${MANY}<item id="a"><name href="#a"/></item>`))],
    [
      'a broken record behind a reference',
      response(OK + list(`${MANY}<item href="#a"/>${MANY}<item><num_count>x</num_count></item>`), '<m id="a"/>'),
    ],
    ['a character that no document may hold', response(OK + list(`${MANY}<item><name>\u0001</name></item>`))],
    ['a reference that XML does not know', response(OK + list(`${MANY}<item><name>a&nbsp;b</name></item>`))],
    ['"]]>" in a text', response(OK + list(`${MANY}<item><name>a]]>b</name></item>`))],
    ["another operation's wrapper", soapResponse('soap_GetNumbers', OK)],
    ['no wrapper', envelope('<m id="a"/>')],
  ])('%s', async (_name, text) => {
    expect(await expectSame(GROUPS, Buffer.from(text, 'latin1'))).toBe(-1);
  });

  it.each<[string, string]>([
    ['a list that refers to itself', response(OK + list(`${MANY}<item href="#l"/>`, ' id="l"'))],
    [
      'a duplicate id behind its use',
      response(OK + list(`${group(1, ' id="a"')}${MANY}<item href="#a"/>`), '<m id="a"/>'),
    ],
    [
      'a duplicate id in a skipped element',
      response(OK + list(`${group(1, ' id="a"')}<item><zzz id="a"/></item><item href="#a"/>`)),
    ],
  ])('though it is noticed elsewhere: %s', async (_name, text) => {
    expect(await expectSame(GROUPS, Buffer.from(text, 'latin1'), false)).toBe(-1);
  });
});

describe('the records that a stream gives before it is refused', () => {
  const records = Array.from({ length: 9 }, (_, id) => ({
    id: `${id}`,
    name: `N${id}`,
    info: undefined,
    num_count: undefined,
  }));

  it.each<[string, string, number]>([
    ['all before a broken one', response(OK + list(`${MANY}<item><num_count>x</num_count></item>${MANY}`)), 9],
    ['all before a Fault', response(OK + list(MANY), FAULT), 9],
    ['none after a Fault', envelope(FAULT + wrapper(OK + list(MANY))), 0],
    [
      'all before a reference, where what follows is broken',
      response(OK + list(`${MANY}<item href="#a"/><item><id/>`)),
      9,
    ],
  ])('are the first ones of the response, in their order: %s', async (_name, text, count) => {
    const { items, error } = await readStreamed(GROUPS, byteByByte(Buffer.from(text)));
    expect(error).toBeInstanceOf(Error);
    expect(items).toEqual(records.slice(0, count));
  });
});

describe('what a stream keeps', () => {
  const forward = response(OK + list(`${MANY}<item href="#a"/>`), '<m id="a"><id>7</id></m>');
  const keeping = (maxBufferedBytes: number): ListResponse => ({ ...GROUPS, settings: { maxBufferedBytes } });
  /** The length of the document without the nine returned records. */
  const kept = forward.length - MANY.length;

  it('is all but the records that nothing can refer to, up to maxBufferedBytes', async () => {
    expect((await readStreamed(keeping(kept), byteByByte(Buffer.from(forward)))).items).toHaveLength(10);
    const { items, error } = await readStreamed(keeping(kept - 1), byteByByte(Buffer.from(forward)));
    expect(items).toHaveLength(9);
    expect(error).toMatchObject({
      name: 'DecodeError',
      message: expect.stringMatching(
        /more than \d+ bytes .*maxBufferedBytes.*allow more, or read this response as a whole/,
      ),
    });
  });

  it('is let go when it is too much and nothing refers to it', async () => {
    const large = response(`${OK}<zzz>${'<y/>'.repeat(500)}</zzz>${list(MANY)}<zzz>${'<y/>'.repeat(500)}</zzz>`);
    const { items, error } = await readStreamed(keeping(1000), byteByByte(Buffer.from(large)));
    expect(error).toBeUndefined();
    expect(items).toHaveLength(9);
  });

  it('is one record that has not come to its end, up to maxBufferedBytes', async () => {
    const long = response(OK + list(`${MANY}<item><name>${'x'.repeat(2000)}</name></item>`));
    expect((await readStreamed(keeping(3000), byteByByte(Buffer.from(long)))).items).toHaveLength(10);
    const { items, error } = await readStreamed(keeping(1000), byteByByte(Buffer.from(long)));
    expect(items).toHaveLength(9);
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('maxBufferedBytes') });
  });
});

it('records that have come together are given out together, 1024 at most', async () => {
  const many = response(OK + list(groups(...Array.from({ length: 2500 }, (_, id) => id))));
  const sizes: number[] = [];
  await readStreamed(GROUPS, cutAt(Buffer.from(many)), (size) => sizes.push(size));
  expect(sizes.filter((size) => size > 0)).toEqual([1024, 1024, 452]);
});

describe('what references repeat', () => {
  const repeating = (uses: number, padding: number): string =>
    response(
      OK + list(group(1, ' id="g"') + '<item href="#g"/>'.repeat(uses) + groups(2, 3)),
      `<unknown>${'x'.repeat(padding)}</unknown>`,
    );
  const limited = (bytes: number, times: number): ListResponse => ({
    ...GROUPS,
    settings: { maxRepeats: { bytes, times } },
  });
  // The length of "<id>1</id><name>N1</name></item>".
  const bytes = 32;

  it('is measured by the whole document, though most of it comes later', { timeout: 60_000 }, async () => {
    const early = Buffer.from(repeating(100, 5000), 'latin1');
    expect(await expectSame(limited(0, 1), early)).toBe(103);
    const tooMuch = Buffer.from(repeating(100, 0), 'latin1');
    expect(await expectSame(limited(0, 1), tooMuch, false)).toBe(-1);
  });

  it('starts after the first reference', async () => {
    const document = Buffer.from(repeating(5, 0), 'latin1');
    expect(await expectSame(limited(4 * bytes, 0), document)).toBe(8);
    expect(await expectSame(limited(4 * bytes - 1, 0), document, false)).toBe(-1);
  });
});

describe('what is around an item is around it in every piece', () => {
  it.each([
    ['its list', list(groups(1, 2) + group(3, ' id="l"'), ' id="l"')],
    ['the wrapper', list(groups(1, 2) + group(3, ' id="w"'))],
  ])('and an item may not have the id of %s', async (_name, items) => {
    const document = response(OK + items).replace(
      '<ns1:soap_GetGroupsResponse>',
      '<ns1:soap_GetGroupsResponse id="w">',
    );
    expect(await expectSame(GROUPS, Buffer.from(document, 'latin1'))).toBe(-1);
  });
});

describe('references count once, however often what holds them has to be read again', () => {
  const named = '<item><id>1</id><name id="n">N1</name></item>';
  const referring = (more: string): string => `<item><id>2</id><name href="#n"/>${more}</item>`;

  it.each<[string, string, number, number]>([
    ['one in a record that comes in pieces', response(OK + list(named + referring('<x>text</x>'))), 1, 2],
    [
      'before one to a later element',
      response(OK + list(named + referring('<x/><id href="#z"/>').replace('<id>2</id>', '')), '<m id="z">7</m>'),
      2,
      2,
    ],
    [
      'in a part before the list',
      response(
        `<description id="d">fine</description><result>0</result>${list(`${named}${referring('')}<item href="#z"/>`)}`,
        '<m id="z"><id>7</id></m>',
      ),
      2,
      3,
    ],
    [
      'in an item that is one',
      response(
        OK + list(`${named}<item id="i"><name>${'x'.repeat(40)}</name></item><item href="#i"/><item href="#z"/>`),
        '<m id="z"><id>7</id></m>',
      ),
      2,
      4,
    ],
  ])('%s', async (_name, document, references, count) => {
    const limited = (maxReferences: number): ListResponse => ({ ...GROUPS, settings: { maxReferences } });
    const bytes = Buffer.from(document, 'latin1');
    expect(await expectSame(limited(references), bytes)).toBe(count);
    expect(await expectSame(limited(references - 1), bytes, false)).toBe(-1);
  });
});
