import { invalid } from '../../options/check.js';
import { csvRows } from '../formats/csv/csv-rows.js';
import { unescapedCell } from '../formats/csv/spreadsheet-cells.js';
import { lines } from '../formats/records/lines.js';

/**
 * Reads other names for groups from a CSV file with the titles `old` and `new`, for the option `names`.
 *
 * @param chunks - the file, as it is read
 * @throws ValidationError that names the line, for a file without these titles, a row without both names, and a name
 *   that gets two others
 *
 * @example
 * ```ts
 * import { createReadStream } from 'node:fs';
 * import { planMigration } from 'sms-service-client/address-book';
 *
 * const names = await readGroupNames(createReadStream('names.csv'));
 * await planMigration({ from: source, to: target, out: 'move.json', names });
 * ```
 */
export async function readGroupNames(
  chunks: AsyncIterable<Uint8Array | string>,
): Promise<Readonly<Record<string, string>>> {
  /** By the old name in one form. */
  const names = new Map<string, readonly [old: string, as: string]>();
  let titles: readonly string[] | undefined;
  const refuse = ({ line }: { readonly line: number }, reason: string): never => invalid(`line ${line}`, reason);
  for await (const { line, cells } of csvRows(lines(chunks), refuse, undefined)) {
    const values = cells.map((cell) => unescapedCell(cell));
    if (titles === undefined) {
      titles = values.map((title) => title.trim().toLowerCase());
      if (!titles.includes('old') || !titles.includes('new')) invalid(`line ${line}`, 'has not the titles old and new');
      continue;
    }
    const [name, as] = [values[titles.indexOf('old')] ?? '', values[titles.indexOf('new')] ?? ''];
    if (name === '' || as === '') invalid(`line ${line}`, 'has not both names');
    const known = names.get(name.normalize('NFC'))?.[1];
    if (known !== undefined && known !== as) invalid(`line ${line}`, 'has another name for a group of an earlier line');
    names.set(name.normalize('NFC'), [name, as]);
  }
  if (titles === undefined) return invalid('line 1', 'has not the titles old and new');
  return Object.fromEntries(names.values());
}
