import { existsSync } from 'node:fs';
import { fileItself } from '../../files/lock/lock-file.js';
import { invalid } from '../../options/check.js';
import type { Contracts } from '../contract/contracts.js';
import { CassetteFile } from '../file/cassette-file.js';
import { checkPath } from '../file/check-path.js';
import { formatOf } from '../file/read-file.js';

export interface ConvertReport {
  readonly recordings: number;
  readonly leftBehind: number;
}

/**
 * Writes a cassette in the format that the name of the target implies. The source is not changed.
 *
 * @throws
 * ValidationError if the source does not exist or is not a cassette, or if the target exists
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
