import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DecodeSettings } from '../../../src/soap/decoder/limits.js';
import { XmlReader } from '../../../src/xml/reader.js';
import { VARIANTS, verdictOnResponse } from '../../fuzz/decoding.js';
import { NUMBERS, withTargets } from '../../fuzz/envelopes.js';

afterEach(() => vi.restoreAllMocks());

const COUNT = 60;
const each = (make: (index: number) => string): string =>
  Array.from({ length: COUNT }, (_, index) => make(index)).join('');
const number = (index: number): string => String(48_500_100_000 + index);

/** Decodes a response with all, some and no shortcuts, which must agree. Returns the result and the calls of the reader. */
function read(
  items: string,
  targets: string,
  settings: Partial<DecodeSettings> = {},
): { readonly verdict: unknown; readonly tokens: number; readonly visits: number } {
  const { before, after } = withTargets(NUMBERS, targets);
  const document = Buffer.from(before + items + after, 'utf8');
  const [fast, ...others] = VARIANTS.map((variant) => {
    const [next, visit] = [vi.spyOn(XmlReader.prototype, 'next'), vi.spyOn(XmlReader.prototype, 'visit')];
    const verdict = verdictOnResponse('soap_GetNumbers', document, { ...settings, ...variant.settings });
    const [tokens, visits] = [next.mock.calls.length, visit.mock.calls.length];
    vi.restoreAllMocks();
    return { verdict, tokens, visits };
  });
  if (fast === undefined) throw new Error('nothing was read');
  for (const { verdict } of others) expect(fast.verdict).toEqual(verdict);
  return fast;
}

function numbersOf({ verdict }: ReturnType<typeof read>): unknown {
  return (verdict as { readonly value: { readonly arNumbers: unknown } }).value.arNumbers;
}

describe('records whose fields are references', () => {
  const item = (index: number): string => `<item><number href="#n${index}"/><name href="#m${index % 7}"/></item>`;
  const targets = each(
    (index) => `<m id="n${index}">${number(index)}</m>${index < 7 ? `<m id="m${index}">N ${index}</m>` : ''}`,
  );
  const wanted = Array.from({ length: COUNT }, (_, index) => ({ number: number(index), name: `N ${index % 7}` }));

  it.each([
    ['nothing else', each(item)],
    ['white space before it', each((index) => `\n  ${item(index)}`)],
    [
      'an unknown field that is a reference to nothing',
      each((index) => item(index).replace('</item>', '<z href="#-"/></item>')),
    ],
    ['a text beside it', each((index) => item(index).replace('</item>', '<id_group>7</id_group></item>'))],
    ['a nil field beside it', each((index) => item(index).replace('</item>', '<id_group xsi:nil="1"/></item>'))],
  ])('may have %s', (_name, items) => {
    const result = read(items, targets);
    expect(numbersOf(result)).toMatchObject(wanted);
    // The search for ids reads six tokens of each record; reading each record would double that.
    expect(result.tokens).toBeLessThan(12 * COUNT);
  });

  const last = COUNT - 1;
  const but = (other: string): string => each((index) => (index === last ? other : item(index)));

  it.each<[string, string, string]>([
    ['leads nowhere', but('<item><number href="#n0"/><name href="#none"/></item>'), ''],
    [
      'leads to a struct',
      but('<item><number href="#n0"/><name href="#s"/></item>'),
      '<m id="s"><number>1</number></m>',
    ],
    ['leads to itself', but('<item><number href="#n0"/><name href="#c"/></item>'), '<m id="c" href="#c"/>'],
    ['is before a wrong value', but('<item><name href="#none"/><id_group>x</id_group></item>'), ''],
  ])('are refused with the same error if one %s', (_name, items, more) => {
    const { verdict } = read(items, targets + more);
    expect(verdict).toMatchObject({ kind: 'refused', reason: expect.stringContaining(`arNumbers[${last}]`) });
  });

  it('are refused at the same one, however they are read, when there are too many', () => {
    for (const maxReferences of [7, 100, 101]) {
      const { verdict } = read(each(item), targets, { maxReferences });
      const place = `arNumbers[${Math.floor(maxReferences / 2)}].${maxReferences % 2 === 0 ? 'number' : 'name'}`;
      expect(verdict).toMatchObject({ kind: 'refused', reason: expect.stringContaining(place) });
    }
  });

  it('are followed once, also with long texts', () => {
    const long = `<item><number href="#n0"/><name>${'x'.repeat(70_000)}</name></item>`;
    const short = '<item><number href="#n0"/><name>x</name></item>';
    const items = each((index) => (index % 20 === 19 ? long : short));
    expect(read(items, targets, { maxReferences: COUNT }).verdict).toMatchObject({ kind: 'value' });
    expect(read(items, targets, { maxReferences: COUNT - 1 }).verdict).toMatchObject({ kind: 'refused' });
  });
});

describe('targets whose fields are references', () => {
  const items = each((index) => `<item href="#r${index}"/>`);
  const target = (index: number): string => `<m id="r${index}"><number href="#n${index}"/></m>`;
  const texts = each((index) => `<m id="n${index}">${number(index)}</m>`);

  it('are read, and after a few of them not in their places', () => {
    const result = read(items, each(target) + texts);
    expect(numbersOf(result)).toMatchObject(Array.from({ length: COUNT }, (_, index) => ({ number: number(index) })));
    expect(result.visits).toBeLessThan(20);
  });

  it('are refused if one refers to itself', () => {
    const circle = each((index) =>
      index === COUNT - 1 ? `<m id="r${index}"><number href="#back"/></m>` : target(index),
    );
    const { verdict } = read(items, `${circle}${texts}<m id="back" href="#r${COUNT - 1}"/>`);
    expect(verdict).toMatchObject({ kind: 'refused', reason: expect.stringContaining('circular') });
  });
});

describe('chains of references', () => {
  const chain = (length: number, order: 'id' | 'href'): string =>
    Array.from({ length }, (_, index) => {
      const [id, href] = [`id="c${index}"`, `href="#c${index + 1}"`];
      return order === 'id' ? `<m ${id} ${href}/>` : `<m ${href} ${id}/>`;
    }).join('');
  const end = (length: number): string => `<m id="c${length}"><number>1</number></m>`;

  it.each(['id', 'href'] as const)(
    'are followed to their end, and their links not read one by one: %s first',
    (order) => {
      const result = read('<item href="#c0"/>', chain(200, order) + end(200));
      expect(numbersOf(result)).toMatchObject([{ number: '1' }]);
      expect(result.tokens).toBeLessThan(60);
      expect(result.visits).toBe(1);
    },
  );

  it('are refused alike when they are too long, or lead back', () => {
    expect(read('<item href="#c0"/>', chain(256, 'id') + end(256)).verdict).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('more than 256 nested references'),
    });
    expect(read('<item href="#c0"/>', `${chain(50, 'id')}<m id="c50" href="#c9"/>`).verdict).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('circular'),
    });
  });
});

describe('records with an id', () => {
  it('are read like others, whether empty or not', () => {
    const empty = read(`<item href="#i9"/>${each((index) => `<item id="i${index}"/>`)}`, '');
    const full = read(
      `<item href="#i9"/>${each((index) => `<item id="i${index}"><number>${index}</number></item>`)}`,
      '',
    );
    expect(empty.tokens).toBeLessThan(60);
    expect(full.tokens).toBeLessThan(90);
    expect(numbersOf(full)).toMatchObject([
      { number: '9' },
      ...Array.from({ length: COUNT }, (_, index) => ({ number: `${index}` })),
    ]);
  });

  it('are refused alike where two have the same, and one is referred to', () => {
    const twice = each((index) => `<item id="i${index === COUNT - 1 ? 0 : index}"/>`);
    expect(read(`${twice}<item href="#i5"/>`, '').verdict).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('a duplicate id'),
    });
  });
});
