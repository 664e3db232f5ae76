import { describe, expect, it } from 'vitest';
import { CommandError, exitCodeOf, failureOf } from '../../../src/cli/running/failure.js';
import {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  CredentialsError,
  DecodeError,
  type ErrorCode,
  FileLockedError,
  InsufficientPointsError,
  InvalidRequestError,
  NotAllowedError,
  RateLimitError,
  ReplayMissError,
  type SmsServiceError,
  TimeoutError,
  ValidationError,
} from '../../../src/errors/errors.js';

const refusalOf = <C extends ErrorCode>(code: C) =>
  ({ result: 1, description: 'no', hint: '', code, outcome: 'rejected', retryable: false }) as const;

/** The exit codes of docs/command-line.md. */
const CODES: readonly (readonly [SmsServiceError, number])[] = [
  [new ValidationError('to', 'is empty'), 2],
  [new ValidationError('journal', 'belongs to another plan'), 6],
  [new FileLockedError('a.plan', 'process 17'), 6],
  [new AuthenticationError(refusalOf('AUTHENTICATION')), 3],
  [new CredentialsError('there is no password', false), 3],
  [new InsufficientPointsError(refusalOf('INSUFFICIENT_POINTS')), 4],
  [new NotAllowedError(refusalOf('NOT_ALLOWED')), 4],
  [new InvalidRequestError(refusalOf('INVALID_REQUEST')), 1],
  [new ReplayMissError('is not recorded', []), 1],
  [new AbortedError('aborted by the caller', 'not-sent'), 130],
  [new ConnectionError('no server listens on this port', 'not-sent'), 5],
  [new DecodeError('is no number'), 5],
  [new RateLimitError(refusalOf('RATE_LIMIT')), 5],
];

const DOCTOR = ['Check the account with: sms-service doctor'];
const ADVICE: Readonly<Record<number, readonly string[]>> = {
  3: DOCTOR,
  4: DOCTOR,
  5: ['Run it again later. Check the connection with: sms-service doctor'],
};

describe('an error', () => {
  it.each(CODES.map(([error, code]) => [error.name, code, error] as const))(
    'has the exit code and advice of its code: %s, %i',
    (_, code, error) => {
      expect(exitCodeOf(error)).toBe(code);
      const { exitCode, message, advice } = failureOf(error);
      expect({ exitCode, message }).toEqual({ exitCode: code, message: error.message });
      if (code !== 6) expect(advice).toEqual(ADVICE[code] ?? []);
    },
  );

  it('has advice about a journal, unless the error names its holder', () => {
    expect(failureOf(new ValidationError('journal', 'belongs to another plan')).advice).toEqual([
      'Wait until the other run has ended, or name the journal of the plan with --journal. Do not start a new journal.',
    ]);
    expect(failureOf(new FileLockedError('a.plan', 'process 17')).advice).toEqual([]);
  });

  it('shows no complete telephone number', () => {
    const { message } = failureOf(new CommandError('48500100200 is in no group'));
    expect(message).not.toContain('48500100200');
    expect(message).toContain('is in no group');
  });
});

describe('option names of the library', () => {
  it.each([
    ['--max-delete', 'is too small', '--max-delete is too small'],
    ['to', 'already exists: x. To replace it, use force', 'to: already exists: x. To replace it, use --force'],
    ['ifChanged', 'requires a copy', '--if-changed requires a copy'],
    ['', 'give the option encoding instead', 'give --encoding instead'],
    ['edits[0].number', 'is none', 'number 1 is none'],
  ])('become options of the command: %s %s', (path, reason, message) => {
    expect(failureOf(new ValidationError(path, reason)).message).toBe(message);
  });

  it.each([
    ['to', 'is with force of law'],
    ['plan', '--from: is missing'],
  ])('stay if they are not options: %s %s', (path, reason) => {
    expect(failureOf(new ValidationError(path, reason)).message).toBe(`${path}: ${reason}`);
  });
});

describe('a send with unknown outcome', () => {
  const LOOK = 'The message may have been sent. Check sms-service history before you send it again.';
  const adviceOf = (operation: string | undefined, sentIdx?: readonly string[]): readonly string[] => {
    const error = new TimeoutError('took too long', 10, 'unknown', { operation });
    return failureOf(sentIdx === undefined ? error : Object.assign(error, { sentIdx })).advice;
  };

  it('should be checked in the history', () => {
    expect(adviceOf('soap_SendSms')).toEqual([LOOK]);
    expect(adviceOf('sms.do')).toEqual([LOOK]);
    expect(adviceOf('sms.do', ['a', 'b'])).toEqual([LOOK]);
  });

  it('can be repeated over HTTP with its idx', () => {
    const [advice] = adviceOf('sms.do', ['order-7']);
    expect(advice).toContain('The message may have been sent');
    expect(advice).toContain('within 24 hours');
    expect(advice).toContain('--idx order-7');
  });

  it('has no advice for other calls, or if nothing was sent', () => {
    for (const operation of ['soap_CheckPoints', 'not_soap_Send', 'profile', undefined]) {
      expect(adviceOf(operation, ['order-7'])).toEqual(ADVICE[5]);
    }
    const error = new TimeoutError('took too long', 10, 'not-sent', { operation: 'soap_SendSms' });
    expect(failureOf(error).advice).toEqual(ADVICE[5]);
  });
});

describe('a system error', () => {
  const system = (code: string): Error =>
    Object.assign(new Error(`${code}: words, write 'a.plan'`), { code, syscall: 'write' });

  it.each(['ENOSPC', 'EIO'])('of the disk is temporary, and is named: %s', (code) => {
    expect(failureOf(system(code))).toEqual({
      exitCode: 5,
      message: `${code}: words, write 'a.plan'`,
      advice: ['Check the disk and its limits (df, ulimit -f), then run the same command again.'],
    });
  });
});

describe('a defect', () => {
  it('is printed with its name and stack', () => {
    const error = new RangeError('no memory\nat all');
    error.stack = `RangeError: no memory\nat all\n    at one (a.ts:1:2)\n    at two (b.ts:3:4)\nhere at last`;
    expect(failureOf(error)).toEqual({
      exitCode: 70,
      message: 'this is a defect of sms-service: RangeError: no memory\nat all',
      advice: ['at one (a.ts:1:2)', 'at two (b.ts:3:4)'],
    });
  });

  it.each([
    ['a text', 'secret-word', 'string'],
    ['an object', { syscall: 'write', stack: '    at x' }, 'object'],
  ])('that is not an Error is printed by its type only: %s', (_, thrown, type) => {
    expect(failureOf(thrown)).toEqual({
      exitCode: 70,
      message: `this is a defect of sms-service: ${type}`,
      advice: [],
    });
  });
});
