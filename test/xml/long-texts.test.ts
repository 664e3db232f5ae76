import { describe, expect, it } from 'vitest';
import { DeadlinePassed, Problem } from '../../src/errors/problem.js';
import { XmlReader } from '../../src/xml/reader.js';
import { ReadingTime } from '../../src/xml/reading-time.js';
import { XmlSource } from '../../src/xml/source.js';

const LIMITS = { maxDepth: 10, maxAttributes: 10 };

function reader(document: string, deadline?: number): XmlReader {
  const xml = new XmlReader(
    new XmlSource(Buffer.from(document, 'utf8')),
    LIMITS,
    deadline === undefined ? undefined : new ReadingTime(deadline),
  );
  xml.next();
  return xml;
}

/** Long texts are read in parts of about this size. */
const PART = 65_536;
const around = (inside: string, shift: number): string => 'x'.repeat(PART - 8 + shift) + inside + 'y'.repeat(PART + 7);
const SHIFTS = Array.from({ length: 12 }, (_, shift) => shift);

describe('a text longer than a part is the same for each cut', () => {
  it.each([
    ['&amp;', '&'],
    ['&#x141;', 'Ł'],
    ['&lt;&gt;&quot;', '<>"'],
    ['ż', 'ż'],
    ['😀', '😀'],
    ['\r\n', '\n'],
    ['\r', '\n'],
    ['\r\n\r\n', '\n\n'],
    [']]', ']]'],
    [']]&gt;', ']]>'],
    ['<!-- c -->&amp;', '&'],
    ['<![CDATA[&]]>', '&'],
  ])('around %j', (written, meant) => {
    for (const shift of SHIFTS) {
      expect(reader(`<a>${around(written, shift)}</a>`).readText() === around(meant, shift), String(shift)).toBe(true);
    }
  });

  it.each([
    ['ż', 'ż'],
    ['😀', '😀'],
    ['\r\n', '\n'],
    ['\r', '\n'],
    [']]', ']]'],
    ['&amp;<b>', '&amp;<b>'],
  ])('in a CDATA section, around %j', (written, meant) => {
    for (const shift of SHIFTS) {
      const document = `<a><![CDATA[${around(written, shift)}]]></a>`;
      expect(reader(document).readText() === around(meant, shift), String(shift)).toBe(true);
    }
  });

  it.each([
    ['"]]>"', ']]>'],
    ['a reference without its end', '&amp'],
    ['an unknown reference', '&unknown;'],
    ['a character that XML forbids', '\u0001'],
    ['a reference without its end that is as long as a part', `&${'x'.repeat(2 * PART)}`],
  ])('and is refused for %s', (_name, written) => {
    for (const shift of SHIFTS) expect(() => reader(`<a>${around(written, shift)}</a>`).readText()).toThrow(Problem);
  });

  it('a reference as long as a part is read', () => {
    const zeros = '0'.repeat(3 * PART);
    expect(reader(`<a>&#${zeros}65;</a>`).readText()).toBe('A');
    expect(reader(`<a>x&#${zeros}65;y</a>`).readText()).toBe('xAy');
  });

  it('nothing but line ends, references or brackets', () => {
    expect(reader(`<a>${'\r\n'.repeat(PART)}</a>`).readText() === '\n'.repeat(PART)).toBe(true);
    expect(reader(`<a>x${'\r\n'.repeat(PART)}</a>`).readText() === `x${'\n'.repeat(PART)}`).toBe(true);
    expect(reader(`<a>${'&amp;'.repeat(PART)}</a>`).readText() === '&'.repeat(PART)).toBe(true);
    expect(reader(`<a>${']'.repeat(3 * PART)}</a>`).readText() === ']'.repeat(3 * PART)).toBe(true);
    expect(reader(`<a>${'😀'.repeat(PART)}</a>`).readText() === '😀'.repeat(PART)).toBe(true);
  });
});

describe('reading ends after its deadline, for each kind of content', () => {
  const LONG = 1_000_000;

  it.each([
    ['elements', '<b/>'.repeat(LONG / 4)],
    ['different elements', Array.from({ length: LONG / 10 }, (_, index) => `<b${index}/>`).join('')],
    ['long tags', `<b c="${'x'.repeat(1000)}"/>`.repeat(LONG / 1000)],
    ['a text', 'x'.repeat(LONG)],
    ['references', '&amp;'.repeat(LONG / 5)],
    ['a CDATA section', `<![CDATA[${'x'.repeat(LONG)}]]>`],
    ['comments', '<!---->'.repeat(LONG / 7)],
    ['a comment', `<!--${'x'.repeat(LONG)}-->`],
    ['a processing instruction', `<?a ${'x'.repeat(LONG)}?>`],
  ])('%s', (_name, inside) => {
    const document = `<a>${inside}</a>`;
    expect(() => reader(document, performance.now() - 1).skip()).toThrow(DeadlinePassed);
    expect(() => reader(document, Number.POSITIVE_INFINITY).skip()).not.toThrow();
  });
});

it('an attribute of more than a mebibyte is refused', () => {
  const document = (length: number): string => `<a b="${'x'.repeat(length)}"/>`;
  expect(() => reader(document(1_048_576))).not.toThrow();
  expect(() => reader(document(1_048_577))).toThrow('an attribute of more than 1048576 bytes');
});
