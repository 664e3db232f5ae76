import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { MAX_RUN, XmlSource } from '../../src/xml/source.js';
import { Scope } from '../../src/xml/tag.js';
import { collectGarbage } from '../support/collect-garbage.js';

/** A source after passing the text at a position. */
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
    ['xy\u0001', 'a character that XML does not allow', 105],
    ['ż\u001f', 'a character that XML does not allow', 105],
    ['\ufffe', 'a character that XML does not allow', 103],
    ['\uffff', 'a character that XML does not allow', 103],
    ['xy]]>', '"]]>" in character data', 103],
    ['xy&nbsp;', '"&" does not begin a known reference', 103],
  ])('is refused at a wrong place: %j', (text, message, offset) => {
    // The piece begins at byte 100 of its document.
    const source = new XmlSource(Buffer.from(`<a>${text}<`), false, Scope.root(), 100);
    source.passText(3);
    expect(() => source.characters).toThrow(expect.objectContaining({ message, offset }));
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

it('a source reads the part of a larger piece of memory that it was given', () => {
  const bytes = Buffer.from('xx<a>ż</a>yy').subarray(2, -2);
  const source = new XmlSource(bytes);
  expect(source.text).toHaveLength(bytes.length);
  source.passText(3);
  expect(source.characters).toBe('ż');
});
