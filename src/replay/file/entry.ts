import { ValidationError } from '../../errors/errors.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import type { CassetteFormat, ReadEntry } from '../har/format.js';
import type { Recording } from '../har/recording.js';
import { type ComparedRequest, comparedRequest } from '../matching/compared-request.js';

/** A recording, with the request that was written into it. */
export interface RecordingWithRequest {
  readonly recording: Recording;
  /** Its request, as it is read from the recording: nobody has to do that again. */
  readonly request: DecodedRequest;
  /** The lines of comments that are to stand directly above it. */
  readonly comment?: string | undefined;
}

/** A recording in a cassette. */
export interface Entry extends RecordingWithRequest {
  /** Its request, as it is compared without a rule. */
  readonly compared: ComparedRequest;
  /** The text in the file: two entries with the same one are the same. */
  readonly text: string;
  /** Puts it in its place: by track, by request, and by its time among those of the same request. */
  readonly sortKey: string;
}

/** Makes an entry of what was read. @throws ValidationError that names the place where its request is none */
export function entryRead(read: ReadEntry, contracts: Contracts, format: CassetteFormat): Entry {
  const { recording, place, file } = read;
  try {
    return new EntryRead(read, contracts.readRecorded(recording.request), format);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const reason = error.message.replace(/^\w+: /, '');
    const at = error.path === 'body' ? 'postData.text' : error.path;
    throw new ValidationError(`${place}.request.${at}`, `${reason} (in the cassette ${file})`);
  }
}

/** An entry that was read: its text is made when it is written, or compared. */
class EntryRead implements Entry {
  readonly recording: Recording;
  readonly request: DecodedRequest;
  readonly compared: ComparedRequest;
  readonly sortKey: string;
  readonly #read: ReadEntry;

  constructor(read: ReadEntry, request: DecodedRequest, format: CassetteFormat) {
    this.recording = read.recording;
    this.request = request;
    this.compared = comparedRequest(request);
    this.sortKey = format.sortKeyOf(read.recording, this.compared.key);
    this.#read = read;
  }

  get text(): string {
    return this.#read.text;
  }
}

/** Makes an entry. @param text - as it is to stand in the file */
export function entryOf(
  { recording, request, comment = '' }: RecordingWithRequest,
  format: CassetteFormat,
  text: string = withComment(format.textOf(recording), comment),
): Entry {
  const compared = comparedRequest(request);
  return { recording, request, compared, text, sortKey: format.sortKeyOf(recording, compared.key) };
}

/** The lines of comments directly above an entry, as they stand in its text; empty where there are none. */
export function commentAbove(text: string): string {
  const start = text.indexOf('\n') + 1;
  // At the beginning, where it stands: it may be empty.
  return /(?: *#.*\n)*/.exec(text.slice(start))?.[0] ?? '';
}

/** Behind the line that tells entries of different tracks apart. */
function withComment(text: string, comment: string): string {
  const start = text.indexOf('\n') + 1;
  return text.slice(0, start) + comment + text.slice(start);
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
  format: CassetteFormat,
  text: string = format.textOf(recording),
): readonly [Recording, string] {
  let [own, ownText] = [recording, text];
  while (texts.has(ownText)) {
    own = { ...own, startedAtMs: own.startedAtMs + 1 };
    ownText = format.textOf(own);
  }
  return [own, ownText];
}
