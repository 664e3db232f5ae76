import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../../src/errors/errors.js';
import { describeActual } from '../../../src/soap/codecs/describe-actual.js';
import { HEAD, type Reading, readItems, TAIL } from '../../support/item-stream.js';

const item = (n: number): string => `<i><n>${n}</n></i>`;
const OPEN = '<listResponse>';
const CLOSE = '</listResponse>';
const OK = '<result>0</result>';
const ITEMS = `<items>${item(1)}${item(2)}</items>`;
const response = (body: string): string => HEAD + body + TAIL;

/** Reads a response whose rest comes after its items: items returned before the last piece were streamed. */
async function read(before: string, items: string, after: string, rest = ''): Promise<Reading & { isStream: boolean }> {
  const reading = await readItems([HEAD + before + items, after, rest + TAIL]);
  return { ...reading, isStream: reading.pulled[0] === 1 };
}

describe('a response whose items are read as they come', () => {
  it('returns them before the rest has arrived, and its other parts at the end', async () => {
    const reading = await read(`${OPEN}${OK}`, ITEMS, `<note>n</note>${CLOSE}`);
    expect(reading).toMatchObject({
      isStream: true,
      batches: [[1, 2]],
      soFar: [{ result: 0, items: [], note: undefined }],
      judged: { result: 0, note: 'n' },
      error: undefined,
      isClosed: true,
    });
  });

  it('may hold a large element that means nothing, piece by piece', async () => {
    const large = Array.from({ length: 100 }, () => `<y>${'z'.repeat(50)}</y>`);
    for (const [before, after] of [
      [['<x>', ...large, `</x>${OPEN}${OK}`], [CLOSE]],
      [[`${OPEN}${OK}<x>`, ...large, '</x>'], [CLOSE]],
      [[OPEN + OK], [`${CLOSE}<x>`, ...large, '</x>']],
    ] as const) {
      const { batches, error } = await readItems([HEAD, ...before, ITEMS, ...after, TAIL], {
        limits: { maxBufferedBytes: 500 },
      });
      expect([batches, error]).toEqual([[[1, 2]], undefined]);
    }
  });

  it.each([
    ['the first part and no unknown one', OK, '<note>n</note>', ''],
    ['an unknown one', OK, '<x/><y/>', ': <listResponse> has <x>'],
    ['an unknown one in the place of the first', '', '<y/><z/>', ': <listResponse> has <y>'],
    ['nothing in the place of the first', '', '<note>n</note>', ': <listResponse> has no known element'],
  ])('knows for its errors what stood there: %s', async (_name, before, after, found) => {
    const { isStream, judged } = await read(OPEN + before, ITEMS, after + CLOSE);
    expect(isStream).toBe(true);
    expect(describeActual(judged, { secrets: () => [] })).toBe(found);
  });

  it('ends with the error of accept()', async () => {
    const thrown = new DecodeError('no', { operation: 'list' });
    const accept = (): never => {
      throw thrown;
    };
    const { batches, error } = await readItems([response(`${OPEN}${OK}${ITEMS}${CLOSE}`)], { stream: { accept } });
    expect(batches).toEqual([[1, 2]]);
    expect(error).toBe(thrown);
  });
});

describe('a response is read whole first', () => {
  it.each([
    ['whose wrapper has another name', `<x>${OK}`, '</x>'],
    ['whose wrapper refers to its content', `<listResponse href="#w"/><m id="w">${OK}`, '</m>'],
    ['whose first part has another name', `${OPEN}<x>0</x>`, CLOSE],
    ['whose first part has another name, or comes later', `${OPEN}<x>7</x>`, `${OK}${CLOSE}`],
  ])('%s', async (_name, before, after) => {
    const reading = await read(before, ITEMS, after);
    expect(reading).toMatchObject({
      isStream: false,
      batches: [[1, 2]],
      pulled: [3],
      judged: { result: 0 },
      error: undefined,
    });
  });

  it('whose wrapper is a map', async () => {
    const entry = (key: string, value: string): string => `<item><key>${key}</key>${value}</item>`;
    const items = `<value enc:arrayType="t:Item[1]">${item(3)}</value>`;
    const map = entry('result', '<value>0</value>') + entry('items', items);
    const reading = await read('<listResponse xsi:type="ap:Map">', map, CLOSE);
    expect(reading).toMatchObject({ isStream: false, batches: [[3]], judged: { result: 0 }, error: undefined });
  });
});
describe('after a followed reference', () => {
  const referring = `${OPEN}${OK}<items><i><n id="n">1</n></i><i><n href="#n"/></i></items>`;

  it('a duplicate id is refused at any position', async () => {
    const document = response(`<x><y id="t"/></x>${referring}${CLOSE}<z id="t"/>`);
    const { batches, error } = await readItems([document]);
    expect(batches).toEqual([[1, 1]]);
    // Behind the second tag with that id: nothing before it was let go.
    const offset = document.indexOf('<z id="t"/>') + '<z id="t"/>'.length;
    expect(error).toMatchObject({ name: 'DecodeError', message: expect.stringContaining('duplicate id'), offset });
  });

  it('a second one is not looked for where too much had to be kept for it', async () => {
    const { batches, error } = await readItems([response(`<x id="t"/>${referring}${CLOSE}<z id="t"/>`)], {
      limits: { maxBufferedBytes: 300 },
    });
    expect([batches, error]).toEqual([[[1, 1]], undefined]);
  });
});
