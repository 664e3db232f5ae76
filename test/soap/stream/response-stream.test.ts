import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { HEAD, readItems, TAIL } from '../../support/item-stream.js';

const item = (n: number): string => `<i><n>${n}</n></i>`;
const items = (...numbers: number[]): string => `<items>${numbers.map(item).join('')}</items>`;
const wrapper = (parts: string): string => `<listResponse><result>0</result>${parts}</listResponse>`;
const response = (body: string): string => HEAD + body + TAIL;
const GOOD = response(wrapper(items(1, 2)));

describe('a response may be', () => {
  it('one of several parts, up to maxBufferedBytes', async () => {
    const document = `--b\r\nContent-Type: text/xml\r\n\r\n${GOOD}\r\n--b--\r\n`;
    const headers = { 'content-type': 'multipart/related; boundary=b' };
    const pieces = [document.slice(0, 500), document.slice(500)];
    const read = (maxBufferedBytes: number) =>
      readItems(pieces, { response: { headers }, limits: { maxBufferedBytes } });
    expect(await read(document.length)).toMatchObject({ batches: [[1, 2]], error: undefined, isClosed: true });
    expect(await read(document.length - 1)).toMatchObject({
      batches: [],
      error: {
        name: 'DecodeError',
        operation: 'list',
        message: expect.stringContaining(`more than ${document.length - 1} bytes must be buffered (maxBufferedBytes)`),
      },
      isClosed: true,
    });
  });
});

describe('a response that fails', () => {
  /** The first piece ends inside the second item. */
  const [first = '', second = ''] = (HEAD + wrapper(items(1, 2))).split(/(?<=<n>)(?=2)/);

  it('with bytes that are no text is refused, with no path, after the items before them', async () => {
    const { batches, error } = await readItems([first, Buffer.from([0xff]), second + TAIL]);
    expect(batches.flat()).toEqual([1]);
    expect(error).toMatchObject({ name: 'DecodeError', path: '', message: expect.stringContaining('UTF-8') });
  });

  it('in its transport gives its items and then the error', async () => {
    const broken = new Error('reset');
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(first);
      throw broken;
    }
    const { batches, error } = await readItems([], { response: { body: body() } });
    expect(batches.flat()).toEqual([1]);
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', operation: 'list' });
    expect(error).toMatchObject({ cause: { name: broken.name } });
  });

  it('because it does not consist of bytes', async () => {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(first);
      yield 'text' as unknown as Uint8Array;
    }
    const { error } = await readItems([], { response: { body: body() } });
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('does not consist of bytes') });
  });

  it('gives back what is left of it', async () => {
    for (const rest of ['<i><n>x</n></i>', '</wrong>']) {
      const { pulled, isClosed, error } = await readItems([first, rest, second, TAIL]);
      expect([pulled.length, isClosed]).toEqual([1, true]);
      expect(error).toMatchObject({ name: 'DecodeError' });
    }
  });

  it('shows no secret that it echoes', async () => {
    const { error } = await readItems(['<html>correct horse</html>']);
    expect(error).toMatchObject({ name: 'HttpStatusError', excerpt: expect.not.stringContaining('horse') });
  });
});

describe('items of a response that had to be read whole', () => {
  const whole = (parts: string): string[] => [response(`<x><result>0</result>${parts}</x>`)];

  it('are given up to one that cannot be used', async () => {
    const convert = (one: unknown): unknown => {
      if (JSON.stringify(one).includes('2')) throw new Problem('cannot be used');
      return { item: one };
    };
    const { batches, error, judged } = await readItems(whole(items(1, 2, 3)), { stream: { convert } });
    // The end of the response takes precedence.
    expect([batches, judged?.result]).toEqual([[[1]], 0]);
    expect(error).toMatchObject({ name: 'DecodeError', path: 'items[1]' });
  });
});

describe('items that waited for the end of the document', () => {
  const [before, after] = [`${HEAD}<listResponse><result>0</result><items>${item(1)}${item(2)}`, '<i href="#z"/>'];
  const rest = (more: string): string => `${after}${more}</items></listResponse><m id="z"><n>77</n></m>${TAIL}`;
  it('are refused with their offset in the document', async () => {
    const { batches, error } = await readItems([before, rest('<i><n>x</n></i>')]);
    expect(batches.flat()).toEqual([1, 2, 77]);
    expect(error).toMatchObject({
      name: 'DecodeError',
      path: 'items[3].n',
      xsdType: 'xsd:int',
      offset: `${before}${after}<i><n>`.length,
    });
  });
});
