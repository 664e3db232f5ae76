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
