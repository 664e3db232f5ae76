import type { CassetteFormat } from '../har/format.js';
import { readYaml } from './read-yaml.js';
import { callText, yamlText } from './write-yaml.js';

/** YAML: by track, in the order of times, with bodies in lines. */
export const YAML: CassetteFormat = {
  read: readYaml,
  write: yamlText,
  textOf: callText,
  sortKeyOf: ({ track = '', startedAtMs }, key) => `${track}\n${String(startedAtMs).padStart(16, '0')}\n${key}`,
};
