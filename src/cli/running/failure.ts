import { FileLockedError, isSmsServiceError, type SmsServiceError, ValidationError } from '../../client/index.js';
import { isDiskError } from '../../files/file-error.js';
import { redactNumbers } from '../../redact/redact.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends a command with a message. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: ExitCode;
  /** The next action; by default that of the exit code. */
  readonly advice: string;

  constructor(message: string, exitCode: ExitCode = EXIT.usage, advice: string = '') {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}

/** An error as it is printed. */
export interface ShownFailure {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** The next action; for a defect the stack. */
  readonly advice: readonly string[];
}

const ADVICE: Readonly<Partial<Record<ExitCode, string>>> = {
  [EXIT.credentials]: 'sms-service doctor says more about the account',
  [EXIT.limits]: 'sms-service doctor says more about the account',
  [EXIT.transient]: 'run it again later; sms-service doctor looks at the way to the gateway',
  [EXIT.journal]:
    'wait until the other run has ended, or give the journal that belongs to the plan; never begin another one',
};

const MAY_HAVE_BEEN_SENT = 'it may have been sent';
const LOOK_FIRST = `${MAY_HAVE_BEEN_SENT}: look at it with sms-service history before you send it again`;

/** Returns the next action for a send with unknown outcome; `undefined` for other errors. */
function adviceOnUnknownOutcome(error: unknown): string | undefined {
  if (!isSmsServiceError(error) || error.outcome !== 'unknown') return undefined;
  const { operation, sentIdx = [] } = error;
  if (operation?.startsWith('soap_Send') === true) return LOOK_FIRST;
  if (operation !== 'sms.do') return undefined;
  const [idx, ...others] = sentIdx;
  if (idx === undefined || others.length > 0) return LOOK_FIRST;
  // The gateway remembers an idx for 24 hours (specification section 8).
  return `${MAY_HAVE_BEEN_SENT}: within 24 hours send it again with --idx ${idx}; code 53 then says that it was sent`;
}

/** Returns what is printed of an error: no secret, and no complete telephone number. */
export function failureOf(error: unknown): ShownFailure {
  const { exitCode, message } = shown(error);
  const advice =
    exitCode === EXIT.defect ? framesOf(error) : [adviceFor(error, exitCode)].filter((line) => line !== '');
  return { exitCode, message: redactNumbers(message), advice };
}

function adviceFor(error: unknown, exitCode: ExitCode): string {
  const onUnknownOutcome = adviceOnUnknownOutcome(error);
  if (onUnknownOutcome !== undefined) return onUnknownOutcome;
  if (isDiskError(error)) return 'check the disk and its limits (df, ulimit -f), then run the same command again';
  // Its message contains the next action.
  if (error instanceof FileLockedError) return '';
  return (error instanceof CommandError && error.advice) || (ADVICE[exitCode] ?? '');
}

/** Returns the stack of an error without its message. */
function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').flatMap((line) => /^ +(at .*)/.exec(line)?.[1] ?? []);
}

/** The options for fields of the library. */
const FLAGS: Readonly<Record<string, string | undefined>> = {
  date: '--at',
  idx: '--idx',
  ifChanged: '--if-changed',
  maxDelete: '--max-delete',
  noUnicode: '--plain',
  template: '--template',
};

/** The options for fields of a send, which other functions use with another meaning. */
const SEND_FLAGS: Readonly<Record<string, string | undefined>> = { from: '--from', group: '--group' };

function shown(error: unknown): { readonly exitCode: ExitCode; readonly message: string } {
  if (error instanceof CommandError) return error;
  if (isSmsServiceError(error)) {
    const message = error.message
      .replace(/^(--[a-z-]+): /, '$1 ')
      .replace(/ with force$/, ' with --force')
      .replace(/^(?:[\w.]+: )?(\w+): /, (all, path: string) => {
        const flag = FLAGS[path] ?? (error.operation === undefined ? undefined : SEND_FLAGS[path]);
        return flag === undefined ? all : `${flag} `;
      })
      .replace('the option encoding ', '--encoding ')
      .replace(/^edits\[(\d+)\]\.number: /, (_, index) => `number ${Number(index) + 1} `);
    return { exitCode: exitCodeOf(error), message };
  }
  if (error instanceof Error && 'syscall' in error) {
    return { exitCode: isDiskError(error) ? EXIT.transient : EXIT.usage, message: error.message };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return { exitCode: EXIT.defect, message: `this is a defect of sms-service: ${what}` };
}

/** Returns the exit code for an error of the library. */
export function exitCodeOf(error: SmsServiceError): ExitCode {
  switch (error.code) {
    case 'VALIDATION':
      return error instanceof ValidationError && error.path === 'journal' ? EXIT.journal : EXIT.usage;
    case 'FILE_LOCKED':
      return EXIT.journal;
    case 'AUTHENTICATION':
    case 'CREDENTIALS':
      return EXIT.credentials;
    case 'INSUFFICIENT_POINTS':
    case 'NOT_ALLOWED':
      return EXIT.limits;
    case 'INVALID_REQUEST':
    case 'NOT_FOUND':
    case 'CONFLICT':
    case 'GATEWAY':
    case 'REPLAY_MISS':
      return EXIT.differences;
    case 'ABORTED':
      return EXIT.interrupted;
    default:
      return EXIT.transient;
  }
}
