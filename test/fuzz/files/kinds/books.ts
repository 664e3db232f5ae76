import { createReadStream, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type AddressBookRecord,
  importAddressBook,
  type ReadFormat,
  type Reject,
  readPlanInfo,
  readRecords,
  type WriteFormat,
  writeRecords,
} from '../../../../src/address-book/index.js';
import { Broken, type FileKind, type Honest, type Reader, type Reading } from '../file-kind.js';
import { emptyAccount } from './accounts.js';
import { CSV_TOKENS, csvText, JSON_TOKENS, jsonLines, VCARD_TOKENS, vcardText } from './book-texts.js';

/** Stays empty, because all runs are dry runs. */
const EMPTY = emptyAccount();
const PLACE = /^(?:file: cannot be read: )?(?:line \d+|columns)\b/;

/** Address book files, exported by this library and by other programs. */
export const bookFiles: readonly FileKind[] = [
  {
    name: 'csv-file',
    form: 'text',
    tokens: CSV_TOKENS,
    place: PLACE,
    honest: (random, bytes) => honest('csv', csvText(random, bytes)),
  },
  {
    name: 'vcard-file',
    form: 'text',
    tokens: VCARD_TOKENS,
    place: PLACE,
    honest: (random, bytes) => honest('vcard', vcardText(random, bytes)),
  },
  {
    name: 'jsonl-file',
    form: 'lines',
    tokens: JSON_TOKENS,
    place: PLACE,
    honest: (random, bytes) => honest('jsonl', jsonLines(random, bytes)),
  },
];

const NAMES: Readonly<Record<ReadFormat, string>> = { csv: 'book.csv', vcard: 'book.vcf', jsonl: 'book.jsonl' };

function honest(format: ReadFormat, text: string): Honest {
  const name = NAMES[format];
  const read = (folder: string, onReject?: (reason: string) => void): Promise<readonly AddressBookRecord[]> =>
    all(
      readRecords(createReadStream(path.join(folder, name)), format, {
        group: 'Wszyscy',
        ...(onReject && { onReject: ({ reason }) => onReject(reason) }),
      }),
    );
  const strict: Reader = {
    name: 'strict',
    read: async (folder) => ({ outcome: (await read(folder)).length === 0 ? 'nothing' : 'read' }),
  };
  const rejecting: Reader = {
    name: 'rejects',
    read: async (folder) => {
      const told: string[] = [];
      await read(folder, (reason) => told.push(reason));
      return { outcome: told.length === 0 ? 'read' : 'rejected', told };
    },
  };
  const again: Reader = {
    name: 'again',
    read: async (folder) => {
      const records = await read(folder, () => undefined);
      for (const other of ['jsonl', 'csv'] as const) await checkAgain(records, other);
      return { outcome: 'kept' };
    },
  };
  const encoded: Reader = {
    name: 'encoded',
    read: async (folder) => ({ outcome: await readEncoded(readFileSync(path.join(folder, name)), format) }),
  };
  const imported: Reader = { name: 'import', read: (folder) => importDry(path.join(folder, name), format) };
  return {
    files: new Map([[name, Buffer.from(text, 'utf8')]]),
    readers: [strict, rejecting, again, again, encoded, encoded, imported],
  };
}

/** Text gives the same result in UTF-8 and UTF-16. Bytes in a single-byte encoding are read or rejected. */
async function readEncoded(content: Buffer, format: ReadFormat): Promise<string> {
  const text = content.toString('utf8');
  const read = async (bytes: Buffer, encoding?: string): Promise<readonly string[]> => {
    const told: string[] = [];
    const options = { group: 'Wszyscy', encoding, onReject: ({ reason }: Reject): void => void told.push(reason) };
    const records = await all(readRecords(each([bytes.subarray(0, 7), bytes.subarray(7)]), format, options));
    return [...records.map((record) => JSON.stringify(record)), ...told];
  };
  const [one, other] = [await read(Buffer.from(text)), await read(Buffer.from(text, 'utf16le'), 'utf-16le')];
  if (one.join() !== other.join()) throw new Broken(`${one.length} in UTF-8 become ${other.length} in UTF-16`);
  await read(content, 'windows-1250');
  return 'in any encoding';
}

/** Checks that data does not change when it is written and read again. */
async function checkAgain(records: readonly AddressBookRecord[], format: WriteFormat): Promise<void> {
  const text = (await all(writeRecords(each(records), format))).join('');
  const again = await all(readRecords(each([text]), format));
  const texts = (all: typeof records): readonly string[] => all.map((record) => JSON.stringify(record));
  const [before, after] = [texts(records), texts(again)];
  if (before.join() !== after.join()) {
    const at = before.findIndex((text, index) => text !== after[index]);
    throw new Broken(`as ${format} ${before.length} records become ${after.length}: ${before[at]} ${after[at]}`);
  }
}

/** Plans the import of a file into an empty account. */
async function importDry(file: string, format: ReadFormat): Promise<Reading> {
  const plan = `${file}.plan`;
  const told: string[] = [];
  const { status } = await importAddressBook({
    file: createReadStream(file),
    format,
    plan,
    to: EMPTY,
    group: 'Wszyscy',
    dryRun: true,
    settleMs: 1,
    onReject: ({ reason }) => told.push(reason),
  });
  await readPlanInfo(plan);
  if (status !== 'done') throw new Broken(`a plan that was just made ends with ${status}`);
  return { outcome: status, told };
}

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}
