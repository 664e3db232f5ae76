import type { Owner } from './owner.js';

/** The content of a lock file: one line of JSON. */
export interface LockRecord {
  /** Tells this lock from all others. */
  readonly token: string;
  readonly owner: Owner;
  /** When it was taken: for people only. */
  readonly since: string;
  /** Counts how often its holder has shown that it lives. */
  readonly beat: number;
}

/**
 * The content of a file that is where a lock should be: a lock; one that only another user may read; one that is
 * incomplete, which may have been a lock or will be: nothing yet, or cut off, or only a number, as it was earlier; or
 * something else.
 */
export type LockContent =
  | { readonly kind: 'lock'; readonly record: LockRecord }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'foreign' };

/** Content that only another user may read. */
export const HIDDEN: LockContent = { kind: 'hidden' };
/** Content that may be a lock, and does not say whose. */
const INCOMPLETE: LockContent = { kind: 'incomplete' };
/** Content that was never a lock. */
export const FOREIGN: LockContent = { kind: 'foreign' };

/** The beginning of every lock. */
const HEAD = '{"lock":';
const BEAT_WIDTH = 12;

/** A lock as it is written: always equally long for one token, so that the next beat is written over it. */
export function recordText({ token, owner, since, beat }: LockRecord): string {
  const text = JSON.stringify({ lock: 1, token, ...owner, since });
  return `${text.slice(0, -1)},"beat":${String(beat).padEnd(BEAT_WIDTH)}}\n`;
}

/** Reads what stands in a lock file. */
export function readRecord(text: string): LockContent {
  // Zeros are left by a system that went down.
  if (/^(?:\0*|\d{1,10}\n?)$/.test(text) || HEAD.startsWith(text)) return INCOMPLETE;
  if (!text.startsWith(HEAD)) return FOREIGN;
  try {
    const record = recordOf(JSON.parse(text) as unknown);
    return record === undefined ? INCOMPLETE : { kind: 'lock', record };
  } catch {
    return INCOMPLETE;
  }
}

/** Names the process that holds a lock: `process 17 on build-3, since 2026-11-22T14:00:00Z`. */
export function holderOf(content: LockContent): string {
  if (content.kind !== 'lock') return 'an unknown process';
  const { owner, since } = content.record;
  return `process ${owner.pid} on ${owner.host}, since ${since}`;
}

/** The present moment, as it stands in a lock. */
export function sinceNow(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

function recordOf(value: unknown): LockRecord | undefined {
  const given: Readonly<Record<string, unknown>> = { ...(value as object) };
  const { lock, token, host, boot, space, pid, thread, start, since, beat } = given;
  // Whatever is shown or compared is of a form that cannot do anything else.
  const isWhole =
    lock === 1 &&
    isText(token, /^[\da-f]{32}$/) &&
    isText(host, /^[\w.-]{1,255}$/) &&
    isText(since, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) &&
    isCount(pid, 0x7f_ff_ff_ff) &&
    pid > 0 &&
    isCount(beat);
  if (!isWhole) return undefined;
  const owner = {
    host,
    pid,
    boot: isText(boot, /^[\w-]{1,64}$/) ? boot : undefined,
    space: isText(space, /^[\w:[\] ]{1,128}$/) ? space : undefined,
    thread: isCount(thread) ? thread : undefined,
    start: isCount(start) ? start : undefined,
  };
  return { token, owner, since, beat };
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}

function isCount(value: unknown, max: number = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
}
