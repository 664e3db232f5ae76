import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { lazy } from '../../../src/soap/codecs/lazy.js';
import { int, string } from '../../../src/soap/codecs/scalars.js';
import { struct } from '../../../src/soap/codecs/struct.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { CompleteDocumentNeeded, Decoder } from '../../../src/soap/decoder/decoder.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { APACHE_SOAP, SOAP_ENCODING, XSD, XSI } from '../../../src/soap/decoder/names.js';
import { XmlReader } from '../../../src/xml/reader.js';
import type { ReadingTime } from '../../../src/xml/reading-time.js';
import { XmlSource } from '../../../src/xml/source.js';

afterEach(() => vi.restoreAllMocks());

interface Folder {
  readonly name?: string | null | undefined;
  readonly inside?: Folder | null | undefined;
}
const folder: Codec<Folder> = struct<Folder>('t:Folder', { name: string, inside: lazy(() => folder) });

const ROOT = `<r xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" xmlns:enc="${SOAP_ENCODING}" xmlns:ap="${APACHE_SOAP}">`;

/** A decoder inside the root element of a document. */
function inside(content: string, settings: Partial<DecodeSettings> = {}, time?: ReadingTime): Decoder {
  const source = new XmlSource(Buffer.from(`${ROOT}${content}</r>`));
  const decoder = new Decoder(source, { ...DEFAULT_LIMITS, ...settings }, false, time);
  decoder.xml.next();
  return decoder;
}

/** The value of the next element. */
function next<T>(decoder: Decoder, codec: Codec<T>): T | null {
  if (decoder.xml.nextChild() === undefined) throw new Error('there is no further element');
  return decoder.value(codec);
}

function problemOf(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return expect.unreachable();
}

describe('nested values', () => {
  it('may be 512 by reference, including the root; the next one is refused at its position', () => {
    const chain = Array.from({ length: 20_000 }, (_, id) => `<m id="c${id}" href="#c${id + 1}"/>`);
    const read = (content: string): unknown => next(inside(`<i href="#c0"/>${content}`, { maxDepth: 100_000 }), string);
    // The root, 510 references, and the value.
    expect(read(`${chain.slice(0, 510).join('')}<m id="c510">x</m>`)).toBe('x');
    expect(() => read(`${chain.slice(0, 511).join('')}<m id="c511">x</m>`)).toThrow('more than 512 nested values');
    expect(problemOf(() => read(chain.join('')))).toMatchObject({
      message: 'more than 512 nested values',
      offset: `${ROOT}<i href="#c0"/>${chain.slice(0, 512).join('')}`.length,
    });
  });
});

describe('a reference', () => {
  it.each([
    ['outside the document', '<i href="http://x/"/>', 'a reference outside the document is never followed'],
    ['to nothing', '<i href="#nowhere"/>', 'a reference to an id that does not exist'],
    ['too many', '<i href="#a"/>', 'more than 1 references'],
  ])('%s is refused at its position', (_name, reference, message) => {
    const decoder = inside(`<i href="#a"/>${reference}<m id="a">A</m>`, { maxReferences: 1 });
    expect(next(decoder, string)).toBe('A');
    // Behind its start tag.
    const offset = `${ROOT}<i href="#a"/>${reference}`.length;
    expect(problemOf(() => next(decoder, string))).toMatchObject({ message, offset });
  });

  it('repeated is to one value', () => {
    const decoder = inside('<i href="#f"/><i href="#f"/><m id="f"><name>n</name></m>');
    expect(decoder.hasReferences).toBe(false);
    const value = next(decoder, folder);
    expect(value).toMatchObject({ name: 'n' });
    expect(next(decoder, folder)).toBe(value);
    expect(decoder.hasReferences).toBe(true);
  });

  it('counts again what was read in its place, with all that it refers to', () => {
    const content = '<i id="x"><name href="#t"/></i><i href="#x"/><m id="t">T</m>';
    const read = (maxReferences: number): unknown => {
      const decoder = inside(content, { maxReferences });
      return [next(decoder, folder), next(decoder, folder)];
    };
    // To t, to x, and to t from there.
    expect(read(3)).toMatchObject([{ name: 'T' }, { name: 'T' }]);
    expect(() => read(2)).toThrow('more than 2 references');
  });

  it('may repeat what it stands for, with all that this refers to, up to a limit', () => {
    const content = '<i href="#x"/><i href="#x"/><i href="#x"/><m id="x"><name href="#t"/></m><t id="t">123456</t>';
    const read = (bytes: number): void => {
      const decoder = inside(content, { maxRepeats: { bytes, times: 0 } });
      for (let count = 0; count < 3; count++) next(decoder, folder);
    };
    // Twice the content of m and t, with their end tags.
    const repeated = 2 * ('<name href="#t"/></m>'.length + '123456</t>'.length);
    expect(() => read(repeated)).not.toThrow();
    expect(() => read(repeated - 1)).toThrow(`references that repeat more than ${repeated - 1} bytes`);
  });
  it('may repeat 1 MiB of a small response, and sixteen times the length of a larger one', () => {
    const read = (length: number, uses: number): void => {
      const decoder = inside(`${'<i href="#t"/>'.repeat(uses)}<t id="t">${'x'.repeat(length)}</t>`);
      for (let count = 0; count < uses; count++) next(decoder, string);
    };
    // With its end tag the value has 32,768 bytes.
    expect(() => read(32_764, 33)).not.toThrow();
    expect(() => read(32_764, 34)).toThrow('references that repeat more than 1048576 bytes');
    expect(() => read(1_000_000, 17)).not.toThrow();
    expect(() => read(1_000_000, 18)).toThrow(/^references that repeat more than 160\d{5} bytes$/);
  });

  it('is circular inside its target, also after that was entered', () => {
    const decoder = inside('<l id="l"><i href="#l"/><j/></l>');
    decoder.xml.nextChild();
    decoder.enter('l');
    expect(() => next(decoder, folder)).toThrow('a circular reference');
    const left = inside('<l id="l"><i/></l><i href="#l"/>');
    left.xml.nextChild();
    left.enter('l');
    left.xml.skip();
    left.leave('l');
    expect(next(left, folder)).toEqual({});
  });

  it('may lead to values around each other, but not without end', () => {
    /** Elements around each other, each with an id, and a reference to each of them. */
    const around = (depth: number): string => {
      const levels = Array.from({ length: depth }, (_, level) => level);
      const opening = levels.map((level) => `<inside id="i${level}">`).join('');
      return `${levels.map((level) => `<i href="#i${level}"/>`).join('')}${opening}${'</inside>'.repeat(depth)}`;
    };
    const read = (depth: number): void => {
      const decoder = inside(around(depth));
      for (let count = 0; count < depth; count++) next(decoder, folder);
    };
    // Read are about half as many characters as there are, times the depth.
    expect(() => read(5)).not.toThrow();
    expect(() => read(100)).toThrow('references to values that contain each other');
  });
});

describe('references to targets with the same mark-up', () => {
  const count = 50;
  const ids = Array.from({ length: count }, (_, id) => id);
  const references = ids.map((id) => `<i href="#${id}"/>`).join('');
  const target = (id: number): string => `<m id="${id}"><name>n${id}</name></m>`;

  it.each<[string, Partial<DecodeSettings>, number]>([
    ['are read in their places till their pattern is known', {}, 4],
    ['are all read in their places on request', { shortcuts: 'cache' }, count],
  ])('%s', (_name, settings, visits) => {
    const decoder = inside(references + ids.map(target).join(''), settings);
    const visit = vi.spyOn(XmlReader.prototype, 'visit');
    expect(ids.map(() => next(decoder, folder))).toEqual(ids.map((id) => ({ name: `n${id}`, inside: undefined })));
    expect(visit).toHaveBeenCalledTimes(visits);
  });
});

describe('back at a mark it is as if nothing had been read since', () => {
  it('of counted references', () => {
    const decoder = inside('<i href="#a"/><i href="#a"/><m id="a">A</m>', { maxReferences: 2 });
    expect(next(decoder, string)).toBe('A');
    decoder.leaveOut(60_000);
    for (let times = 0; times < 5; times++) {
      decoder.mark();
      decoder.leaveOut(5536);
      expect(next(decoder, string)).toBe('A');
      decoder.reset();
    }
    expect(next(decoder, string)).toBe('A');
    decoder.leaveOut(5536);
    expect(() => decoder.leaveOut(1)).toThrow('arrays that omit more than 65536 members');
  });
});

describe('the rest of a document', () => {
  const before = '<m id="a">A</m><i href="#a"/>';
  const isExhausted = (rest: string, first = ''): boolean => {
    const decoder = inside(first + before + rest);
    if (first !== '') {
      decoder.xml.nextChild();
      decoder.xml.skip();
    }
    expect([next(decoder, string), next(decoder, string)]).toEqual(['A', 'A']);
    return decoder.isExhausted;
  };

  it.each([
    ['', ''],
    ['', ' \t\r\n'],
    ['', '<other>text</other><more>text</more>'],
    ['', '<other/><more/>'],
    ['', ' <other>a</other>\n <more/>\t'],
    ['<Fault/>', '<other/>'],
    ['<other>x</other>', ''],
  ])('need not be read: after %j, %j', (first, rest) => {
    expect(isExhausted(rest, first)).toBe(true);
  });

  it.each([
    'text',
    '&#65;',
    '<other/>text',
    '<other>text</other>text',
    '<!-- comment -->',
    '<?instruction?>',
    '<![CDATA[text]]>',
    '<Fault/>',
    '<other>a Fault</other>',
  ])('has to be looked at: %j', (rest) => {
    expect(isExhausted(rest)).toBe(false);
  });
});

describe('a document that is read while it arrives', () => {
  function streamed(content: string, isPartial = false, settings: Partial<DecodeSettings> = {}): Decoder {
    const source = new XmlSource(Buffer.from(`${ROOT}${content}${isPartial ? '' : '</r>'}`), isPartial);
    const decoder = new Decoder(source, { ...DEFAULT_LIMITS, ...settings }, true);
    decoder.xml.next();
    return decoder;
  }

  it('keeps earlier targets by type', () => {
    const decoder = streamed('<i id="a">1</i><i href="#a"/><i href="#a"/>');
    expect([next(decoder, string), next(decoder, string)]).toEqual(['1', '1']);
    expect(() => next(decoder, int)).toThrow(CompleteDocumentNeeded);
  });

  it('counts a reference with all that it leads to, but not what came before', () => {
    const read = (maxReferences: number): void => {
      const content = '<t id="t">T</t><i href="#t"/><f id="f"><name href="#t"/></f><f href="#f"/>';
      const decoder = streamed(content, false, { maxReferences });
      for (const codec of [string, string, folder, folder]) next<unknown>(decoder, codec);
    };
    // To t; to t inside f; to f, and to t from there.
    expect(() => read(4)).not.toThrow();
    expect(() => read(3)).toThrow('more than 3 references');
  });

  it('repeats what a reference stands for from the second on, with all that it leads to', () => {
    const t = '1234</t>';
    const f = '<name href="#t"/></f>';
    const read = (references: string, bytes: number): void => {
      const decoder = streamed(`<t id="t">${t}<t href="#t"/><f id="f">${f}${references}`, false, {
        maxRepeats: { bytes, times: 0 },
      });
      for (const codec of [string, string, folder]) next<unknown>(decoder, codec);
      while (decoder.xml.nextChild() !== undefined) decoder.value(folder);
    };
    // The reference inside f repeats t, which was referenced before.
    expect(() => read('', t.length)).not.toThrow();
    expect(() => read('', t.length - 1)).toThrow(CompleteDocumentNeeded);
    // The first reference to f repeats only what it leads to, the second one all.
    expect(() => read('<f href="#f"/>', 2 * t.length)).not.toThrow();
    expect(() => read('<f href="#f"/>', 2 * t.length - 1)).toThrow(CompleteDocumentNeeded);
    expect(() => read('<f href="#f"/><f href="#f"/>', 3 * t.length + f.length)).not.toThrow();
    expect(() => read('<f href="#f"/><f href="#f"/>', 3 * t.length + f.length - 1)).toThrow(CompleteDocumentNeeded);
  });

  it('refuses a reference after a duplicate id', () => {
    const decoder = streamed('<i id="a">1</i><i id="b">1</i><i id="a">2</i><i href="#b"/>');
    for (const value of ['1', '1', '2']) expect(next(decoder, string)).toBe(value);
    expect(problemOf(() => next(decoder, string))).toMatchObject({
      message: 'a duplicate id',
      offset: `${ROOT}<i id="a">1</i><i id="b">1</i><i id="a">2</i><i href="#b"/>`.length,
    });
  });

  it('remembers 10,000 ids', () => {
    const ids = Array.from({ length: 10_001 }, (_, id) => `<i id="i${id}">${id}</i>`).join('');
    const reference = '<i href="#i0"/><i href="#i9999"/><i href="#i10000"/>';
    // Duplicates of later ids are not detected here.
    const decoder = streamed(`${ids}<i id="i10000">x</i>${reference}`);
    for (let count = 0; count < 10_002; count++) next(decoder, string);
    expect([next(decoder, string), next(decoder, string)]).toEqual(['0', '9999']);
    expect(() => next(decoder, string)).toThrow(CompleteDocumentNeeded);
  });
});
