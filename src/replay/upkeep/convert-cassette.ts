import { existsSync } from 'node:fs';
import { fileItself } from '../../files/lock/lock-file.js';
import { invalid } from '../../options/check.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import { formatOf } from '../file/format-of.js';

/** The result of a conversion. */
export interface ConvertReport {
  readonly recordings: number;
  /** The number of those in which other programs had written something, which is not in the new file. */
  readonly leftBehind: number;
}

/**
 * Writes a cassette in the format of another file's name; it stays as it is.
 *
 * @throws ValidationError when there is none, it is no cassette, or the other file is there already
 */
export async function convertRecordings(contracts: Contracts, given: string, to: string): Promise<ConvertReport> {
  const [from, made] = [checkPath(given, 'from'), checkPath(to, 'to')];
  if (!existsSync(from)) return invalid('from', `does not exist: ${from}`);
  if (existsSync(made)) return invalid('to', `is there already: ${made}`);
  const source = new CassetteFile(from, contracts);
  const entries = source.read(true);
  const format = formatOf(fileItself(from));
  await new CassetteFile(made, contracts).make(entries, source.mark);
  const leftBehind = entries.filter(({ recording, text }) => format.textOf(recording) !== text).length;
  return { recordings: entries.length, leftBehind };
}
