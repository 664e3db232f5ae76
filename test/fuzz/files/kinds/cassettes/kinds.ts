import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { ReadCassette } from '../../../../../src/replay/har/format.js';
import { HAR, readHar } from '../../../../../src/replay/har/read-har.js';
import type { Recording } from '../../../../../src/replay/har/recording.js';
import { YAML } from '../../../../../src/replay/yaml/read-yaml.js';
import { ROOT } from '../../../../support/run.js';
import { Broken, type FileKind, type Reading } from '../../file-kind.js';
import { JSON_MARKS } from '../json-tokens.js';
import { readersOf } from './readers.js';
import { cassetteText } from './recorded.js';

const NAME = 'calls.har';
const YAML_NAME = 'calls.yaml';
const TOKENS = [...JSON_MARKS, '\\"', '<', '</', '&', '\\u0000', '"log":'] as const;
const YAML_TOKENS = [
  ...JSON_MARKS,
  ...['- ', ': ', '? ', '|\n', '|-\n', '>\n', '|2\n', "'", '#', ' # ', '&a ', '*a', '!t ', '!!', '<<: ', '%', '@', '`'],
  ...['\n\n', '  ', '\t', '---\n', '...\n', '<', '</', '&', '<<<<<<< ', 'calls:', 'track: ', '~'],
] as const;

/** Cassettes of all versions, in which numbers are pseudonyms. */
const PRIVACY = { numbers: true, key: 'the key of the tests' };
/** Older versions are rare, because deriving their key takes 0.1 s. */
const OLD = 0.04;
const VERSIONS = `${ROOT}test/replay/versions/`;
const versions = readdirSync(VERSIONS).map((name) => readFileSync(VERSIONS + name));

/** Cassettes in both formats. */
export const cassetteFiles: readonly FileKind[] = [
  {
    name: 'cassette-file',
    form: 'json',
    tokens: TOKENS,
    place: /calls\.har/,
    honest: async (random, bytes) => {
      const isOld = bytes < 10_000 && random.chance(OLD);
      const text = isOld ? (random.pick(versions) ?? Buffer.alloc(0)) : Buffer.from(await cassetteText(random, bytes));
      return { files: new Map([[NAME, text]]), readers: readersOf(NAME, isOld ? PRIVACY : {}, againInHar) };
    },
  },
  {
    name: 'cassette-yaml',
    form: 'text',
    tokens: YAML_TOKENS,
    place: /calls\.yaml/,
    honest: async (random, bytes) => {
      const recordings = readHar(await cassetteText(random, bytes), NAME).entries.map(({ recording }) => recording);
      const text = inYaml(recordings);
      return { files: new Map([[YAML_NAME, Buffer.from(text)]]), readers: readersOf(YAML_NAME, {}, againInYaml) };
    },
  },
];

function inYaml(recordings: readonly Recording[]): string {
  const written = recordings.map((recording) => ({ recording, text: YAML.textOf(recording) }));
  const inOrder = written.sort((one, other) =>
    YAML.sortKeyOf(one.recording, '') < YAML.sortKeyOf(other.recording, '') ? -1 : 1,
  );
  return YAML.write(inOrder, undefined);
}

const againInHar = (file: string): Reading => again(HAR, file, NAME);
const againInYaml = (file: string): Reading => again(YAML, file, YAML_NAME);

/** Checks that writing and reading again gives the same calls. */
function again(format: typeof HAR, file: string, name: string): Reading {
  const recordingsOf = (read: ReadCassette): readonly Recording[] => read.entries.map(({ recording }) => recording);
  const first = format.read(readFileSync(file, 'utf8'), name);
  const other = format.read(format.write(first.entries, first.privacy), name);
  if (!isDeepStrictEqual(recordingsOf(other), recordingsOf(first))) throw new Broken('the entries change');
  const anew = recordingsOf(first).map((recording) => ({ recording, text: format.textOf(recording) }));
  const remade = format.read(format.write(anew, first.privacy), name);
  if (remade.entries.length !== first.entries.length) throw new Broken('recordings get lost');
  if (!isDeepStrictEqual(other.privacy, first.privacy)) throw new Broken('the mark of privacy changes');
  return { outcome: 'kept' };
}
