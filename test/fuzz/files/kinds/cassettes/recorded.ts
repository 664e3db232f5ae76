import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importRecordings } from '../../../../../src/replay/index.js';
import type { Random } from '../../../random.js';
import { CALLS } from '../calls.js';
import { recordedHar } from '../recorded-har.js';

/** A cassette of approximately a size, as HAR. */
export async function cassetteText(random: Random, bytes: number): Promise<string> {
  return JSON.stringify({ log: { ...(await recorded).head, entries: await entries(random, bytes) } }, undefined, 2);
}

/** Entries of a cassette, each with a different time. */
async function entries(random: Random, bytes: number): Promise<readonly object[]> {
  const known = (await recorded).entries;
  const count = bytes > 10_000 ? Math.ceil(bytes / 3300) : 1 + random.below(4);
  return Array.from({ length: count }, (_, index) => {
    const startedDateTime = new Date(1_772_000_000_000 + index * 1000).toISOString();
    return { ...random.pick(known), startedDateTime };
  });
}

/** Returns the recording that this library makes of calls. */
const recorded = record();

async function record(): Promise<{ readonly head: object; readonly entries: readonly object[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fuzz-cassette-'));
  try {
    const [from, to] = [path.join(folder, 'har.json'), path.join(folder, 'calls.har')];
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
