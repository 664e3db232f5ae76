import { ValidationError } from '../../errors/errors.js';
import { type ComparedRequest, comparedRequest } from '../contract/compared-request.js';
import type { DecodedRequest } from '../contract/contract.js';
import type { Contracts } from '../contract/contracts.js';
import type { CassetteFormat, ReadEntry } from '../har/format.js';
import type { Recording } from '../har/recording.js';

export interface RecordingWithRequest {
  readonly recording: Recording;
  /** The request as read from the recording, so that it is not decoded again. */
  readonly request: DecodedRequest;
}

export interface Entry extends RecordingWithRequest {
  readonly compared: ComparedRequest;
  readonly text: string;
  readonly sortKey: string;
}

export function entryRead(read: ReadEntry, contracts: Contracts, format: CassetteFormat): Entry {
  const { recording, place, file } = read;
  try {
    const request = contracts.readRecorded(recording.request);
    const compared = comparedRequest(request);
    const sortKey = format.sortKeyOf(recording, compared.key);
    return {
      recording,
      request,
      compared,
      sortKey,
      get text() {
        return read.text;
      },
    };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const reason = error.message.replace(/^\w+: /, '');
    const at = error.path === 'body' ? 'postData.text' : error.path;
    throw new ValidationError(`${place}.request.${at}`, `${reason} (in the cassette ${file})`);
  }
}

export function entryOf(
  { recording, request }: RecordingWithRequest,
  format: CassetteFormat,
  text: string = format.textOf(recording),
): Entry {
  const compared = comparedRequest(request);
  return { recording, request, compared, text, sortKey: format.sortKeyOf(recording, compared.key) };
}

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
