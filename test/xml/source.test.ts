import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { MAX_RUN, XmlSource } from '../../src/xml/source.js';
import { Scope } from '../../src/xml/tag.js';
import { collectGarbage } from '../support/collect-garbage.js';

/** A source of which the text at a position was passed. */
function passed(document: string, start = 0, isPartial = false): XmlSource {
  const source = new XmlSource(Buffer.from(document, 'utf8'), isPartial);
  source.passText(start);
  return source;
}

describe('the text of a document', () => {
  it.each([
    ['abc<d>', 0, 3],
    ['abc<d>', 2, 3],
    ['abc<d>', 3, 3],
    ['<a>bc', 3, 5],
    ['', 0, 0],
    ['żó<', 0, 4],
  ])('%j goes on from %d to byte %d', (document, start, end) => {
    expect(new XmlSource(Buffer.from(document)).passText(start)).toBe(end);
  });

  it('is passed in parts of 65,536 bytes', () => {
    const source = new XmlSource(Buffer.from(`${'x'.repeat(3 * MAX_RUN)}<`));
    expect(MAX_RUN).toBe(65_536);
    expect(source.passText(5)).toBe(5 + 65_536);
    expect(source.characters).toBe('x'.repeat(65_536));
    expect(source.passText(2 * MAX_RUN)).toBe(3 * MAX_RUN);
  });

  it.each([
    ['letters', 'abc XYZ 019 .,-~\u007f'],
    ['">", quotes and an opening bracket', `>"'[\\`],
    ['tabs and line feeds', 'a\tb\nc'],
    ['nothing', ''],
  ])('stands for itself: %s', (_name, text) => {
    for (const isPartial of [false, true]) {
      const source = passed(`<a>${text}<`, 3, isPartial);
      expect([source.isPlain, source.characters]).toEqual([true, text]);
    }
  });

  it.each([
    ['letters of two bytes', 'ż', 'ż'],
    ['letters of three bytes', '€', '€'],
    ['a letter whose first byte is that of U+FFFE', '\ufefc', '\ufefc'],
    ['letters of four bytes', '😀', '😀'],
    ['a reference', 'a&lt;b', 'a<b'],
    ['a reference beside other letters', 'ż&amp;ż', 'ż&ż'],
    ['a reference beside a line end', '\r\n&amp;&#13;', '\n&\r'],
    ['carriage returns', 'a\rb\r\rc', 'a\nb\n\nc'],
    ['line ends of two characters', 'a\r\nb\r\n\r\n', 'a\nb\n\n'],
    ['brackets', 'a]]b]>', 'a]]b]>'],
  ])('means something else, or has to be looked at: %s', (_name, text, meant) => {
    for (const isPartial of [false, true]) {
      const source = passed(`<a>${text}<`, 3, isPartial);
      expect([source.isPlain, source.characters]).toEqual([false, meant]);
    }
  });

  it.each([
    ['xy\u0001', 'a character that XML cannot carry', 105],
    ['ż\u001f', 'a character that XML cannot carry', 105],
    ['xyz\u000b', 'a character that XML cannot carry', 106],
    ['xyz\u000c', 'a character that XML cannot carry', 106],
    ['\ufffe', 'a character that XML cannot carry', 103],
    ['\uffff', 'a character that XML cannot carry', 103],
    ['xy]]>', '"]]>" in character data', 103],
    ['xy&nbsp;', '"&" does not begin a known reference', 103],
  ])('is refused where it may not stand: %j', (text, message, offset) => {
    // The piece begins at byte 100 of its document.
    const source = new XmlSource(Buffer.from(`<a>${text}<`), false, Scope.root(), 100);
    source.passText(3);
    expect(() => source.characters).toThrow(expect.objectContaining({ message, offset }));
  });

  it('may not hold halves of a pair of references where nothing is said of them', () => {
    expect(() => passed('&#xD83D;&#xDE00;<').characters).toThrow('half of a surrogate pair');
  });

  it('may hold halves of a pair of references only where that is allowed', () => {
    const document = Buffer.from('&#xD83D;&#xDE00;<');
    for (const isAllowed of [true, false]) {
      const source = new XmlSource(document, false, Scope.root(), 0, isAllowed);
      source.passText(0);
      if (isAllowed) expect(source.characters).toBe('😀');
      else expect(() => source.characters).toThrow('half of a surrogate pair');
    }
  });
});

describe('the digits of a text', () => {
  it.each([
    ['0', 0],
    ['9', 9],
    ['007', 7],
    ['1234567890', 1_234_567_890],
    ['999999999999999', 999_999_999_999_999],
    ['000000000000001', 1],
  ])('%s are a number', (text, value) => {
    expect(passed(`<a>${text}<`, 3).digits).toBe(value);
    expect(passed(text).digits).toBe(value);
  });

  it.each(['', '1000000000000000', '0000000000000001', '+1', '-1', ' 1', '1 ', '1.0', '1/', ':1', '1a', '١', '&#49;'])(
    '%j are none',
    (text) => {
      expect(passed(`<a>${text}<`, 3).digits).toBe(-1);
    },
  );
});

describe('a part of a document', () => {
  // Of 13 bytes.
  const before = 'a\r\nbż😀c\n\n';
  it.each([
    ['anywhere in plain text', 'abc', 2, 2],
    ['behind a line end', 'a\r\nbc', 3, 3],
    ['before a line end', 'xa\r\nbc', 2, 2],
    ['not between its two characters', 'xa\r\nbc', 3, 2],
    ['before a line feed alone', 'xa\nbc', 2, 2],
    ['behind a carriage return alone', 'xa\rbc', 3, 3],
    ['before a letter', 'abżc', 2, 2],
    ['not inside a letter of two bytes', 'abżc', 3, 2],
    ['behind a letter', 'abżc', 4, 4],
    ['not inside a letter of four bytes', 'ab😀c', 5, 2],
    ['at the end of the document', 'abż', 4, 4],
  ])('ends %s', (_name, text, end, whole) => {
    expect(new XmlSource(Buffer.from(text)).endOfWhole(0, end)).toBe(whole);
    // What comes before its beginning does not matter.
    expect(new XmlSource(Buffer.from(before + text)).endOfWhole(13, 13 + end)).toBe(13 + whole);
  });

  it('is never empty, whatever it is cut from', () => {
    expect(new XmlSource(Buffer.from('ż')).endOfWhole(0, 1)).toBe(1);
    expect(new XmlSource(Buffer.from('\r\n')).endOfWhole(0, 1)).toBe(1);
  });
});

describe('a long text that is cut', () => {
  /** Where a text ends that has come to `MAX_RUN` bytes. */
  function cut(text: string): number {
    const source = new XmlSource(Buffer.from(`<a>${text}</a>`));
    expect(source.passText(3)).toBe(3 + MAX_RUN);
    const end = source.shortenText();
    const first = source.characters;
    expect(Buffer.byteLength(first)).toBeGreaterThan(0);
    return end - 3 - MAX_RUN;
  }
  const before = (bytes: number): string => 'x'.repeat(MAX_RUN - bytes);
  const AFTER = 'y'.repeat(100);

  it.each([
    ['plain text', before(0), 0],
    ['a reference that has come', `${before(5)}&amp;`, 0],
    ['the middle of a reference', `${before(3)}&amp;`, -3],
    ['the first character of a reference', `${before(1)}&amp;`, -1],
    ['the first character behind a reference', `${before(6)}&amp;z`, 0],
    ['a second reference', `${before(7)}&lt;&gt;`, -3],
    ['"]]&gt;"', `${before(2)}]]&gt;`, 0],
  ])('is cut as it belongs together: %s', (_name, text, end) => {
    expect(cut(text + AFTER)).toBe(end);
  });

  it.each([1, 2])('leaves "]]>" whole, to be refused with what follows: %d of its characters have come', (come) => {
    const source = new XmlSource(Buffer.from(`<a>${before(come)}]]>${AFTER}</a>`));
    source.passText(3);
    const end = source.shortenText();
    expect(source.characters).toMatch(/^x+$/);
    source.passText(end);
    expect(() => source.characters).toThrow('"]]>" in character data');
  });

  it('that is one reference has it whole', () => {
    const reference = `&#${'0'.repeat(MAX_RUN)}65;`;
    const source = new XmlSource(Buffer.from(`<a>${reference}${AFTER}</a>`));
    source.passText(3);
    expect(source.shortenText()).toBe(3 + reference.length);
    expect(source.characters).toBe('A');
  });

  it('that is one reference without its end goes on to the end of the document', () => {
    const source = new XmlSource(Buffer.from(`<a>&#${'0'.repeat(MAX_RUN)}`));
    source.passText(3);
    expect(source.shortenText()).toBe(3 + 2 + MAX_RUN);
    expect(() => source.characters).toThrow('"&" does not begin');
  });
});

describe('the text of a slice', () => {
  it('is decoded, with its line ends', () => {
    const source = new XmlSource(Buffer.from('<![CDATA[ż\r\n&]]>'));
    const { text } = source;
    expect(source.decode(text.slice(9, 14), 9)).toBe('ż\n&');
    expect(source.decode(text.slice(9, 11), 9)).toBe('ż');
  });

  it.each([
    ['\r\n', '\n'],
    ['\r\nz', '\nz'],
    ['\r\r\n', '\n\n'],
    ['\n\r\n', '\n\n'],
    ['\r\n\n\r', '\n\n\n'],
    ['\r', '\n'],
    ['z\r\n', 'z\n'],
  ])('has its line ends wherever a long one is cut for that: %j', (written, meant) => {
    for (let length = 16_379; length < 16_387; length++) {
      const [before, after] = ['x'.repeat(length), 'y'.repeat(16_384)];
      const source = new XmlSource(Buffer.from(before + written + after + written));
      expect(source.decode(source.text, 0) === before + meant + after + meant, String(length)).toBe(true);
    }
  });

  it('is refused at the byte of a forbidden character', () => {
    const source = new XmlSource(Buffer.from('<![CDATA[ż\u0002]]>'), false, Scope.root(), 1000);
    expect(() => source.decode(source.text.slice(9, 12), 9)).toThrow(expect.objectContaining({ offset: 1011 }));
  });
});

it('the texts of a piece do not keep all of it in memory', () => {
  const used = (): number => {
    collectGarbage();
    return getHeapStatistics().used_heap_size;
  };
  const before = used();
  const texts = Array.from({ length: 100 }, () => {
    const source = new XmlSource(Buffer.from(`${'x'.repeat(20)}<${'y'.repeat(500_000)}`), true);
    source.passText(0);
    return source.characters;
  });
  // Together the pieces are 50 megabytes.
  expect(used() - before).toBeLessThan(20_000_000);
  expect(texts).toEqual(Array.from({ length: 100 }, () => 'x'.repeat(20)));
});

it('a source is a whole document where nothing else is said', () => {
  expect(new XmlSource(Buffer.from('<a/>')).isPartial).toBe(false);
});

it('a source reads the part of a larger piece of memory that it was given', () => {
  const bytes = Buffer.from('xx<a>ż</a>yy').subarray(2, -2);
  const source = new XmlSource(bytes);
  expect(source.text).toHaveLength(bytes.length);
  source.passText(3);
  expect(source.characters).toBe('ż');
});
