import { type CallbackEvent, mergeStatus, type ReportEvent } from '../../../src/callbacks/index.js';
import type { RoundSettings } from './round-settings.js';

/** What a process has done with an event. */
export interface Done {
  readonly name: string;
  /** The process. */
  readonly by: string;
  /** The files that it was given. */
  readonly paths: readonly string[];
}

/** What is held against what a round promises. */
export interface Judged {
  readonly settings: RoundSettings;
  readonly wanted: ReadonlyMap<string, CallbackEvent>;
  /** In its order. */
  readonly done: readonly Done[];
  /** What lies in the folder of the files. */
  readonly files: readonly string[];
  /** A process or a server has gone in the middle. */
  readonly hasGone: boolean;
}

/** Holds what was done against what the documents promise. */
export function judge({ settings, wanted, done, files, hasGone }: Judged): {
  readonly again: number;
  readonly broken: readonly string[];
} {
  const counts = new Map([...wanted.keys()].map((name) => [name, 0]));
  const broken: string[] = [];
  for (const { name } of done) {
    const count = counts.get(name);
    if (count === undefined) broken.push(`${name}: was handled, and the gateway has not sent it`);
    else counts.set(name, count + 1);
  }
  let again = 0;
  for (const [name, count] of counts) {
    if (count === 0) broken.push(`${name}: lost`);
    again += Math.max(0, count - 1);
    // In PostgreSQL never; elsewhere where a process or a server has gone in that moment.
    if (count > 1 && (settings.store === 'postgres' || !hasGone)) broken.push(`${name}: handled ${count} times`);
  }
  broken.push(...statusesGoneBack(done.flatMap(({ name }) => wanted.get(name) ?? [])));
  const kept = new Set(done.flatMap(({ paths }) => paths));
  for (const file of kept) if (!files.includes(file)) broken.push('a file of a handled event has gone');
  // Who is killed, or does not learn whether a store has kept something, leaves files behind.
  const isStrict = !hasGone && !settings.storeFails && settings.store === 'memory';
  if (isStrict && files.length > kept.size) broken.push(`${files.length - kept.size} files of nobody are left`);
  return { again, broken };
}

const isReport = (event: CallbackEvent): event is ReportEvent => event.type.endsWith('-report');

/** The messages whose status, put together in the order of handling, is not the last one at the end. */
function statusesGoneBack(events: readonly CallbackEvent[]): readonly string[] {
  const now = new Map<string, ReportEvent>();
  const broken: string[] = [];
  const last = new Map<string, ReportEvent>();
  for (const event of events.filter(isReport)) {
    const before = now.get(event.messageId);
    const after = mergeStatus(before, event);
    if (before?.isFinal === true && !after.isFinal) broken.push(`${event.messageId}: its status went back`);
    now.set(event.messageId, after);
    const latest = last.get(event.messageId);
    if ((latest?.doneAt?.getTime() ?? 0) <= (event.doneAt?.getTime() ?? 0)) last.set(event.messageId, event);
  }
  for (const [id, { status }] of last) {
    if (now.get(id)?.status !== status)
      broken.push(`${id}: has status ${now.get(id)?.status}, and ${status} was the last`);
  }
  return broken;
}
