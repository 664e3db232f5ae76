import { ValidationError } from '../../errors/errors.js';
import type { ReadEntry } from '../har/read-har.js';
import type { Recording } from '../har/recording.js';
import { entryText, indented } from '../har/write-har.js';
import { comparedCall } from '../matching/compared-call.js';
import { type DecodedCall, decodeCall } from '../soap/request/read-request.js';

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

/** Makes an entry of what was read. @throws ValidationError that names the place where its request is none */
export function entryRead({ entry, recording, place, file }: ReadEntry): Entry {
  try {
    return entryOf(recording, indented(entry));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const reason = error.message.replace(/^body: /, '');
    throw new ValidationError(`${place}.request.postData.text`, `${reason} (in the cassette ${file})`);
  }
}

/** Makes an entry. @param text - as it is to stand in the file */
export function entryOf(recording: Recording, text: string): Entry {
  const call = decodeCall(Buffer.from(recording.request.text, 'utf8'));
  const time = String(recording.startedAtMs).padStart(16, '0');
  return { recording, call, text, sortKey: `${comparedCall(call, {}).key}\n${time}` };
}

/**
 * A recording, with its text, at the first moment from its own on at which none is the same.
 *
 * @param texts - of the others
 * @param text - its own
 */
export function onlyOne(
  recording: Recording,
  texts: ReadonlySet<string>,
  text: string = entryText(recording),
): readonly [Recording, string] {
  let [own, ownText] = [recording, text];
  while (texts.has(ownText)) {
    own = { ...own, startedAtMs: own.startedAtMs + 1 };
    ownText = entryText(own);
  }
  return [own, ownText];
}
