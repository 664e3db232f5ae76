import { readFileSync } from 'node:fs';
import { ValidationError } from '../../errors/errors.js';
import { writeInPlace } from '../../files/write-in-place.js';
import { invalid } from '../../options/check.js';
import type { Contracts } from '../contract/contracts.js';
import { isSameMark } from '../file/cassette-file.js';
import { type Entry, entryRead } from '../file/entry.js';
import type { CassetteFormat, ReadCassette } from '../har/format.js';
import { HAR } from '../har/read-har.js';
import { YAML } from '../yaml/read-yaml.js';

export interface MergedFiles {
  /** The common ancestor; it may be empty. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergeReport {
  readonly recordings: number;
  readonly conflicts: number;
}

interface Sides {
  base?: Entry;
  ours?: Entry;
  theirs?: Entry;
}

/**
 * Merges the calls of two branches. A call that one branch added, changed or deleted is added, changed or deleted in
 * the result. If both branches changed a call, the result contains both versions between git conflict markers.
 *
 * @throws
 * ValidationError if a file is not a cassette, or if the kinds of pseudonyms differ between the sides. Our file then
 * contains both complete files between git conflict markers
 */
export function mergeRecordings(contracts: Contracts, files: MergedFiles): MergeReport {
  try {
    return mergeCalls(contracts, files);
  } catch (error) {
    if (!(error instanceof ValidationError) || !keepBoth(files)) throw error;
    const reason = error.message.replace(`${error.path}: `, '');
    throw new ValidationError(
      error.path,
      `${reason}; both files stand in the merged one, whole, between the marks of git`,
    );
  }
}

function keepBoth({ ours, theirs }: MergedFiles): boolean {
  const [one, other] = [readFileSync(ours), readFileSync(theirs)];
  if (one.equals(other)) return false;
  const line = (text: string): Buffer => Buffer.from(text, 'utf8');
  const ended = (side: Buffer): Buffer[] =>
    side.length === 0 || side.at(-1) === NEW_LINE ? [side] : [side, line('\n')];
  const parts = [line('<<<<<<< ours\n'), ...ended(one), line('=======\n'), ...ended(other), line('>>>>>>> theirs\n')];
  writeInPlace(ours, Buffer.concat(parts));
  return true;
}

const NEW_LINE = 0x0a;

function mergeCalls(contracts: Contracts, files: MergedFiles): MergeReport {
  const texts = { base: textOf(files.base), ours: textOf(files.ours), theirs: textOf(files.theirs) };
  const format = texts.ours.trimStart().startsWith('{') ? HAR : YAML;
  const calls = new Map<string, Sides>();
  const read = (side: keyof MergedFiles): ReadCassette['privacy'] => {
    if (texts[side].trim() === '') return undefined;
    const { entries, privacy } = format.read(texts[side], files[side]);
    const seen = new Map<string, number>();
    for (const one of entries) {
      const entry = entryRead(one, contracts, format);
      const id = identityOf(entry, seen);
      const sides = calls.get(id) ?? {};
      sides[side] = entry;
      calls.set(id, sides);
    }
    return privacy;
  };
  read('base');
  const [mark, other] = [read('ours'), read('theirs')];
  if (!isSameMark(mark, other)) invalid('privacy', `of ${files.theirs} is not that of ${files.ours}`);
  let conflicts = 0;
  const merged = [...calls.values()].flatMap((sides) => {
    const { base, ours, theirs } = sides;
    if (ours?.text === theirs?.text || theirs?.text === base?.text) return ours ?? [];
    if (ours?.text === base?.text) return theirs ?? [];
    conflicts += 1;
    return [inConflict(sides, format)];
  });
  merged.sort((one, next) => (one.sortKey < next.sortKey ? -1 : 1));
  writeInPlace(files.ours, format.write(merged, mark));
  return { recordings: merged.length, conflicts };
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function identityOf({ recording, compared }: Entry, seen: Map<string, number>): string {
  const same = JSON.stringify([recording.track ?? '', recording.startedAtMs, compared.key]);
  const before = seen.get(same) ?? 0;
  seen.set(same, before + 1);
  return `${same} ${before}`;
}

function inConflict({ ours, theirs }: Sides, format: CassetteFormat): Entry {
  const one = (ours ?? theirs) as Entry;
  // YAML writes the track before the call.
  const track = format === YAML ? one.text.slice(0, one.text.indexOf('\n') + 1) : '';
  const side = (entry: Entry | undefined): string =>
    entry === undefined ? '' : `${entry.text.slice(track.length).trimEnd()}\n`;
  const text = `${track}<<<<<<< ours\n${side(ours)}=======\n${side(theirs)}>>>>>>> theirs\n`;
  const { recording, request, compared, sortKey } = one;
  return { recording, request, compared, sortKey, text };
}
