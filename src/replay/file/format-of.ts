import type { CassetteFormat } from '../har/format.js';
import { HAR } from '../har/har-format.js';

/** The format of a cassette, by its path. */
export function formatOf(_file: string): CassetteFormat {
  return HAR;
}
