import type { ReadEntry } from '../har/read-har.js';
import type { Recording } from '../har/recording.js';
import { indented } from '../har/write-har.js';
import { type DecodedCall, decodeCall } from '../matching/call.js';
import { comparedCall } from '../matching/compared-call.js';

/** A recording in a cassette. */
export interface Entry {
  readonly recording: Recording;
  /** Its request. */
  readonly call: DecodedCall;
  /** As it stands in the file: what tells whether two entries are the same. */
  readonly text: string;
  /** Where it stands among the others, and among those of the same request by its time. */
  readonly sortKey: string;
}

/** Makes an entry of what was read. */
export function entryRead({ entry, recording }: ReadEntry): Entry {
  return entryOf(recording, indented(entry));
}

/** Makes an entry. @param text - as it is to stand in the file */
export function entryOf(recording: Recording, text: string): Entry {
  const call = decodeCall(Buffer.from(recording.request.text, 'utf8'));
  const time = String(recording.startedAtMs).padStart(16, '0');
  return { recording, call, text, sortKey: `${comparedCall(call, {}).key}\n${time}` };
}
