import { type Redactor, secretRedactor } from '../../redact/redact.js';
import { labelsOf, type RecordedFailure, type Recording, type RecordingLabels } from '../har/recording.js';
import { TextCleaner } from '../privacy/clean-text.js';
import type { Pseudonyms } from '../privacy/pseudonyms.js';
import type { Credential, DecodedRequest, WholeResponse } from './contract.js';
import { leavesOf, withTexts } from './values.js';

export function cleanRequest(request: DecodedRequest, pseudonyms: Pseudonyms, mask: Redactor): DecodedRequest {
  const { contract, operation, input } = request;
  const { kindOf } = contract;
  const numbers = pseudonyms.replacesNumbers
    ? [...leavesOf(input)].filter(({ name }) => kindOf(name) === 'number')
    : [];
  const cleaner = new TextCleaner(
    { pseudonyms, mask, kindOf },
    Array.from(numbers, ({ value }) => String(value)),
  );
  // Names that no contract defines may contain anything.
  const nameOf = contract.isIncoming === true ? (name: string): string => mask(pseudonyms.others(name)) : undefined;
  const cleaned = withTexts(input, (text, name) => cleaner.of(name, text), '', nameOf) as DecodedRequest['input'];
  return { contract, operation, input: cleaned, credentials: [] };
}

export interface RequestToRecord {
  readonly request: DecodedRequest;
  readonly cleaned: DecodedRequest;
  readonly pseudonyms: Pseudonyms;
  /** Hides the secrets of the request. */
  readonly mask: Redactor;
}

export interface Exchange extends RecordingLabels {
  readonly response?: WholeResponse | undefined;
  readonly failure?: RecordedFailure | undefined;
  /** In milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

export class RequestCleaner {
  readonly pseudonyms: Pseudonyms;

  constructor(pseudonyms: Pseudonyms) {
    this.pseudonyms = pseudonyms;
  }

  unmasked(request: DecodedRequest): DecodedRequest {
    return cleanRequest(request, this.pseudonyms, (text) => text);
  }

  toRecord(request: DecodedRequest): RequestToRecord {
    const { credentials } = request;
    const { pseudonyms } = this;
    const mask = redactorOf(credentials);
    // If no text is replaced, texts may contain the user name, because it may be a common word.
    const requestMask = pseudonyms.isActive ? mask : redactorOf(credentials.filter(({ isSecret }) => isSecret));
    return { request, cleaned: cleanRequest(request, pseudonyms, requestMask), pseudonyms, mask };
  }
}

function redactorOf(credentials: readonly Credential[]): Redactor {
  return secretRedactor(credentials.map(({ value }) => value).filter((value) => value !== ''));
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
