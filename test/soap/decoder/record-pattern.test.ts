import { afterEach, describe, expect, it, vi } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import { string } from '../../../src/soap/codecs/scalars.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { RecordPattern, RecordPatterns } from '../../../src/soap/decoder/record-pattern.js';
import { type Plan, planOfRecord } from '../../../src/soap/decoder/record-plan.js';
import { readEnvelope } from '../../../src/soap/messages/response.js';
import { XmlReader } from '../../../src/xml/reader.js';
import { XmlSource } from '../../../src/xml/source.js';
import { soapResponse } from '../../support/fake-transport.js';

afterEach(() => vi.restoreAllMocks());

/** Decodes a response with and without shortcuts; all must agree. Gives the records and how many a pattern read. */
function decode(items: string): { records: unknown; hits: number } {
  const response = Buffer.from(soapResponse('soap_GetNumbers', `<result>0</result><arNumbers>${items}</arNumbers>`));
  const with_ = (shortcuts: 'all' | 'cache' | 'none'): unknown => {
    try {
      return readEnvelope(SmsService, SmsService.operations.soap_GetNumbers, response, {
        ...DEFAULT_LIMITS,
        shortcuts,
      });
    } catch (error) {
      return String(error);
    }
  };
  const match = vi.spyOn(RecordPattern.prototype, 'match');
  const records = with_('all');
  const hits = match.mock.results.filter(({ value }) => value !== -1).length;
  match.mockRestore();
  expect(with_('cache')).toEqual(records);
  expect(with_('none')).toEqual(records);
  return { records, hits };
}

const record = (number: string, name: string): string =>
  `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">${number}</number><name>${name}</name><id_group>7</id_group></item>`;

/** The plan of a record that is a complete document. */
function planAt<T>(record: string, codec: Codec<T>): Plan<T> | undefined {
  const source = new XmlSource(Buffer.from(record));
  const xml = new XmlReader(source, DEFAULT_LIMITS);
  const { scope } = xml;
  while (xml.next() !== 'eof') continue;
  return planOfRecord(source, 0, record.length, scope, codec, false);
}

describe('a pattern of an early record', () => {
  it('reads references, line ends and letters of any script as the reader does', () => {
    const { records, hits } = decode(
      record('0', 'z').repeat(4) + record('1', 'a') + record('2', 'A &amp; &#x17B;\r\nż]') + record('3', ''),
    );
    expect(hits).toBe(3);
    expect(records).toMatchObject({
      output: {
        arNumbers: [
          ...Array.from({ length: 4 }, () => ({})),
          { name: 'a' },
          { number: '2', name: 'A & Ż\nż]' },
          { number: '3', name: '' },
        ],
      },
    });
  });

  it('reads every character of a text as itself, and refuses what XML forbids', () => {
    for (let code = 0; code < 0x180; code++) {
      if (code === 0x3c || code === 0x26) continue;
      const text = `x${String.fromCharCode(code)}y`;
      const { records } = decode(record('0', 'z').repeat(4) + record('1', text));
      if (code < 0x20 && ![0x9, 0xa, 0xd].includes(code)) {
        expect(records, `U+${code}`).toContain('a character that XML does not allow');
      } else {
        expect(records).toHaveProperty('output.arNumbers.4.name', code === 0xd ? 'x\ny' : text);
      }
    }
  });

  it('reads records with white space between and inside', () => {
    const spaced = '\n  <item>\n    <number>1</number>\n    <zzz>unknown</zzz><name xsi:nil="true"/>\n  </item>';
    const { records, hits } = decode(`${spaced.repeat(10)}\n`);
    expect(hits).toBe(6);
    expect(records).toMatchObject({
      output: { arNumbers: Array.from({ length: 10 }, () => ({ number: '1', name: null })) },
    });
  });

  it('is joined by others when records differ by turns', () => {
    const other = '<item><number>2</number></item>';
    expect(decode((record('1', 'a') + other).repeat(50)).hits).toBe(95);
  });

  it.each([
    ['a comment', '<item><number>1<!-- x --></number></item>'],
    ['CDATA', '<item><number><![CDATA[1]]></number></item>'],
    ['a reference', '<item id="a"><number>1</number></item>'],
    ['an element inside an unknown field', '<item><number>1</number><zzz><y>2</y></zzz></item>'],
  ])('reads nothing wrong after a record with %s', (_name, first) => {
    const { records } = decode(first.repeat(5) + record('5', 'b') + first.repeat(2) + record('6', 'c'));
    expect(records).toMatchObject({
      output: { arNumbers: { 5: { number: '5' }, 8: { number: '6' } } },
    });
  });

  it.each([
    ['a wrong number', '<item><id_group>x</id_group></item>'],
    ['a cut record', '<item><id_group>1'],
    ['a number of letters beyond ASCII', '<item><id_group>٣</id_group></item>'],
  ])('leaves it to the reader to refuse %s', (_name, bad) => {
    const good = '<item><id_group>1</id_group></item>';
    const { records } = decode(good.repeat(5) + bad);
    expect(records).toMatch(/^Problem: /);
  });
  it('reads numbers in every form as the reader does', () => {
    const forms = ['7', '007', '+5', '-0', ' 12\n', '-2147483648', '2147483647', '0000000000000000000001', '&#53;'];
    const items = forms.map((form) => `<item><id_group>${form}</id_group></item>`);
    const { records } = decode(items[0]?.repeat(5) + items.join(''));
    expect(records).toMatchObject({
      output: {
        arNumbers: [7, 7, 7, 7, 7, 7, 7, 5, 0, 12, -2147483648, 2147483647, 1, 5].map((id_group) => ({ id_group })),
      },
    });
  });
});

describe('references', () => {
  const XSD = 'xmlns:x="http://www.w3.org/2001/XMLSchema"';
  const list = (count: number): string =>
    Array.from({ length: count }, (_, index) => `<item href="#r${index}"/>`).join('');
  const target = (index: number, attributes = '', content?: string): string =>
    `<m id="r${index}"${attributes}>${content ?? `<number>${index}</number><name>n${index}</name>`}</m>`;

  /** Decodes with and without shortcuts; all must agree. */
  function numbers(items: string, targets: string, maxDepth: number = DEFAULT_LIMITS.maxDepth): unknown {
    const whole = soapResponse('soap_GetNumbers', `<result>0</result><arNumbers>${items}</arNumbers>${targets}`);
    const results = (['all', 'cache', 'none'] as const).map((shortcuts) => {
      const settings = { ...DEFAULT_LIMITS, maxDepth, shortcuts };
      try {
        return readEnvelope(SmsService, SmsService.operations.soap_GetNumbers, Buffer.from(whole), settings);
      } catch (error) {
        return `${String(error)} at ${(error as { path?: string }).path}`;
      }
    });
    expect(results[1]).toEqual(results[2]);
    expect(results[0]).toEqual(results[2]);
    return results[0];
  }

  it.each([
    ['that is nil', target(8, ' xsi:nil="1"'), null],
    ['with other fields', target(8, '', '<name>n8</name>'), { number: undefined, name: 'n8' }],
    [
      'with base64 in a field',
      target(8, ` ${XSD}`, '<number xsi:type="x:base64Binary">OA==</number>'),
      { number: '8' },
    ],
    ['with a nil field', target(8, '', '<number xsi:nil="1"></number><name>n8</name>'), { number: null }],
    ['with an id inside', target(8, '', '<number id="q">8</number><name href="#q"/>'), { number: '8', name: '8' }],
  ])('to one %s', (_name, odd, expected) => {
    const plain = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, index) => target(from + index)).join('');
    expect(numbers(list(12), plain(0, 8) + odd + plain(9, 12))).toMatchObject({
      output: { arNumbers: { 7: { number: '7' }, 8: expected, 9: { number: '9' } } },
    });
  });

  it.each([
    ['a wrong field', list(9), target(9, '', '<id_group>x</id_group>')],
    ['a target that is not well-formed', list(9), target(9, '', '<number>]]></number><name>n</name>')],
    ['a target cut by the end', list(9), '<m id="r9"><number>9</number><name>n</name>'],
    ['a target that an instruction makes ill-formed', list(9), `<?xml?>${target(9)}`],
  ])('refuse %s all the same', (_name, items, more) => {
    const wanted = more.includes('id="r9"') ? `${items}<item href="#r9"/>` : items;
    const targets = Array.from({ length: 9 }, (_, index) => target(index)).join('');
    expect(numbers(wanted, targets + more)).toMatch(/^Problem: /);
  });
});

describe('the patterns of records', () => {
  const text = (name: string): XmlSource => new XmlSource(Buffer.from(`<${name}>x</${name}>`));
  const plan = (name: string): Plan<string> | undefined => planAt(text(name).text, string);
  /** Patterns that have learnt from so many records, each of another name. */
  function learnt(count: number): { patterns: RecordPatterns<string>; made: string[] } {
    const patterns = new RecordPatterns<string>();
    const made: string[] = [];
    for (let index = 1; index <= count; index++) {
      patterns.learn(() => {
        made.push(`r${index}`);
        return plan(`r${index}`);
      });
    }
    return { patterns, made };
  }
  const matches = (patterns: RecordPatterns<string>, name: string): boolean => patterns.match(text(name), 0) !== -1;

  it('are learnt from the fourth record on', () => {
    expect(learnt(3).made).toEqual([]);
    const { patterns, made } = learnt(4);
    expect(made).toEqual(['r4']);
    expect(['r3', 'r4', 'r5'].map((name) => matches(patterns, name))).toEqual([false, true, false]);
    expect(patterns.value).toBe('x');
  });
  it('are given up after 16 surprises, unless they have fitted as often as not', () => {
    // Three records come before patterns are learnt at all.
    expect(learnt(19).patterns.isLearning).toBe(true);
    const { patterns, made } = learnt(20);
    expect([patterns.isLearning, made.length]).toEqual([false, 16]);
    expect(matches(patterns, 'r19')).toBe(false);
    patterns.learn(() => expect.unreachable());
    for (const fits of [16, 17]) {
      const { patterns: used } = learnt(19);
      for (let count = 0; count < fits; count++) expect(matches(used, 'r19')).toBe(true);
      used.learn(() => expect.unreachable());
      expect(used.isLearning).toBe(false);
      expect(matches(used, 'r19'), `${fits} times`).toBe(fits === 17);
    }
  });
});
