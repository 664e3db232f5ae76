import { EXIT, type ExitCode } from '../running/exit-codes.js';

/** What was found about one thing. */
export interface Finding {
  readonly check: 'address' | 'tls' | 'credentials' | 'ip filter' | 'points' | 'senders';
  readonly status: 'well' | 'wrong' | 'note';
  readonly text: string;
  /** What to do about it; empty where nothing is. */
  readonly todo: string;
  /** What the command ends with because of it. */
  readonly exitCode: ExitCode;
}

type Check = Finding['check'];

/** Something is as it should be. */
export function well(check: Check, text: string): Finding {
  return { check, status: 'well', text, todo: '', exitCode: EXIT.done };
}

/** Something that a person should know, and that stops nothing. */
export function note(check: Check, text: string, todo: string): Finding {
  return { check, status: 'note', text, todo, exitCode: EXIT.done };
}

/** The account cannot be used because of it. */
export function wrong(check: Check, text: string, todo: string, exitCode: ExitCode): Finding {
  return { check, status: 'wrong', text, todo, exitCode };
}
