import type { CassetteFormat } from '../har/format.js';
import { HAR } from '../har/har-format.js';
import { YAML } from '../yaml/yaml-format.js';

/** The format of a cassette, by the ending of its name: YAML behind `.yaml` and `.yml`, HAR behind any other. */
export function formatOf(file: string): CassetteFormat {
  return /\.ya?ml$/i.test(file) ? YAML : HAR;
}
