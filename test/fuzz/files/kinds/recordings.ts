import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkCassette, importRecordings } from '../../../../src/replay/index.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind, type Files, type Honest, type Reader } from '../file-kind.js';
import { CALLS, type Call } from './calls.js';
import { JSON_MARKS } from './json-tokens.js';
import { recordedHar } from './recorded-har.js';

const JSON_TOKENS = [...JSON_MARKS, '\\"', '<', '&', '\\u0000', '"gzip"'] as const;
/** What is wrong with one recording is told; with the whole file it is an error that names it. */
const PLACE = /recorded|made\.har|^mappings.m-\d+\.json: /;
const XML = { 'Content-Type': 'text/xml; charset=utf-8' };

type Build = (calls: readonly Call[], random: Random) => { readonly files: Files; readonly from: string };

/** What other tools have recorded. */
export const recordingFiles: readonly FileKind[] = [
  kindOf('har-file', 'json', JSON_TOKENS, (calls) => one('recorded.har', recordedHar(calls))),
  kindOf('nock-file', 'json', JSON_TOKENS, (calls, random) =>
    one(
      'recorded.json',
      calls.map((call) => nockObject(call, random)),
    ),
  ),
  kindOf('wiremock-file', 'json', JSON_TOKENS, (calls, random) => wireMock(calls, random)),
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

/** Takes recordings over; doing it again adds nothing, and the cassette can be read. */
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

function nockObject({ request, response, status }: Call, random: Random): object {
  const isPacked = random.chance(0.3);
  return {
    scope: 'http://gateway.test:80',
    method: 'POST',
    path: '/',
    body: request,
    status,
    response: isPacked ? [gzipSync(response).toString('hex')] : response,
    reqheaders: XML,
    rawHeaders: isPacked ? { ...XML, 'Content-Encoding': 'gzip' } : ['Content-Type', 'text/xml; charset=utf-8'],
  };
}

function wireMock(calls: readonly Call[], random: Random): ReturnType<Build> {
  const isFolder = random.chance(0.5);
  const mappings = calls.map(({ request, response, status }, index) => {
    const inFile = isFolder && random.chance(0.5);
    const file = `__files/body-${index}.xml`;
    return {
      file: inFile ? ([file, Buffer.from(response)] as const) : undefined,
      mapping: {
        request: {
          method: 'POST',
          url: '/',
          bodyPatterns: [{ equalToXml: request }],
          headers: { 'Content-Type': { contains: 'xml' } },
        },
        response: { status, headers: XML, ...(inFile ? { bodyFileName: `body-${index}.xml` } : { body: response }) },
        ...(random.chance(0.3) && { requiredScenarioState: `scenario-${index}` }),
      },
    };
  });
  if (!isFolder) return one('recorded.json', { mappings: mappings.map(({ mapping }) => mapping) });
  const files = mappings.flatMap(({ file, mapping }, index): (readonly [string, Buffer])[] => {
    const [name, content] = file ?? [];
    const own = [`recorded/mappings/m-${index}.json`, Buffer.from(JSON.stringify(mapping))] as const;
    return name === undefined || content === undefined ? [own] : [own, [`recorded/${name}`, content]];
  });
  return { files: new Map(files), from: 'recorded' };
}
