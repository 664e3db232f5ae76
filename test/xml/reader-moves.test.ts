import { afterEach, describe, expect, it, vi } from 'vitest';
import { XmlReader } from '../../src/xml/reader.js';
import { ReadingTime } from '../../src/xml/reading-time.js';
import { XmlSource } from '../../src/xml/source.js';

afterEach(() => vi.restoreAllMocks());

const LIMITS = { maxDepth: 4, maxAttributes: 5 };

function readerOf(document: string, isPartial = false): XmlReader {
  return new XmlReader(new XmlSource(Buffer.from(document, 'utf8'), isPartial), LIMITS);
}

/** Reads all tokens. */
function readAll(reader: XmlReader): void {
  while (reader.next() !== 'eof') continue;
}

describe('a document that is not well-formed is refused with the reason and the byte', () => {
  const DOES_NOT_FIT = 'an end tag that does not match its start tag';
  const NO_NAME = 'a processing instruction without a name';
  const OUTSIDE = 'text outside the root element';
  const NO_TEXT = 'a character that XML does not allow';
  it.each<[string, string, number]>([
    ['', 'the document has no root element', 0],
    ['x<a/>', OUTSIDE, 0],
    ['<a/> x', OUTSIDE, 4],
    ['<a/><![CDATA[]]>', OUTSIDE, 4],
    ['<a/><b/>', 'a second root element', 4],
    ['<a><b></b>', 'the document ends inside an element', 10],
    ['</a>', 'an end tag without a start', 0],
    ['<a></b>', DOES_NOT_FIT, 3],
    ['<a></a', 'an end tag without an end', 3],
    ['<a><![CDATA[x]]</a>', 'a CDATA section without an end', 3],
    ['<a><![CDATA[]>]]</a>', 'a CDATA section without an end', 3],
    ['<a><![CDATA[x\u001f]]></a>', NO_TEXT, 13],
    ['<a><!-- a -- b --></a>', '"--" inside a comment', 10],
    ['<a><!-- a', 'a comment without an end', 3],
    ['<a><!-- \u000b --></a>', NO_TEXT, 8],
    ['<a><!x></a>', '"<!" does not begin any markup', 3],
    ['<!DOCTYPE a><a/>', 'a DOCTYPE is refused', 0],
    ['<a><?pi', 'a processing instruction without an end', 3],
    ['<a><??></a>', NO_NAME, 3],
    ['<a><?XmL x?></a>', 'an XML declaration that is not at the beginning', 3],
    [' <?xml version="1.0"?><a/>', 'an XML declaration that is not at the beginning', 1],
    ['<a><b><c><d><e/></d></c></b></a>', 'more than 4 nested elements', 12],
    ['<a>x<', '"<" does not begin a tag', 4],
    ['<a><1/></a>', 'not an XML name', 3],
    ['<a>]]></a>', '"]]>" in character data', 3],
  ])('%j: %s', (document, message, offset) => {
    expect(() => readAll(readerOf(document))).toThrow(expect.objectContaining({ name: 'Problem', message, offset }));
  });

  it('in a later piece of the document', () => {
    const reader = readerOf('<a>text', true);
    expect(reader.next()).toBe('start');
    const source = new XmlSource(Buffer.from('text<!-- \u0001 --></a>'), false, reader.source.scope, 3);
    reader.continueIn(source);
    expect([reader.position, reader.offset, reader.source]).toEqual([0, 3, source]);
    expect(reader.next()).toBe('text');
    expect([reader.position, reader.offset]).toEqual([4, 7]);
    expect(() => reader.next()).toThrow(expect.objectContaining({ message: NO_TEXT, offset: 12 }));
    expect(() => reader.fail('why')).toThrow(expect.objectContaining({ message: 'why', offset: 7 }));
    expect(() => reader.fail('why', 1)).toThrow(expect.objectContaining({ offset: 4 }));
  });
});

describe('an XML declaration', () => {
  const S = ' \t\r\n';
  it.each([
    '<?xml version="1.0"?>',
    "<?xml version='1.1' ?>",
    `<?xml${S}version${S}=${S}"1.0"${S}encoding${S}=${S}"utf-8"${S}standalone${S}=${S}"yes"${S}?>`,
    `<?xml version='1.0' encoding='A' standalone='no'?>`,
    '<?xml version="1.0" encoding="x.Y_z-19"?>',
  ])('is passed over: %j', (declaration) => {
    const reader = readerOf(`${declaration}<a/>`);
    expect(reader.position).toBe(declaration.length);
    expect([reader.next(), reader.next(), reader.next()]).toEqual(['start', 'end', 'eof']);
  });

  it.each([
    '<?xml?>',
    '<?xml version="1.0"',
    '<?xml version="2.0"?>',
    `<?xml version="1.0'?>`,
    '<?xml version=1.0?>',
    '<?xml encoding="a" version="1.0"?>',
    '<?xml version="1.0" encoding="1a"?>',
    '<?xml version="1.0" standalone="maybe"?>',
    '<?xml version="1.0" standalone="no" encoding="a"?>',
    '<?xml version="1.0" x="1"?>',
  ])('is refused: %j', (declaration) => {
    expect(() => readerOf(`${declaration}<a/>`)).toThrow(
      expect.objectContaining({ message: 'the XML declaration is not well-formed', offset: 0 }),
    );
  });

  it('is none where another name only begins like it', () => {
    const reader = readerOf('<?xml-stylesheet href="a"?><?xmlx?><a/>');
    expect([reader.position, reader.next()]).toEqual([0, 'start']);
  });
});

describe('a reader returns to its previous position', () => {
  it('to its last mark, as if nothing had been read since', () => {
    const reader = readerOf('<a xmlns="u"><b/><c xmlns="v"><d/></c></a>');
    expect([reader.next(), reader.next(), reader.next()]).toEqual(['start', 'start', 'end']);
    reader.mark();
    const { position, scope } = reader;
    for (let times = 0; times < 3; times++) {
      expect([reader.next(), reader.next(), reader.tag.uri, reader.isEmpty]).toEqual(['start', 'start', 'v', true]);
      reader.reset();
      expect([reader.position, reader.depth, reader.scope]).toEqual([position, 1, scope]);
      expect([reader.isEmpty, reader.tag.local]).toEqual([false, 'a']);
    }
  });
});

describe('the text of an element', () => {
  it.each([
    ['<b></b>', ''],
    ['<b>x</b>', 'x'],
    ['<b>x<!-- c -->y</b >', 'xy'],
    ['<b><![CDATA[<]]>&amp;<?pi?>z</b>', '<&z'],
    ['<b>x<![CDATA[]]></b>', 'x'],
  ])('%j is %j', (element, text) => {
    const reader = readerOf(`<a>${element}</a>`);
    reader.next();
    reader.next();
    expect([reader.readText(), reader.depth, reader.position]).toEqual([text, 1, 3 + element.length]);
  });

  it.each([
    ['<b><c/></b>', 6],
    ['<b>x<!-- c --><c/></b>', 7],
  ])('holds no element: %j', (element, offset) => {
    const reader = readerOf(`<a>${element}</a>`);
    reader.next();
    reader.next();
    expect(() => reader.readText()).toThrow(
      expect.objectContaining({ message: 'an element where text is expected', offset }),
    );
  });
});
describe('the clock', () => {
  const MEGABYTE = 1_048_576;
  /** A sixteenth of a megabyte. */
  const PART = 'x'.repeat(65_536);

  /** How often the clock is looked at while the rest of a document is read, whose first megabyte has been read. */
  function looks(rest: string, read: (reader: XmlReader) => void = readAll): number {
    const time = new ReadingTime(Number.POSITIVE_INFINITY);
    const document = `<a><!--${'x'.repeat(MEGABYTE)}--><b/>${rest}</a>`;
    const reader = new XmlReader(new XmlSource(Buffer.from(document)), LIMITS, time);
    for (let count = 0; count < 3; count++) reader.next();
    const check = vi.spyOn(time, 'check');
    read(reader);
    return check.mock.calls.length;
  }

  it.each<[string, string]>([
    ['a CDATA section', `<![CDATA[${PART.repeat(16)}]]>`],
    ['comments', `<!--${PART}-->`.repeat(16)],
    ['processing instructions', `<?p ${PART}?>`.repeat(16)],
  ])('is looked at about four times in a megabyte of %s', (_name, rest) => {
    const count = looks(rest);
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(6);
  });

  it('is looked at after some thousands of tokens', () => {
    expect(looks('<b/>'.repeat(500))).toBe(0);
    // 40,000 tokens.
    const count = looks('<b/>'.repeat(20_000));
    expect(count).toBeGreaterThanOrEqual(9);
    expect(count).toBeLessThanOrEqual(30);
  });
});
