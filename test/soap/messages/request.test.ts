import { describe, expect, it } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import { leavesOf } from '../../../src/replay/contract/values.js';
import { int } from '../../../src/soap/codecs/scalars.js';
import type { Codec } from '../../../src/soap/decoder/codec.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
import { XSD, XSI } from '../../../src/soap/decoder/names.js';
import { operation, service } from '../../../src/soap/messages/operation.js';
import { RequestRefused, readRequest } from '../../../src/soap/messages/request.js';

/** A request of `soap_SendMulti` as a toolkit with multi-reference values writes it. */
function sendMulti(fields: string, targets: string): Uint8Array {
  return Buffer.from(
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>' +
      `<soap_SendMulti><client><username>a</username><password>b</password></client><sms_param>${fields}</sms_param>` +
      `</soap_SendMulti>${targets}</e:Body></e:Envelope>`,
  );
}

/** How many characters the values of a request have, and how many there are. */
function sizeOf(document: Uint8Array): { readonly characters: number; readonly values: number } {
  const leaves = [...leavesOf(readRequest(SmsService, document, DEFAULT_LIMITS).input)];
  return { characters: leaves.reduce((sum, { value }) => sum + String(value).length, 0), values: leaves.length };
}

function refusal(document: Uint8Array): unknown {
  try {
    readRequest(SmsService, document, DEFAULT_LIMITS);
  } catch (error) {
    return error instanceof RequestRefused ? error.fault : error;
  }
  return 'was accepted';
}

/** A list that is referred to, of items that all refer to one text. */
const product = (lists: number, items: number, text: number): Uint8Array =>
  sendMulti(
    `<arParams>${'<i href="#l"/>'.repeat(lists)}</arParams>`,
    `<m id="l">${'<i href="#t"/>'.repeat(items)}</m><m id="t">${'x'.repeat(text)}</m>`,
  );

describe('what a request repeats by references', () => {
  it.each<[string, Uint8Array]>([
    ['a list of a thousand items, 900 times', product(900, 1000, 10)],
    ['a long text, a hundred times', product(1, 100, 40_000)],
    ['a long text, a hundred times in a hundred lists', product(100, 100, 40_000)],
    ['a list of nothing, ten thousand times', product(10_000, 1000, 0)],
  ])('is refused if it is larger than the request: %s', (_name, document) => {
    expect(refusal(document)).toMatchObject({
      faultCode: 'Client',
      faultString: expect.stringMatching(/^sms_param\.arParams\[\d+\].*: references that repeat more than \d+ bytes$/),
    });
  });

  it('may be as much as the request itself', () => {
    const document = product(1, 10, 100_000);
    expect(refusal(document)).toMatchObject({ faultCode: 'Client' });
    // The text twice.
    const once = product(1, 2, 100_000);
    expect(sizeOf(once).characters).toBeGreaterThan(200_000);
    expect(refusal(product(1, 3, 100_000))).toMatchObject({ faultCode: 'Client' });
  });

  it('may be 64 KiB for a smaller request', () => {
    // With its end tag, "</m>", the repeated text has 65,536 bytes, or seven more.
    expect(sizeOf(product(1, 9, 8188)).values).toBe(11);
    expect(refusal(product(1, 9, 8189))).toMatchObject({ faultCode: 'Client' });
  });

  it('is zero if each reference has a different target', () => {
    const ids = Array.from({ length: 20_000 }, (_, id) => id);
    const document = sendMulti(
      `<arTo>${ids.map((id) => `<i href="#${id}"/>`).join('')}</arTo>`,
      ids.map((id) => `<m id="${id}">${'4'.repeat(50)}</m>`).join(''),
    );
    expect(sizeOf(document)).toEqual({ characters: 20_000 * 50 + 2, values: 20_002 });
  });
});

/** An operation, of the parts that are given. */
const op = (name: string, input: Readonly<Record<string, Pick<Codec<unknown>, 'type'>>>) =>
  operation<object, object>({ name, namespace: 'urn:t', soapAction: '', input, output: {} });

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** Reads a request with these operations. Returns the Fault if it is refused. */
function readBy(operations: object, inside: string, version = ENVELOPE): unknown {
  const document = `<e:Envelope xmlns:e="${version}" xmlns:x="${XSD}" xmlns:xsi="${XSI}">${inside}</e:Envelope>`;
  const talk = service({ name: 'Talk', namespaces: { t: 'urn:t' }, operations });
  try {
    return readRequest(talk as never, Buffer.from(document), DEFAULT_LIMITS);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    expect(error.name).toBe('RequestRefused');
    expect(error.message).toBe(error.fault.faultString);
    return error.fault;
  }
}

const body = (content: string): string => `<e:Body>${content}</e:Body>`;

describe('a request is refused with the Fault that SOAP 1.1 asks for', () => {
  const ASK = { ask: op('ask', { n: int }) };
  const good = body('<ask><n>5</n></ask>');
  const client = (faultString: string): object => ({ faultCode: 'Client', faultString });

  it('unless it is one', () => {
    expect(readBy(ASK, good)).toEqual({ operation: 'ask', input: { n: 5 } });
  });

  it('for another SOAP version', () => {
    const fault = { faultCode: 'VersionMismatch', faultString: 'Only SOAP 1.1 is supported' };
    expect(readBy(ASK, good, 'http://www.w3.org/2003/05/soap-envelope')).toEqual(fault);
    expect(readBy(ASK, good, 'urn:any')).toEqual(fault);
  });

  it('for a document without an envelope', () => {
    const document = Buffer.from('<ask><n>5</n></ask>');
    expect(refusal(document)).toEqual(client('The document is not a SOAP envelope'));
  });

  it('for an unknown header with mustUnderstand', () => {
    const header = '<e:Header><h e:mustUnderstand="1"/></e:Header>';
    const fault = { faultCode: 'MustUnderstand', faultString: 'The header h is not understood' };
    expect(readBy(ASK, header + good)).toEqual(fault);
    expect(readBy(ASK, header + body('<other/>'))).toEqual(fault);
    expect(readBy(ASK, header.replace('"1"', '"0"') + good)).toMatchObject({ operation: 'ask' });
  });

  it.each([
    ['', 'The Body is empty'],
    ['<m id="a">1</m>', 'The Body has no operation'],
    ['<other/>', 'Unknown operation'],
    ['<m id="a">1</m><other/>', 'Unknown operation'],
    ['<ask xsi:nil="1"/>', 'The request is nil'],
    ['<ask/>', 'n: is missing'],
    ['<ask><n>x</n></ask>', 'n: must be a whole number'],
    ['<ask><n>5</n></ask>text', 'text where elements are expected'],
    ['text', 'text where elements are expected'],
  ])('for a Body with %j: %s', (content, faultString) => {
    expect(readBy(ASK, body(content))).toEqual(client(faultString));
  });

  it('for text after the Body, but not for an element', () => {
    expect(readBy(ASK, `${good}text`)).toEqual(client('text where elements are expected'));
    expect(readBy(ASK, `${good}<more>text</more>`)).toMatchObject({ operation: 'ask' });
  });

  it('but not for targets of references, before or after the operation', () => {
    expect(readBy(ASK, body('<m id="a">7</m><ask><n href="#a"/></ask>'))).toMatchObject({ input: { n: 7 } });
    expect(readBy(ASK, body('<ask><n href="#a"/></ask><m id="a">7</m>'))).toMatchObject({ input: { n: 7 } });
  });
});

describe('of several operations with one name on the wire', () => {
  it.each([
    ['<ask><a>1</a><b>2</b><c>3</c></ask>', 'three'],
    ['<ask><c>3</c><b>2</b><a>1</a></ask>', 'three'],
    ['<ask><a>1</a><b>2</b></ask>', 'two'],
    ['<ask><a>1</a></ask>', 'one'],
    ['<ask><a>1</a><c>3</c></ask>', 'one'],
  ])('the one is meant that has the most parts that are all there: %s', (content, name) => {
    const [one, two] = [op('ask', { a: int }), op('ask', { a: int, b: int })];
    const three = op('ask', { a: int, b: int, c: int });
    for (const operations of [
      { three, one, two },
      { one, two, three },
      { two, three, one },
    ]) {
      expect(readBy(operations, body(content))).toMatchObject({ operation: name });
    }
  });

  it('one that none of them fits is refused as the one with the fewest parts refuses it', () => {
    const [one, two] = [op('ask', { a: int }), op('ask', { a: int, b: int })];
    expect(readBy({ two, one }, body('<ask><b>2</b></ask>'))).toEqual({
      faultCode: 'Client',
      faultString: 'a: is missing',
    });
    expect(readBy({ two, one }, body('<ask><a>1</a></ask>text'))).toMatchObject({ faultCode: 'Client' });
  });
});
