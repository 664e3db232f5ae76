import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadRequest } from '../../../src/replay/contract/contract.js';
import { type Leaf, leavesOf } from '../../../src/replay/contract/values.js';
import { soapContract } from '../../../src/replay/soap/contract.js';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', '\r\n\t', ']]>', '<&"\'>', '\u0085', '007'),
);

/** Requests as they are recorded. */
const kept = fc.oneof(
  fc.record({ group: fc.record({ name: text, info: text }) }).map((input) => ({ operation: 'soap_AddGroup', input })),
  fc
    .record({ arTo: fc.array(text), message: text, date: fc.integer({ min: 0, max: 2 ** 31 - 1 }), eco: fc.boolean() })
    .map(({ eco, ...parts }) => ({
      operation: 'soap_SendMulti',
      input: { sms_param: { ...parts, eco: eco ? 1 : 0, arParams: [[parts.message], null] } },
    })),
);

const writtenAndRead = (request: Pick<ReadRequest, 'operation' | 'input'>): ReadRequest => {
  const { method, headers, text: body = '' } = soapContract.writeRequest({ ...request, credentials: [] });
  return soapContract.readRequest({ method, url: 'http://gateway.invalid/', headers, body });
};
const valuesOf = ({ input }: Pick<ReadRequest, 'input'>): unknown => [...leavesOf(input)];
const sorted = (values: unknown): string =>
  JSON.stringify((values as Leaf[]).toSorted((a, b) => (a.path < b.path ? -1 : 1)));

it('a written request is read with the same values in the same order', () => {
  fc.assert(
    fc.property(kept, (request) => {
      const read = writtenAndRead(request);
      expect(read.operation).toBe(request.operation);
      expect(sorted(valuesOf(read))).toBe(sorted(valuesOf(request)));
      expect(valuesOf(writtenAndRead(read))).toEqual(valuesOf(read));
    }),
  );
});
