import { describe, expect, it, onTestFinished } from 'vitest';
import { httpTransport } from '../../src/calls/index.js';
import { type SoapHandlers, startSoapServer } from '../../src/soap-server/index.js';
import { Shop } from './earlier/0.1/service.js';
import { ShopStub } from './earlier/0.1/stub.js';
import type { keepInput } from './earlier/0.1/types.js';

/** The folders hold what that version has written of shop.wsdl: they are never generated again. */
describe('what version 0.1 has generated, on the runtime as it is now', () => {
  async function served(handlers: SoapHandlers<typeof Shop.operations>): Promise<ShopStub> {
    const server = await startSoapServer(Shop, handlers);
    const transport = httpTransport();
    onTestFinished(async () => {
      await transport.close?.();
      await server.close();
    });
    return new ShopStub({ transport, url: server.url });
  }

  it('carries types of every kind there and back', async () => {
    const price = { $value: '12.50', currency: 'PLN' };
    const product = { id: 9_007_199_254_740_993n, price, note: null, tags: ['a', 'b'], added: '2026-11-24T00:00:00Z' };
    const given: keepInput = {
      products: [
        { $type: 'Product', ...product, related: { $type: 'Book', ...product, related: undefined, pages: 7 } },
        { $type: 'Book', ...product, note: 'ż', tags: [], related: undefined, pages: 300 },
        null,
      ],
      stock: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      sizes: [38, 39],
      color: 'red',
      extra: { $type: 'Array', items: [{ $type: 'xsd:int', value: 5 }, null, { $type: 'Price', value: price }] },
      map: {
        $type: 'Map',
        entries: [
          [
            { $type: 'xsd:string', value: 'k' },
            { $type: 'xsd:boolean', value: true },
          ],
        ],
      },
      picture: Buffer.from([0, 255]),
    };
    let heard: unknown;
    const stub = await served({
      keep: (input) => {
        heard = input;
        return { ...input, products: input.products ?? [], stock: input.stock ?? [] };
      },
    });
    expect(await stub.keep(given)).toEqual(given);
    expect(heard).toEqual(given);
  });

  it('sends what is not answered', async () => {
    const heard: unknown[] = [];
    const stub = await served({ notify: ({ text }) => void heard.push(text) });
    expect(await stub.notify({ text: 'Hi' })).toBeUndefined();
    expect(heard).toEqual(['Hi']);
  });

  it('carries headers in both directions', async () => {
    const stub = await served({
      renew: ({ text, $headers }) => ({ text, $headers: { session: { token: `${$headers?.session?.token}2` } } }),
    });
    expect(await stub.renew({ text: 'x', $headers: { session: { token: 't' } } })).toEqual({
      text: 'x',
      $headers: { session: { token: 't2' } },
    });
  });
});
