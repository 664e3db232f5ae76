import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CallbackEvent } from '../../../src/callbacks/index.js';

const digest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 20);

/**
 * The name of an event: two that differ in any field or in a byte of a file have two names. The name of the account is
 * left out, which no cassette holds.
 */
export function nameOf(event: CallbackEvent): string {
  const { username: _, files: _files, ...fields } = event as unknown as Readonly<Record<string, unknown>>;
  const files = event.type === 'incoming-mms' ? event.files : [];
  const contents = files.map(({ name, type, size, bytes, path }) => {
    const content = bytes ?? readFileSync(path ?? '');
    return [name, type, size, digest(content)];
  });
  const { unknownFields, ...known } = fields;
  const sorted = (record: object): unknown => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${event.type}/${digest(JSON.stringify([sorted(known), sorted(unknownFields as object), contents]))}`;
}

/** The paths of an event's files. */
export function pathsOf(event: CallbackEvent): readonly string[] {
  return event.type === 'incoming-mms' ? event.files.flatMap(({ path }) => path ?? []) : [];
}
