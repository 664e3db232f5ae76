import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../src/address-book/formats/csv/csv-rows.js';
import type { CsvDelimiter } from '../../../src/address-book/formats/records/records.js';

const INVALID = 'has a quote in the middle of a cell';

/** The cells of csv-parse, or the error message of this library. */
function peer(text: string, delimiter: string): unknown {
  try {
    return (parse(text, { delimiter, record_delimiter: ['\r\n', '\n'] }) as unknown[])[0] ?? [''];
  } catch {
    return INVALID;
  }
}

function own(text: string, delimiter: CsvDelimiter): unknown {
  try {
    return cellsOf(text, delimiter);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the cells of a row', () => {
  it('are those of csv-parse, and the same rows are invalid', () => {
    const letters = fc.constantFrom('"', '"', '"', ',', ';', '\t', 'a', ' ', 'ż', '\r', '\n');
    // A row has an even number of quotes. A line break outside of quotes ends the row.
    const row = fc.string({ unit: letters, maxLength: 24 }).filter((text) => text.split('"').length % 2 === 1);
    const isOneRow = (text: string): boolean => !/\n/.test(text.replaceAll(/"[^"]*"/g, ''));
    let withQuotes = 0;
    fc.assert(
      fc.property(row.filter(isOneRow), fc.constantFrom<CsvDelimiter>(',', ';', '\t'), (text, delimiter) => {
        const wanted = peer(text, delimiter);
        if (text.includes('""') && Array.isArray(wanted)) withQuotes += 1;
        expect(own(text, delimiter)).toEqual(wanted);
      }),
      { numRuns: 20_000 },
    );
    expect(withQuotes).toBeGreaterThan(100);
  });
});
