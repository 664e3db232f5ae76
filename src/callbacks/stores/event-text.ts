import { createHash } from 'node:crypto';
import type { CallbackEvent } from '../description/events.js';

/**
 * Writes an event as text that {@link readEventText} reads: JSON, in which a date is `["d", milliseconds]`, bytes
 * `["b", base64]`, and a list `["l", …]`, so that no field from outside can be taken for one of them.
 */
export function writeEventText(event: CallbackEvent): string {
  return JSON.stringify(written(event));
}

export function readEventText(text: string): CallbackEvent {
  return read(JSON.parse(text)) as CallbackEvent;
}

export function sequenceName(sequence: string): string {
  return createHash('sha256').update(sequence).digest('base64url');
}

function written(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return ['d', value.getTime()];
  if (value instanceof Uint8Array) return ['b', Buffer.from(value).toString('base64')];
  if (Array.isArray(value)) return ['l', ...value.map(written)];
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]));
}

function read(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, read(each)]));
  }
  const [tag, ...rest] = value as readonly unknown[];
  if (tag === 'd') return new Date(rest[0] as number);
  if (tag === 'b') return new Uint8Array(Buffer.from(rest[0] as string, 'base64'));
  return rest.map(read);
}

const MOST_MS = 31_536_000_000_000;

export function retentionMs(keepMs: number, sameForMs: number | undefined): number {
  return Math.ceil(Math.min(keepMs, sameForMs ?? keepMs, MOST_MS));
}
