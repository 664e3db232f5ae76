import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SmsServiceClient } from '../../../../src/client/index.js';
import { isSmsServiceError } from '../../../../src/errors/errors.js';
import { readHar } from '../../../../src/replay/har/read-har.js';
import type { Recording } from '../../../../src/replay/har/recording.js';
import { entryText, harText } from '../../../../src/replay/har/write-har.js';
import { cassette, checkCassette, importRecordings, redactCassette } from '../../../../src/replay/index.js';
import { createSandbox } from '../../../../src/sandbox/index.js';
import { ROOT } from '../../../support/run.js';
import type { Random } from '../../random.js';
import { Broken, type FileKind, type Files, type Reader, type Reading } from '../file-kind.js';
import { CALLS } from './calls.js';
import { JSON_MARKS } from './json-tokens.js';
import { recordedHar } from './recorded-har.js';

const NAME = 'calls.har';
const JOURNAL = `${NAME}.journal`;
const TOKENS = [...JSON_MARKS, '\\"', '<', '</', '&', '\\u0000', '"log":'] as const;
const PLACE = /calls\.har/;
/** Of the cassettes of all versions, whose numbers are pseudonyms. */
const PRIVACY = { numbers: true, key: 'the key of the tests' };

/** So rarely one of an older version: its key takes a tenth of a second. */
const OLD = 0.04;
const VERSIONS = `${ROOT}test/replay/versions/`;
const versions = readdirSync(VERSIONS).map((name) => readFileSync(VERSIONS + name));

/** Cassettes, and what waits beside them. */
export const cassetteFiles: readonly FileKind[] = [
  {
    name: 'cassette-file',
    form: 'json',
    tokens: TOKENS,
    place: PLACE,
    honest: async (random, bytes) => {
      const isOld = bytes < 10_000 && random.chance(OLD);
      const text = isOld ? (random.pick(versions) ?? Buffer.alloc(0)) : Buffer.from(await cassetteText(random, bytes));
      return { files: new Map([[NAME, text]]), readers: readersOf(isOld) };
    },
  },
  {
    name: 'cassette-journal',
    form: 'lines',
    tokens: TOKENS,
    place: PLACE,
    honest: async (random, bytes) => {
      const waiting = (await entries(random, bytes)).map((entry) => `${JSON.stringify(entry)}\n`);
      const files: Files = new Map([
        [JOURNAL, Buffer.from(waiting.join(''))],
        [NAME, Buffer.from(await cassetteText(random, 4000))],
      ]);
      const readers = readersOf(false);
      // What is beside it is not looked at by the other one.
      return { files, readers: [readers[0], ...readers.slice(1).filter(({ name }) => name !== 'again')] };
    },
  },
];

function readersOf(isOld: boolean): readonly [Reader, ...Reader[]] {
  const privacy = isOld ? PRIVACY : {};
  const at = (folder: string): string => path.join(folder, NAME);
  return [
    { name: 'play', read: (folder) => play(at(folder), privacy) },
    {
      name: 'settle',
      read: async (folder) => {
        await cassette(at(folder), { mode: 'auto', privacy }, {}).close();
        return { outcome: (await play(at(folder), privacy)).outcome };
      },
    },
    {
      name: 'check',
      read: (folder) => ({ outcome: checkCassette(at(folder)).isBreaking ? 'breaking' : 'checked' }),
    },
    { name: 'redact', read: (folder) => redact(at(folder), privacy) },
    { name: 'sandbox', read: (folder) => sandbox(at(folder)) },
    { name: 'again', read: (folder) => again(readFileSync(at(folder), 'utf8')) },
  ];
}

/** Asks for what may be there; whatever the recording says then is for the client to judge. */
async function play(file: string, privacy: object): Promise<Reading> {
  const transport = cassette(file, { mode: 'replay', privacy }, {});
  const credentials = { username: 'a', password: 'b' };
  const client = new SmsServiceClient({ url: 'http://gateway.test/', credentials, transport, retry: false });
  const outcomes: string[] = [];
  for (const ask of [() => client.getGroups(), () => client.checkPoints()]) {
    outcomes.push(
      await ask().then(
        () => 'played',
        (error: unknown) => {
          if (!isSmsServiceError(error)) throw error;
          return error.code;
        },
      ),
    );
  }
  await client.close();
  await transport.close();
  return { outcome: outcomes[0] ?? '' };
}

async function redact(file: string, privacy: object): Promise<Reading> {
  const { recordings: count, changed } = await redactCassette(file, { privacy }, {});
  // What was written can be read, and is clean now.
  const after = await redactCassette(file, { privacy, dryRun: true }, {});
  if (after.recordings !== count) throw new Broken(`of ${count} recordings ${after.recordings} are left`);
  if (after.changed > 0) throw new Broken(`${after.changed} recordings change when they are cleaned again`);
  return { outcome: changed === 0 ? 'clean' : 'redacted' };
}

async function sandbox(file: string): Promise<Reading> {
  const made = createSandbox({ from: file });
  const client = new SmsServiceClient({
    url: 'http://gateway.test/',
    credentials: { username: 'demo', password: 'demo-password' },
    transport: made.transport(),
    retry: false,
  });
  const groups = await client.getGroups().then(
    ({ length }) => length,
    (error: unknown) => {
      if (!isSmsServiceError(error)) throw error;
      return -1;
    },
  );
  return { outcome: groups < 0 ? 'no account' : 'account' };
}

/** What was read is the same after it was written and read again. */
function again(text: string): Reading {
  const { entries: first, privacy } = readHar(text, NAME);
  const texts = first.map(({ text: written }) => written);
  const other = readHar(harText(texts, privacy), NAME);
  const recordingsOf = (read: typeof first): readonly Recording[] => read.map(({ recording }) => recording);
  if (!isDeepStrictEqual(recordingsOf(other.entries), recordingsOf(first))) throw new Broken('the entries change');
  const remade = readHar(harText(recordingsOf(first).map(entryText), privacy), NAME);
  if (remade.entries.length !== first.length) throw new Broken('recordings get lost');
  if (!isDeepStrictEqual(other.privacy, privacy)) throw new Broken('the mark of privacy changes');
  return { outcome: 'kept' };
}

async function cassetteText(random: Random, bytes: number): Promise<string> {
  return JSON.stringify({ log: { ...(await recorded).head, entries: await entries(random, bytes) } }, undefined, 2);
}

/** Entries as they stand in a cassette, each with a time of its own. */
async function entries(random: Random, bytes: number): Promise<readonly object[]> {
  const known = (await recorded).entries;
  const count = bytes > 10_000 ? Math.ceil(bytes / 3300) : 1 + random.below(4);
  return Array.from({ length: count }, (_, index) => {
    const startedDateTime = new Date(1_772_000_000_000 + index * 1000).toISOString();
    return { ...random.pick(known), startedDateTime };
  });
}

/** What this library makes of calls. */
const recorded = record();

async function record(): Promise<{ readonly head: object; readonly entries: readonly object[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-cassette-'));
  try {
    const [from, to] = [path.join(folder, 'har.json'), path.join(folder, NAME)];
    writeFileSync(from, JSON.stringify(recordedHar(CALLS)));
    await importRecordings(from, { to }, {});
    const { log } = JSON.parse(readFileSync(to, 'utf8')) as { log: { entries: readonly { response: object }[] } };
    const { entries: made, ...head } = log;
    const [first] = made;
    const _failure = { code: 'TIMEOUT', outcome: 'unknown', timeoutMs: 500 };
    const lost = { ...first, response: { ...first?.response, status: 0, _failure } };
    const labelled = { _track: 'sends > 48500100200', _account: 'main', _unfinished: true, ...first };
    return { head, entries: [...made, lost, labelled] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
