import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import type { Operation } from '../../../src/soap/messages/operation.js';
import { type ResponseContent, readEnvelope } from '../../../src/soap/messages/response.js';
import { ResponseMemory } from '../../../src/soap/messages/response-cache.js';
import { XmlSource } from '../../../src/xml/source.js';
import { soapResponse } from '../../support/fake-transport.js';

const { soap_CheckPoints, soap_AddGroup } = SmsService.operations;
type Parts = Readonly<Record<string, unknown>>;

function points(result: string, description: string, amount: string): Buffer {
  return Buffer.from(
    soapResponse(
      'soap_CheckPoints',
      `<result xsi:type="xsd:int">${result}</result><description xsi:type="xsd:string">${description}</description>` +
        `<points xsi:type="xsd:float">${amount}</points>`,
    ),
  );
}

function read(
  document: Buffer,
  memory?: ResponseMemory,
  operation: unknown = soap_CheckPoints,
): ResponseContent<Parts> | string {
  try {
    return readEnvelope(SmsService, operation as Operation<unknown, Parts>, document, DEFAULT_LIMITS, memory);
  } catch (error) {
    const { message, path, offset } = error as { message: string; path: string; offset: number };
    return `${path}: ${message} (${offset})`;
  }
}

/** A memory that has seen enough answers to know their form. */
function seasoned(make: () => Buffer, operation: unknown = soap_CheckPoints): ResponseMemory {
  const memory = new ResponseMemory();
  for (let count = 0; count < 6; count++) read(make(), memory, operation);
  return memory;
}

const usual = (): Buffer => points('0', 'OK', '12.5');

describe('a response with the mark-up of earlier ones', () => {
  it('is read by it', () => {
    const memory = seasoned(usual);
    const output = memory.recall(
      soap_CheckPoints.output,
      new XmlSource(points('7', 'Zażółć &amp; <![CDATA[', '-0.25')),
    );
    expect(output).toBeUndefined();
    expect(memory.recall(soap_CheckPoints.output, new XmlSource(points('7', 'Zażółć &amp; 😀', '-0.25')))).toEqual({
      result: 7,
      description: 'Zażółć & 😀',
      points: -0.25,
    });
  });

  it('says the same as the reader, whatever its texts are', () => {
    const memory = seasoned(usual);
    const piece = fc.constantFrom(
      '&amp;',
      '&#13;',
      '&#0;',
      '&x;',
      ']]>',
      '\r\n',
      '<',
      '<!--',
      '\u0001',
      '\ufffe',
      'ż',
      ' ',
      '0',
      '-1',
      '1e3',
      'INF',
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, text, text, (result, description, amount) => {
        const document = points(result, description, amount);
        expect(read(document, memory)).toEqual(read(document));
      }),
      { numRuns: 2000 },
    );
  });

  it('is not taken for one when it goes on behind', () => {
    const memory = seasoned(usual);
    for (const more of ['x', '<a/>', ' ', '<!-- -->']) {
      const document = Buffer.concat([usual(), Buffer.from(more)]);
      expect(read(document, memory)).toEqual(read(document));
    }
  });

  it('is read anew when a Fault or another element stands beside the wrapper', () => {
    const memory = seasoned(usual);
    for (const beside of [
      '<SOAP-ENV:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring>x</faultstring></SOAP-ENV:Fault>',
      '<m id="a"/>',
    ]) {
      const document = Buffer.from(usual().toString('utf8').replace('</SOAP-ENV:Body>', `${beside}</SOAP-ENV:Body>`));
      expect(read(document, memory)).toEqual(read(document));
      expect(
        read(
          document,
          seasoned(() => document),
        ),
      ).toEqual(read(document));
    }
  });

  it('gives every call a record of its own', () => {
    const memory = seasoned(usual);
    const [first, second] = [read(points('0', 'a', '1'), memory), read(points('0', 'b', '2'), memory)];
    expect([first, second]).toEqual([
      { kind: 'output', output: { result: 0, description: 'a', points: 1 } },
      { kind: 'output', output: { result: 0, description: 'b', points: 2 } },
    ]);
  });

  it('is remembered for its own operation', () => {
    const memory = seasoned(usual);
    expect(read(usual(), memory, soap_AddGroup)).toEqual(read(usual(), undefined, soap_AddGroup));
  });

  it.each([
    ['refers to others', '<result href="#r"/><points>1</points>', '<r id="r">0</r>'],
    ['is nil in a part', '<result>0</result><points xsi:nil="true"/>', ''],
    ['has unknown parts', '<result>0</result><x><y>1</y></x><points>1</points>', ''],
    ['has comments', '<result>0<!-- a --></result><points>1</points>', ''],
  ])('that %s is still read right', (_what, parts, beside) => {
    const document = Buffer.from(
      soapResponse('soap_CheckPoints', parts).replace('</SOAP-ENV:Body>', `${beside}</SOAP-ENV:Body>`),
    );
    expect(
      read(
        document,
        seasoned(() => document),
      ),
    ).toEqual(read(document));
  });

  it('is not looked for in long documents', () => {
    const long = (): Buffer => points('0', 'x'.repeat(5000), '1');
    const memory = seasoned(long);
    expect(memory.recall(soap_CheckPoints.output, new XmlSource(long()))).toBeUndefined();
    expect(read(long(), memory)).toEqual(read(long()));
  });
});
