import { describe, expect, it } from 'vitest';
import { SmsService } from '../../../generated/service.js';
import { leavesOf } from '../../../src/replay/contract/values.js';
import { DEFAULT_LIMITS } from '../../../src/soap/decoder/limits.js';
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
  ])('is refused where it would be more than was sent: %s', (_name, document) => {
    expect(refusal(document)).toMatchObject({
      faultCode: 'Client',
      faultString: expect.stringMatching(/^sms_param\.arParams\[\d+\].*: references that repeat more than \d+ bytes$/),
    });
  });

  it('may be as much as the request itself', () => {
    const document = product(1, 10, 100_000);
    expect(refusal(document)).toMatchObject({ faultCode: 'Client' });
    // The text once, and once more.
    const once = product(1, 2, 100_000);
    expect(sizeOf(once).characters).toBeGreaterThan(200_000);
    expect(refusal(product(1, 3, 100_000))).toMatchObject({ faultCode: 'Client' });
  });

  it('may be 64 KiB where the request itself is less', () => {
    // With its end tag, "</m>", what is repeated has 65,536 bytes, or seven more.
    expect(sizeOf(product(1, 9, 8188)).values).toBe(11);
    expect(refusal(product(1, 9, 8189))).toMatchObject({ faultCode: 'Client' });
  });

  it('is nothing where every reference is to a value of its own, however many there are', () => {
    const ids = Array.from({ length: 20_000 }, (_, id) => id);
    const document = sendMulti(
      `<arTo>${ids.map((id) => `<i href="#${id}"/>`).join('')}</arTo>`,
      ids.map((id) => `<m id="${id}">${'4'.repeat(50)}</m>`).join(''),
    );
    expect(sizeOf(document)).toEqual({ characters: 20_000 * 50 + 2, values: 20_002 });
  });
});
