/** The exit codes of the command (docs/command-line.md). */
export const EXIT = {
  done: 0,
  /** Differences, conflicts, rejects: what was asked for was done, and not all is well. */
  differences: 1,
  usage: 2,
  credentials: 3,
  /** The account lacks points or rights. */
  limits: 4,
  /** The gateway could not be reached or did not do its work: run again. */
  transient: 5,
  /** The journal belongs to another plan, or another run has it, the plan, the account or the cassette. */
  journal: 6,
  /** A defect of this program. */
  defect: 70,
  /** By a signal; running it again goes on. */
  interrupted: 130,
  /** Whoever reads the standard output has had enough, as a shell tells it (SIGPIPE). */
  noReader: 141,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
