import { type Redactor, secretRedactor } from '../../redact/redact.js';
import type { Credential, DecodedRequest, WholeResponse } from '../contract/contract.js';
import { labelsOf, type RecordedFailure, type Recording, type RecordingLabels } from '../har/recording.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { cleanRequest } from './clean-request.js';
import { remembered } from './remembered.js';

/** A request as it was made, and as it is kept. */
export interface RequestToRecord {
  readonly request: DecodedRequest;
  readonly cleaned: DecodedRequest;
  readonly pseudonyms: Pseudonyms;
  /** Hides what is secret of it. */
  readonly mask: Redactor;
}

/** The result of a request, with its time. */
export interface Exchange extends RecordingLabels {
  readonly response?: WholeResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** Hide the credentials of requests: `mask` in responses, `ownMask` in the texts of the request itself. */
interface Masks {
  /** Tells whose they are. */
  readonly owner: string;
  readonly mask: Redactor;
  readonly ownMask: Redactor;
}

/** Makes of the requests of one cassette what is kept of them, and what they are compared by. */
export class RequestCleaner {
  readonly pseudonyms: Pseudonyms;
  /** Those of the last request: mostly all have the same credentials, and making these takes its time. */
  #masks: Masks | undefined;

  constructor(pseudonyms: Pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  /** A request with pseudonyms; its texts may still hold its credentials. */
  unmasked(request: DecodedRequest): DecodedRequest {
    return cleanRequest(request, this.pseudonyms, (text) => text);
  }

  /** Makes of a request what is kept of it. */
  toRecord(request: DecodedRequest): RequestToRecord {
    const { mask, ownMask } = this.#masksFor(request.credentials);
    const pseudonyms = this.pseudonyms;
    return { request, cleaned: cleanRequest(request, pseudonyms, ownMask), pseudonyms, mask };
  }

  #masksFor(credentials: readonly Credential[]): Masks {
    const owner = JSON.stringify(credentials);
    if (this.#masks?.owner === owner) return this.#masks;
    const mask = redactorOf(credentials);
    // If no text is replaced, one may well hold the user name, which is a word like any other.
    const ownMask = this.pseudonyms.isActive ? mask : redactorOf(credentials.filter(({ isSecret }) => isSecret));
    return (this.#masks = { owner, mask, ownMask });
  }
}

/** Makes a redactor that hides credentials, with what a server may derive from them, where a text echoes them. */
function redactorOf(credentials: readonly Credential[]): Redactor {
  return remembered(secretRedactor(credentials.map(({ value }) => value).filter((value) => value !== '')));
}

/** Makes a recording of a call that holds nothing secret. */
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
