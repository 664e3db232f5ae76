import type { CassetteFormat } from '../har/format.js';
import { HAR } from '../har/har-format.js';
import { YAML } from '../yaml/yaml-format.js';

/** Returns the format of a cassette by its extension: YAML for `.yaml` and `.yml`, HAR for all others. */
export function formatOf(file: string): CassetteFormat {
  return /\.ya?ml$/i.test(file) ? YAML : HAR;
}
