import { type Redactor, secretRedactor } from '../../redact/redact.js';
import type { Credential, DecodedRequest, WholeResponse } from '../contract/contract.js';
import { labelsOf, type RecordedFailure, type Recording, type RecordingLabels } from '../har/recording.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { cleanRequest } from './clean-request.js';
import { remembered } from './remembered.js';

/** A request, in its original and in its redacted form. */
export interface RequestToRecord {
  readonly request: DecodedRequest;
  readonly cleaned: DecodedRequest;
  readonly pseudonyms: Pseudonyms;
  /** Hides the secrets of the request. */
  readonly mask: Redactor;
}

/** The result of a request, and its time. */
export interface Exchange extends RecordingLabels {
  readonly response?: WholeResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** Hide the credentials of requests: `mask` in responses, `ownMask` in the texts of the request. */
interface Masks {
  /** Identifies the credentials. */
  readonly owner: string;
  readonly mask: Redactor;
  readonly ownMask: Redactor;
}

export class RequestCleaner {
  readonly pseudonyms: Pseudonyms;
  /** The masks of the last request. Most requests have the same credentials, and creating the masks is slow. */
  #masks: Masks | undefined;

  constructor(pseudonyms: Pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  /** Returns a request with pseudonyms. Its texts may still contain its credentials. */
  unmasked(request: DecodedRequest): DecodedRequest {
    return cleanRequest(request, this.pseudonyms, (text) => text);
  }

  /** Returns the redacted form of a request. */
  toRecord(request: DecodedRequest): RequestToRecord {
    const { mask, ownMask } = this.#masksFor(request.credentials);
    const pseudonyms = this.pseudonyms;
    return { request, cleaned: cleanRequest(request, pseudonyms, ownMask), pseudonyms, mask };
  }

  #masksFor(credentials: readonly Credential[]): Masks {
    const owner = JSON.stringify(credentials);
    if (this.#masks?.owner === owner) return this.#masks;
    const mask = redactorOf(credentials);
    // If no text is replaced, texts may contain the user name, because it may be a common word.
    const ownMask = this.pseudonyms.isActive ? mask : redactorOf(credentials.filter(({ isSecret }) => isSecret));
    return (this.#masks = { owner, mask, ownMask });
  }
}

function redactorOf(credentials: readonly Credential[]): Redactor {
  return remembered(secretRedactor(credentials.map(({ value }) => value).filter((value) => value !== '')));
}

/** Creates a recording of a call without secrets. */
export function recordingOf({ request, cleaned, pseudonyms, mask }: RequestToRecord, exchange: Exchange): Recording {
  const { response, failure, startedAtMs, durationMs } = exchange;
  const { contract } = request;
  const context = { request, pseudonyms, mask, isBrokenOff: failure !== undefined };
  return {
    ...labelsOf(exchange),
    request: contract.writeRequest(cleaned),
    ...(response === undefined ? {} : { response: contract.keptResponse(response, context) }),
    ...(failure === undefined ? {} : { failure }),
    startedAtMs,
    durationMs,
  };
}
