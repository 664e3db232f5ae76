import path from 'node:path';
import { checkCassette, importRecordings } from '../../../../src/replay/index.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind, type Files, type Honest, type Reader } from '../file-kind.js';
import { CALLS, type Call } from './calls.js';
import { JSON_MARKS } from './json-tokens.js';
import { recordedHar } from './recorded-har.js';

const JSON_TOKENS = [...JSON_MARKS, '\\"', '<', '&', '\\u0000'] as const;
/** The reason for a skipped recording names it. An error for the complete file names the file. */
const PLACE = /recorded|made\.har|^mappings.m-\d+\.json: /;

type Build = (calls: readonly Call[], random: Random) => { readonly files: Files; readonly from: string };

/** HAR files of other programs. */
export const recordingFiles: readonly FileKind[] = [
  kindOf('har-file', 'json', JSON_TOKENS, (calls) => one('recorded.har', recordedHar(calls))),
];

function kindOf(name: string, form: FileKind['form'], tokens: FileKind['tokens'], build: Build): FileKind {
  return {
    name,
    form,
    tokens,
    place: PLACE,
    honest: (random, bytes): Honest => {
      const count = bytes > 10_000 ? Math.ceil(bytes / 2700) : 1 + random.below(4);
      const { files, from } = build(
        Array.from({ length: count }, () => random.pick(CALLS)),
        random,
      );
      return { files, readers: [importing(from)] };
    },
  };
}

/** Imports recordings. A second import adds nothing, and the cassette can be read. */
const importing = (from: string): Reader => ({
  name: 'import',
  read: async (folder) => {
    const to = path.join(folder, 'made.har');
    const { recorded, skipped } = await importRecordings(path.join(folder, from), { to }, {});
    if (recorded > 0) {
      const { checked, notChecked } = checkCassette(to);
      if (checked + notChecked !== recorded) throw new Broken(`of ${recorded} calls ${checked + notChecked} are there`);
      const again = await importRecordings(path.join(folder, from), { to }, {});
      if (again.recorded > 0) throw new Broken(`again ${again.recorded} of ${recorded} are added`);
    }
    const told = skipped.map(({ place, reason }) => `${place}: ${reason}`);
    return { outcome: recorded === 0 ? 'nothing' : told.length === 0 ? 'all' : 'some', told };
  },
});

function one(name: string, value: unknown): ReturnType<Build> {
  return { files: new Map([[name, Buffer.from(JSON.stringify(value, undefined, 1))]]), from: name };
}
