/**
 * Reads a million numbers in a thousand groups from a file in the format of its argument and prints its peak memory.
 * `memory.test.ts` runs it as a separate process, because the peak of a test runner includes the runner.
 */
import { readRecords, writeRecords } from '../../../src/address-book/formats/files.js';
import type { AddressBookRecord, ReadFormat } from '../../../src/address-book/formats/records/records.js';

const GROUPS = 1000;
const NUMBERS = 1000;

async function* book(): AsyncGenerator<AddressBookRecord> {
  for (let id = 1; id <= GROUPS; id++) {
    // Every tenth needs quotes.
    const group = id % 10 === 0 ? `Grupa "${id}", Łódź` : `Grupa ${id} Łódź`;
    yield { kind: 'group', id, name: group, info: '' };
    for (let index = 0; index < NUMBERS; index++) {
      const number = `+48${500_000_000 + id * NUMBERS + index}`;
      yield { kind: 'number', groupId: id, group, number, name: `Osoba ${index}` };
    }
  }
}

/** The book as vCards, which are read but not written. One piece for each group. */
async function* cards(): AsyncGenerator<string> {
  let piece = '';
  for await (const record of book()) {
    if (record.kind === 'group') {
      if (piece !== '') yield piece;
      piece = '';
      continue;
    }
    const { name, number, group } = record;
    const category = group.replaceAll(',', '\\,');
    const lines = ['BEGIN:VCARD', 'VERSION:4.0', `FN:${name}`, `CATEGORIES:${category}`, `TEL:${number}`, 'END:VCARD'];
    piece += `${lines.join('\r\n')}\r\n`;
  }
  yield piece;
}

let chars = 0;
async function* counted(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    chars += piece.length;
    yield Buffer.from(piece, 'utf8');
  }
}

const format = process.argv[2] as ReadFormat;
const file = format === 'vcard' ? cards() : writeRecords(book(), format);
const counts = { group: 0, number: 0 };
for await (const { kind } of readRecords(counted(file), format)) counts[kind] += 1;
console.log(JSON.stringify({ ...counts, chars, peakMiB: process.resourceUsage().maxRSS / 1024 }));
