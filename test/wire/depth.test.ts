import { describe, expect, it } from 'vitest';
import { caller } from '../../src/soap/caller.js';
import { array } from '../../src/soap/codecs/array.js';
import { lazy } from '../../src/soap/codecs/lazy.js';
import { struct } from '../../src/soap/codecs/struct.js';
import type { Codec } from '../../src/soap/decoder/codec.js';
import { operation, service } from '../../src/soap/messages/operation.js';
import { rejection } from '../support/collect.js';
import { fakeTransport, soapResponse } from '../support/fake-transport.js';
import { APACHE, clientFor, envelopeOf, WAYS } from './responses.js';

/** More than any stack of Node.js holds. */
const FAR = 100_000;
const ANY_DEPTH = { maxDepth: 1_000_000 };
const nested = (tag: string, depth: number, inside = ''): string =>
  `<${tag}>`.repeat(depth) + inside + `</${tag}>`.repeat(depth);

describe.each(WAYS)('whatever maxDepth allows, a depth that no stack holds is a typed error, read %s', (_way, read) => {
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

  it('but in the detail of a Fault, of which less is kept', async () => {
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

  it('and what is passed over may have any depth', async () => {
    const parts = `<result>0</result><unknown>${nested('a', FAR)}</unknown><arNumbers/>`;
    expect(await read(clientFor(wrapped(parts), ANY_DEPTH))).toEqual([]);
  });
});

describe('a type that contains itself, with whatever maxDepth', () => {
  interface Node {
    readonly next?: Node | null | undefined;
  }
  interface Nested extends ReadonlyArray<Nested> {}
  const node: Codec<Node> = struct<Node>('ns1:Node', { next: lazy(() => node) });
  const list: Codec<Nested> = array<Nested>(
    'ns1:List',
    lazy(() => list),
  );
  const made = service({ name: 'S', namespaces: { ns1: 'urn:t' }, operations: {} });

  const read = (codec: Codec<Node> | Codec<Nested>, value: string): Promise<unknown> => {
    const output = { value: codec as Codec<object> };
    const op = operation<object, { value: object }>({
      name: 'op',
      namespace: 'urn:t',
      soapAction: '',
      input: {},
      output,
    });
    const transport = fakeTransport(soapResponse('op', value));
    return caller(made, { transport, url: 'http://gateway.test/', limits: ANY_DEPTH })(op, {});
  };
  const mapEntry = (depth: number): string => {
    const open = '<value xsi:type="apache:Map"><item><key>next</key>';
    const whole = `${open.repeat(depth)}<value/>${'</item></value>'.repeat(depth)}`;
    return whole.replace('<value', `<value ${APACHE}`);
  };

  it.each([
    ['a struct', node, `<value>${nested('next', FAR)}</value>`],
    ['a list', list, `<value>${nested('item', FAR)}</value>`],
    ['a Map', node, mapEntry(2000)],
  ])('is a typed error where it is too deep: %s', async (_name, codec, value) => {
    expect(await rejection(read(codec, value))).toMatchObject({
      name: 'DecodeError',
      message: expect.stringContaining('512'),
    });
  });

  it.each([
    ['a struct', node, `<value>${nested('next', 500)}</value>`],
    ['a list', list, `<value>${nested('item', 500)}</value>`],
    ['a Map', node, mapEntry(200)],
  ])('is read down to a depth that is not: %s', async (_name, codec, value) => {
    await expect(read(codec, value)).resolves.toHaveProperty('value');
  });
});
