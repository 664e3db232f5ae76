import type { Redactor } from '../../redact/redact.js';
import { type RecordedFailure, type Recording } from '../har/recording.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import { leavesOf } from './request/field-kinds.js';
import type { DecodedCall } from './request/read-request.js';
import { cleanCall, requestXml } from './request/write-request.js';
import { credentialsRedactor } from './response/echoes.js';
import { requestHeaders } from './response/kept-headers.js';
import { keptResponse } from './response/kept-response.js';
import type { WholeResponse } from './response/response-content.js';

/** A call as it was made, and as it is kept. */
export interface CallToRecord {
  readonly call: DecodedCall;
  readonly cleaned: DecodedCall;
  readonly pseudonyms: Pseudonyms;
  /** Hides what is secret of it. */
  readonly mask: Redactor;
}

/** What came of a call. */
export interface Exchange {
  readonly response?: WholeResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** What hides the credentials of calls: in responses, and in what a call says itself. */
interface Masks {
  /** Tells whose they are. */
  readonly client: string;
  readonly mask: Redactor;
  readonly ownMask: Redactor;
}

/** Makes of the calls of one cassette what is kept of them, and what they are compared by. */
export class CallCleaner {
  readonly #pseudonyms: Pseudonyms;
  /** Those of the last call: mostly all have the same credentials, and making these takes its time. */
  #masks: Masks | undefined;

  constructor(pseudonyms: Pseudonyms) {
    this.#pseudonyms = pseudonyms;
  }

  /** A call with pseudonyms; its texts may still hold its credentials. */
  unmasked(call: DecodedCall): DecodedCall {
    return cleanCall(call, this.#pseudonyms, (text) => text);
  }

  /** What is kept of a call. */
  toRecord(call: DecodedCall): CallToRecord {
    const { mask, ownMask } = this.#masksFor(call.input.client);
    const pseudonyms = this.#pseudonyms;
    return { call, cleaned: cleanCall(call, pseudonyms, ownMask), pseudonyms, mask };
  }

  #masksFor(credentials: unknown): Masks {
    const client = JSON.stringify(credentials);
    if (this.#masks?.client === client) return this.#masks;
    const mask = credentialsRedactor(credentials);
    // Where no text is replaced one may well hold the user name, which is a word like any other.
    const ownMask = this.#pseudonyms.isActive ? mask : credentialsRedactor(passwordOf(credentials));
    return (this.#masks = { client, mask, ownMask });
  }
}

function passwordOf(client: unknown): unknown {
  return [...leavesOf(client)].filter(({ name }) => name === 'password').map(({ value }) => value);
}

/** Makes a recording of a call that holds nothing secret. */
export function recordingOf({ call, cleaned, pseudonyms, mask }: CallToRecord, exchange: Exchange): Recording {
  const { response, failure, startedAtMs, durationMs } = exchange;
  const isBrokenOff = failure !== undefined;
  return {
    request: { headers: requestHeaders(call.operation), text: requestXml(cleaned) },
    ...(response === undefined ? {} : { response: keptResponse(response, { call, pseudonyms, mask, isBrokenOff }) }),
    ...(failure === undefined ? {} : { failure }),
    startedAtMs,
    durationMs,
  };
}
