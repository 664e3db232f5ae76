import { describe, expect, it } from 'vitest';
import { rejection } from '../support/collect.js';
import { clientFor, envelopeOf, WAYS } from './responses.js';

/** More than any stack of Node.js holds. */
const FAR = 100_000;
const ANY_DEPTH = { maxDepth: 1_000_000 };
const nested = (tag: string, depth: number, inside = ''): string =>
  `<${tag}>`.repeat(depth) + inside + `</${tag}>`.repeat(depth);

describe.each(WAYS)('a depth beyond the stack is a typed error for any maxDepth, read %s', (_way, read) => {
  const wrapped = (parts: string): string =>
    envelopeOf(`<ns1:soap_GetNumbersResponse>${parts}</ns1:soap_GetNumbersResponse>`);
  const faultOf = (detail: string): string =>
    envelopeOf(`<SOAP-ENV:Fault><faultcode>Server</faultcode><detail>${detail}</detail></SOAP-ENV:Fault>`);
  const chain = (length: number): string => {
    const links = Array.from({ length }, (_, index) => `<m id="m${index}" href="#m${index + 1}"/>`);
    const list = `<m id="m${length}"><item><number>1</number></item></m>`;
    return envelopeOf(
      `<ns1:soap_GetNumbersResponse><result>0</result><arNumbers href="#m0"/></ns1:soap_GetNumbersResponse>${links.join('')}${list}`,
    );
  };

  it('in a chain of references', async () => {
    const error = await rejection(read(clientFor(chain(FAR), ANY_DEPTH)));
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('512') });
  });

  it('except in the detail of a Fault, which is truncated', async () => {
    const error = await rejection(read(clientFor(faultOf(nested('a', FAR)), ANY_DEPTH)));
    expect(error).toMatchObject({
      name: 'SoapFaultError',
      faultCode: 'Server',
      detail: { a: { a: { a: expect.anything() } } },
      isTruncated: true,
    });
  });

  it('while half of it is read', async () => {
    expect(await read(clientFor(chain(500), ANY_DEPTH))).toEqual([{ number: '1', name: '', groupId: 7 }]);
  });

  it('and a skipped element may have any depth', async () => {
    const parts = `<result>0</result><unknown>${nested('a', FAR)}</unknown><arNumbers/>`;
    expect(await read(clientFor(wrapped(parts), ANY_DEPTH))).toEqual([]);
  });
});
