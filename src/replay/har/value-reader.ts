import { ValidationError } from '../../errors/errors.js';
import { CASSETTE_VERSION, PRIVATE_KINDS, type PrivacyMark } from './har.js';
import { FAILURES, labelFault, type NotKept, type RecordedFailure } from './recording.js';

export function readMark(value: unknown, path: string, from: ValueReader): PrivacyMark {
  const { kinds, key } = from.object(value, path);
  const found = from.list(kinds, `${path}.kinds`).map((kind) => from.oneOf(kind, PRIVATE_KINDS, `${path}.kinds`));
  return { kinds: PRIVATE_KINDS.filter((kind) => found.includes(kind)), key: from.text(key, `${path}.key`) };
}

export function readFailure(value: unknown, path: string, from: ValueReader): RecordedFailure {
  const { code, outcome, systemCode, timeoutMs, status, retryAfterMs, retryable } = from.object(value, path);
  const number = (input: unknown, name: string): number | undefined =>
    input === undefined ? undefined : from.number(input, `${path}.${name}`);
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

export function readNotKept(value: unknown, path: string, from: ValueReader): NotKept {
  const { code, outcome, bytes } = from.object(value, path);
  return {
    code: from.oneOf(code, NOT_KEPT, `${path}.code`),
    outcome: from.oneOf(outcome, OUTCOMES, `${path}.outcome`),
    bytes: from.number(bytes, `${path}.bytes`),
  };
}

const OUTCOMES = ['not-sent', 'rejected', 'unknown'] as const;
const NOT_KEPT = ['HTTP_STATUS', 'DECODE'] as const;

export const CONFLICT = 'contains an unresolved merge conflict';

export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}

export type Unread = Readonly<Record<string, unknown>>;

export class ValueReader {
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  fail(path: string, reason: string): never {
    throw new ValidationError(path, `${reason} (in the cassette ${this.file})`);
  }

  checkVersion(version: number, path: string): void {
    if (version !== CASSETTE_VERSION)
      this.fail(path, `is ${version}, but this version of the library reads ${CASSETTE_VERSION}`);
  }

  object(value: unknown, path: string): Unread {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Unread;
    return this.fail(path, 'must be an object');
  }

  list(value: unknown, path: string): readonly unknown[] {
    return Array.isArray(value) ? value : this.fail(path, 'must be a list');
  }

  text(value: unknown, path: string): string {
    return typeof value === 'string' ? value : this.fail(path, 'must be a string');
  }

  label(value: unknown, path: string): string {
    const reason = labelFault(this.text(value, path));
    return reason === undefined ? (value as string) : this.fail(path, reason);
  }

  number(value: unknown, path: string): number {
    const isNumber = typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
    return isNumber ? value : this.fail(path, 'must be a number of 0 or more');
  }

  oneOf<T>(value: unknown, known: readonly T[], path: string): T {
    return known.includes(value as T) ? (value as T) : this.fail(path, `must be one of ${known.join(', ')}`);
  }
}
