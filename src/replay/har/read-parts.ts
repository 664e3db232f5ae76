import { PRIVATE_KINDS, type PrivacyMark } from './har.js';
import { FAILURES, type NotKept, type RecordedFailure } from './recording.js';
import type { ValueReader } from './value-reader.js';

/** Reads the mark with the kinds of pseudonyms in a cassette. */
export function readMark(value: unknown, path: string, from: ValueReader): PrivacyMark {
  const { kinds, key, derivation } = from.object(value, path);
  const found = from.list(kinds, `${path}.kinds`).map((kind) => from.oneOf(kind, PRIVATE_KINDS, `${path}.kinds`));
  const mark = { kinds: PRIVATE_KINDS.filter((kind) => found.includes(kind)), key: from.text(key, `${path}.key`) };
  if (derivation === undefined) return mark;
  return { ...mark, derivation: from.oneOf(derivation, ['scrypt'], `${path}.derivation`) };
}

/** Reads a failure between this process and the gateway. */
export function readFailure(value: unknown, path: string, from: ValueReader): RecordedFailure {
  const { code, outcome, systemCode, timeoutMs, status, retryAfterMs, retryable } = from.object(value, path);
  const number = (given: unknown, name: string): number | undefined =>
    given === undefined ? undefined : from.number(given, `${path}.${name}`);
  return {
    code: from.oneOf(code, FAILURES, `${path}.code`),
    outcome: from.oneOf(outcome, OUTCOMES, `${path}.outcome`),
    systemCode: systemCode === undefined ? undefined : from.text(systemCode, `${path}.systemCode`),
    timeoutMs: number(timeoutMs, 'timeoutMs'),
    status: number(status, 'status'),
    retryAfterMs: number(retryAfterMs, 'retryAfterMs'),
    retryable: retryable === undefined ? undefined : from.oneOf(retryable, [true, false], `${path}.retryable`),
  };
}

/** Reads the error of a response without a stored body. */
export function readNotKept(value: unknown, path: string, from: ValueReader): NotKept {
  const { code, outcome, bytes } = from.object(value, path);
  return {
    code: from.oneOf(code, NOT_KEPT, `${path}.code`),
    outcome: from.oneOf(outcome, OUTCOMES, `${path}.outcome`),
    bytes: from.number(bytes, `${path}.bytes`),
  };
}

const OUTCOMES = ['not-sent', 'rejected', 'unknown'] as const;
/** The codes of a response that was not decoded. */
const NOT_KEPT = ['HTTP_STATUS', 'DECODE'] as const;
