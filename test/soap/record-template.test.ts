import { afterEach, describe, expect, it, vi } from 'vitest';
import { SmsService } from '../../generated/service.js';
import { DEFAULT_LIMITS } from '../../src/soap/input.js';
import { RecordTemplate } from '../../src/soap/record-template.js';
import { readResponse } from '../../src/soap/response.js';
import { soapAnswer } from '../support/fake-transport.js';

afterEach(() => vi.restoreAllMocks());

/** Decodes an answer with and without shortcuts; all must agree. Gives the records and how many a template read. */
function decode(items: string): { records: unknown; hits: number } {
  const answer = Buffer.from(soapAnswer('soap_GetNumbers', `<result>0</result><arNumbers>${items}</arNumbers>`));
  const with_ = (shortcuts: 'all' | 'memo' | 'none'): unknown => {
    try {
      return readResponse(SmsService, SmsService.operations.soap_GetNumbers, answer, {
        ...DEFAULT_LIMITS,
        shortcuts,
      });
    } catch (error) {
      return String(error);
    }
  };
  const match = vi.spyOn(RecordTemplate.prototype, 'match');
  const records = with_('all');
  const hits = match.mock.results.filter(({ value }) => value !== -1).length;
  match.mockRestore();
  expect(with_('memo')).toEqual(records);
  expect(with_('none')).toEqual(records);
  return { records, hits };
}

const record = (number: string, name: string): string =>
  `<item xsi:type="ns1:Number"><number xsi:type="xsd:string">${number}</number><name>${name}</name><id_group>7</id_group></item>`;

describe('a template of an early record', () => {
  it('reads all further records like it', () => {
    expect(decode(Array.from({ length: 100 }, (_, index) => record(`500${index}`, 'x')).join('')).hits).toBe(96);
  });

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

  it('is given up when every record differs', () => {
    const items = Array.from({ length: 100 }, (_, index) => `<i${index}><number>${index}</number></i${index}>`).join(
      '',
    );
    expect(decode(items).hits).toBe(0);
  });

  it.each([
    ['a comment', '<item><number>1<!-- x --></number></item>'],
    ['CDATA', '<item><number><![CDATA[1]]></number></item>'],
    ['a reference', '<item id="a"><number>1</number></item>'],
    ['base64', '<item><number xsi:type="xsd:base64Binary">MQ==</number></item>'],
    ['a quoted ">"', '<item a=">"><number>1</number></item>'],
    ['an empty element', '<item><number/></item>'],
    ['an element inside an unknown field', '<item><number>1</number><zzz><y>2</y></zzz></item>'],
    ['a declaration of a prefix', '<item xmlns:q="u"><q:number>1</q:number></item>'],
  ])('reads nothing wrong after a record with %s', (_name, first) => {
    const { records } = decode(first.repeat(5) + record('5', 'b') + first.repeat(2) + record('6', 'c'));
    expect(records).toMatchObject({
      output: { arNumbers: [{}, {}, {}, {}, {}, { number: '5' }, {}, {}, { number: '6' }] },
    });
  });

  it.each([
    ['a wrong number', '<item><id_group>x</id_group></item>'],
    ['"]]>" in a text', '<item><id_group>1]]></id_group></item>'],
    ['an unknown entity', '<item><id_group>&nbsp;</id_group></item>'],
    ['a cut record', '<item><id_group>1'],
  ])('leaves it to the reader to refuse %s', (_name, bad) => {
    const good = '<item><id_group>1</id_group></item>';
    const { records } = decode(good.repeat(5) + bad);
    expect(records).toMatch(/^Problem: /);
  });
});
