import { FileLockedError, isSmsServiceError, type SmsServiceError, ValidationError } from '../../client/index.js';
import { isDiskError } from '../../files/file-error.js';
import { redactNumbers } from '../../redact/redact.js';
import { EXIT, type ExitCode } from './exit-codes.js';

/** Ends a command with a message for the person who runs it. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: ExitCode;
  /** Advice on what to do about it; empty where the code says enough. */
  readonly advice: string;

  constructor(message: string, exitCode: ExitCode = EXIT.usage, advice: string = '') {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}

/** An error as it is shown: one message, lines below it, and the exit code. */
export interface ShownFailure {
  readonly exitCode: ExitCode;
  readonly message: string;
  /** Advice on what to do; of a defect, the places in the code. */
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

/** Advice on a send of which nobody knows whether it was carried out; `undefined` for all else. */
function adviceOnDoubt(error: unknown): string | undefined {
  if (!isSmsServiceError(error) || error.outcome !== 'unknown') return undefined;
  const { operation, sentIdx = [] } = error;
  if (operation?.startsWith('soap_Send') === true) return LOOK_FIRST;
  if (operation !== 'sms.do') return undefined;
  const [idx, ...others] = sentIdx;
  if (idx === undefined || others.length > 0) return LOOK_FIRST;
  // Its gateway remembers it for so long (specification section 8).
  return `${MAY_HAVE_BEEN_SENT}: within 24 hours send it again with --idx ${idx}; code 53 then says that it was sent`;
}

const FREE = 'free some of the disk';
/** Advice on a disk, to be followed before the command is run again. */
const DISK_ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: FREE,
  EDQUOT: FREE,
  EFBIG: `${FREE}, or raise the limit on the size of files (ulimit -f)`,
  EIO: 'look after the disk',
};

/** Returns what is shown of an error, whatever it is; without a secret and without a full telephone number. */
export function failureOf(error: unknown): ShownFailure {
  const { exitCode, message } = shown(error);
  const advice =
    exitCode === EXIT.defect ? framesOf(error) : [adviceFor(error, exitCode)].filter((line) => line !== '');
  return { exitCode, message: redactNumbers(message), advice };
}

function adviceFor(error: unknown, exitCode: ExitCode): string {
  const onDoubt = adviceOnDoubt(error);
  if (onDoubt !== undefined) return onDoubt;
  if (isDiskError(error)) return `${DISK_ADVICE[error.code] ?? FREE}, then run the same command again`;
  // What has the lock is named, and that it has to end first.
  if (error instanceof FileLockedError) return '';
  return (error instanceof CommandError && error.advice) || (ADVICE[exitCode] ?? '');
}

/** The places of the program in which a defect is, without the message in front of them. */
function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').flatMap((line) => /^ +(at .*)/.exec(line)?.[1] ?? []);
}

function shown(error: unknown): { readonly exitCode: ExitCode; readonly message: string } {
  if (error instanceof CommandError) return error;
  if (isSmsServiceError(error)) {
    // An option of the library is a flag of the command.
    const message = error.message
      .replace(/^(--[a-z-]+): /, '$1 ')
      .replace(/ with force$/, ' with --force')
      .replace('go on with acceptChanges', 'go on with --accept-changes')
      .replace('the option encoding ', '--encoding ')
      .replace(/^corrections\[(\d+)\]\.number: /, (_, index) => `number ${Number(index) + 1} `);
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
