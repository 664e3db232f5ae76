import { describe, expect, it } from 'vitest';
import { countMessageParts } from '../../../src/domain/sending/message-parts.js';

const a = (count: number): string => 'a'.repeat(count);
const ż = (count: number): string => 'ż'.repeat(count);

describe('countMessageParts: GSM 03.38', () => {
  it.each([
    ['an empty text', '', 0],
    ['160 letters', a(160), 1],
    ['161 letters', a(161), 2],
    ['306 letters', a(306), 2],
    ['307 letters', a(307), 3],
    ['158 letters and €', `${a(158)}€`, 1],
    ['159 letters and €', `${a(159)}€`, 2],
    ['153 × ]', ']'.repeat(153), 3],
    ['80 × ^', '^'.repeat(80), 1],
    ['81 × ^', '^'.repeat(81), 2],
    ['1530 letters', a(1530), 10],
    ['1531 letters', a(1531), 11],
  ])('%s need %3$s part(s)', (_name, text, parts) => {
    expect(countMessageParts(text)).toMatchObject({ encoding: 'gsm7', parts });
  });

  it('counts a line feed as one septet, or as two with the option', () => {
    const lines = `${a(159)}\n`;
    expect(countMessageParts(lines)).toMatchObject({ encoding: 'gsm7', units: 160, parts: 1 });
    const wide = { lineFeedSeptets: 2 } as const;
    expect(countMessageParts(lines, wide)).toMatchObject({ encoding: 'gsm7', units: 161, parts: 2 });
    expect(countMessageParts(`${a(156)}\n€`, wide)).toMatchObject({ units: 160, parts: 1 });
    // It is not split over two parts: the 153rd septet of the first stays empty.
    expect(countMessageParts(`${a(152)}\n${a(152)}`, wide)).toMatchObject({ units: 306, parts: 3 });
    expect(countMessageParts('ż\n', wide)).toMatchObject({ encoding: 'ucs2', units: 2 });
    expect(() => countMessageParts('', { lineFeedSeptets: 3 as never })).toThrow(/lineFeedSeptets.*must be 1 or 2/);
  });
});

describe('countMessageParts: special characters', () => {
  it.each([
    [70, 1],
    [71, 2],
    [134, 2],
    [135, 3],
    [201, 3],
    [202, 4],
    [670, 10],
    [671, 11],
  ])('%i special characters need %i part(s)', (count, parts) => {
    expect(countMessageParts(ż(count))).toMatchObject({ encoding: 'ucs2', units: count, parts });
  });

  it('counts every Polish letter and ç as special', () => {
    for (const letter of 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻç') expect(countMessageParts(letter).encoding, letter).toBe('ucs2');
  });
});

describe('countMessageParts: limits and placeholders', () => {
  it('allows 10 parts in the current variant and 6 in the earlier one', () => {
    expect(countMessageParts(a(1530))).toMatchObject({ maxParts: 10, fits: true });
    expect(countMessageParts(a(1531)).fits).toBe(false);
    expect(countMessageParts(a(918), { variant: 'earlier' })).toMatchObject({
      maxParts: 6,
      parts: 6,
      fits: true,
    });
    expect(countMessageParts(a(919), { variant: 'earlier' }).fits).toBe(false);
    expect(countMessageParts(ż(402), { variant: 'earlier' }).fits).toBe(true);
    expect(countMessageParts(ż(403), { variant: 'earlier' }).fits).toBe(false);
  });

  it.each([
    '[%1%]',
    '[%imie%]',
    '[%opt_out_link%]',
    '[%kontakt.system operacyjny%]',
    '[%shortlink:https://shop.test/a%20b?c[]=d%]',
    '[%idzdo:shop.test%]',
  ])('reports a text with %s as a minimum', (placeholder) => {
    expect(countMessageParts(`Hi ${placeholder}`).isMinimum).toBe(true);
  });

  it.each(['Hi [1] 100%', '[%', '[%%]', '[%]', '[%1]', '[1%]', '%1%', '[%link:https://shop.test', '%] [%link:x'])(
    'does not find a placeholder in %j',
    (text) => {
      expect(countMessageParts(text).isMinimum).toBe(false);
    },
  );
});
