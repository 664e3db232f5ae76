import { FileLockedError, isSmsServiceError, type SmsServiceError, ValidationError } from '../../client/index.js';
import { isDiskError } from '../../files/file-error.js';
import { redactNumbers } from '../../redact/redact.js';

/** The exit codes of the command (docs/command-line.md). */
export const EXIT = {
  done: 0,
  /** Differences, conflicts, rejects: the command is done, and something needs attention. */
  differences: 1,
  usage: 2,
  credentials: 3,
  /** The account lacks points or rights. */
  limits: 4,
  /** The gateway is unreachable or does not work: run again. */
  transient: 5,
  /** The journal belongs to another plan, or another run uses it, the plan, the account or the cassette. */
  journal: 6,
  /** A defect of this program. */
  defect: 70,
  /** Interrupted by a signal: run again to resume. */
  interrupted: 130,
  /** The reader of the standard output is gone, as a shell reports SIGPIPE. */
  noReader: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: ExitCode;
  readonly advice: string;

  constructor(message: string, exitCode: ExitCode = EXIT.usage, advice: string = '') {
    super(message);
    this.exitCode = exitCode;
    this.advice = advice;
  }
}

/** @throws CommandError that names an option or argument */
export function refuse(flag: string, reason: string): never {
  throw new CommandError(`${flag} ${reason}`);
}

export interface ShownFailure {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly advice: readonly string[];
}

const ADVICE: Readonly<Partial<Record<ExitCode, string>>> = {
  [EXIT.credentials]: 'Check the account with: sms-service doctor',
  [EXIT.limits]: 'Check the account with: sms-service doctor',
  [EXIT.transient]: 'Run it again later. Check the connection with: sms-service doctor',
  [EXIT.journal]:
    'Wait until the other run has ended, or name the journal of the plan with --journal. Do not start a new journal.',
};

const LOOK_FIRST = 'The message may have been sent. Check sms-service history before you send it again.';

/** Returns the next action for a send with unknown outcome; `undefined` for other errors. */
function adviceOnUnknownOutcome(error: unknown): string | undefined {
  if (!isSmsServiceError(error) || error.outcome !== 'unknown') return undefined;
  const { operation, sentIdx = [] } = error;
  if (operation?.startsWith('soap_Send') === true) return LOOK_FIRST;
  if (operation !== 'sms.do') return undefined;
  const [idx, ...others] = sentIdx;
  if (idx === undefined || others.length > 0) return LOOK_FIRST;
  // The gateway remembers an idx for 24 hours (specification section 8).
  return `The message may have been sent. Send it again within 24 hours with --idx ${idx}: code 53 means that it was sent.`;
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
  if (isDiskError(error)) return 'Check the disk and its limits (df, ulimit -f), then run the same command again.';
  // Its message contains the next action.
  if (error instanceof FileLockedError) return '';
  return (error instanceof CommandError && error.advice) || (ADVICE[exitCode] ?? '');
}

function framesOf(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').flatMap((line) => /^ +(at .*)/.exec(line)?.[1] ?? []);
}

const FLAGS: Readonly<Record<string, string | undefined>> = {
  date: '--at',
  idx: '--idx',
  ifChanged: '--if-changed',
  maxDelete: '--max-delete',
  noUnicode: '--plain',
  template: '--template',
};

const SEND_FLAGS: Readonly<Record<string, string | undefined>> = { from: '--from', group: '--group' };

function shown(error: unknown): { readonly exitCode: ExitCode; readonly message: string } {
  if (error instanceof CommandError) return error;
  if (isSmsServiceError(error)) {
    const message = error.message
      .replace(/^(--[a-z-]+): /, '$1 ')
      .replace(/, use force$/, ', use --force')
      .replace(/^(?:[\w.]+: )?(\w+): /, (all, path: string) => {
        const flag = FLAGS[path] ?? (error.operation === undefined ? undefined : SEND_FLAGS[path]);
        return flag === undefined ? all : `${flag} `;
      })
      .replace(/the option (columns|encoding|group)\b/, '--$1')
      .replace(/^edits\[(\d+)\]\.number: /, (_, index) => `number ${Number(index) + 1} `);
    return { exitCode: exitCodeOf(error), message };
  }
  if (error instanceof Error && 'syscall' in error) {
    return { exitCode: isDiskError(error) ? EXIT.transient : EXIT.usage, message: error.message };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return { exitCode: EXIT.defect, message: `this is a defect of sms-service: ${what}` };
}

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
