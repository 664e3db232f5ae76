/**
 * Writes a million numbers in a thousand groups and reads them back, and prints what it took. A program of its own, run
 * by `memory.test.ts`: the peak of a process cannot be told from inside a test runner.
 */
import { readRecords, writeRecords } from '../../../src/address-book/formats/files.js';
import type { AddressBookRecord, WriteFormat } from '../../../src/address-book/formats/records/records.js';

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

let chars = 0;
async function* counted(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    chars += piece.length;
    yield Buffer.from(piece, 'utf8');
  }
}

const format = process.argv[2] as WriteFormat;
const file = writeRecords(book(), format);
const counts = { group: 0, number: 0 };
for await (const { kind } of readRecords(counted(file), format)) counts[kind] += 1;
console.log(JSON.stringify({ ...counts, chars, peakMiB: process.resourceUsage().maxRSS / 1024 }));
