import { describe, expect, it } from 'vitest';
import { SmsService } from '../../generated/service.js';
import { withDerived } from '../../src/redact/derived-secrets.js';
import { writeMessage } from '../../src/soap/messages/envelope.js';
import { textsOfRequest } from '../../src/soap/sent-secrets.js';

const { operations } = SmsService;
const client = { username: 'alice', password: 'a<b>&"\'c\rd' };

/** The texts of an envelope without derived texts. */
function textsOf(envelope: string): string[] {
  const all = [...textsOfRequest(Buffer.from(envelope, 'utf8'))];
  const derived = new Set(all.flatMap((text) => [...withDerived(text)].slice(1)));
  return all.filter((text) => !derived.has(text));
}

describe('the texts of a request', () => {
  it('are those of its fields, then the items of its lists, as they were before they were written', () => {
    const envelope = writeMessage(SmsService, operations.soap_SendMulti, operations.soap_SendMulti.input, {
      client,
      sms_param: {
        arTo: ['48500100201', null, '48500100202'],
        message: 'żółw & <co>',
        date: 1_234_567_890,
        arParams: [['row 1', 'x &amp; y'], []],
        from: ' ',
        datacoding: 'bin',
      },
    });
    expect(textsOf(envelope)).toEqual([
      ...['alice', 'a<b>&"\'c\rd', 'żółw & <co>', 'bin'],
      ...['48500100201', '48500100202', 'row 1', 'x &amp; y'],
    ]);
  });

  it('include derived texts if they are in fields', () => {
    const envelope =
      '<a><b xsi:type="xsd:string">hello world</b><c><item xsi:type="xsd:string">hello there</item></c></a>';
    const texts = [...textsOfRequest(Buffer.from(envelope))];
    expect(texts.slice(0, 2)).toEqual(['hello world', '5eb63bbbe01eeed093cb22bb8f5acdc3']);
    expect(texts.slice(-1)).toEqual(['hello there']);
    expect(texts).toHaveLength(6);
  });

  it.each([
    ...['boolean', 'float', 'double', 'decimal', 'int', 'integer', 'long', 'short', 'byte', 'unsignedInt'],
    ...['unsignedLong', 'unsignedShort', 'unsignedByte', 'nonNegativeInteger', 'positiveInteger'],
  ])('are none of the type xsd:%s', (type) => {
    expect(textsOf(`<a><b xsi:type="xsd:${type}">1234567</b></a>`)).toEqual([]);
  });

  it.each(['xsd:string', 'xsd:token', 'xsd:anyURI', 'xsd:base64Binary', 'ns1:int'])(
    'are those of the type %s',
    (type) => {
      expect(textsOf(`<a><b xsi:type="${type}">1234567</b></a>`)).toEqual(['1234567']);
    },
  );

  it('do not include elements after a list', () => {
    const item = '<item xsi:type="xsd:string" xsi:nil="true"/><item xsi:type="xsd:string">in</item>';
    const envelope = `<a><l>${item}<item><item xsi:type="xsd:string">deep</item></item></l><b xsi:type="xsd:string">out</b></a>`;
    expect(textsOf(envelope)).toEqual(['out', 'in', 'deep']);
  });
});
