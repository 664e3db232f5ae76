import { EXIT, type ExitCode } from '../../running/exit-codes.js';

/** The things that are looked at, one after the other. */
export type Check =
  | 'address'
  | 'proxy'
  | 'tls'
  | 'endpoint'
  | 'credentials'
  | 'rights'
  | 'ip filter'
  | 'points'
  | 'senders'
  | 'contract';

/** The result of looking at one thing. */
export interface Finding {
  readonly check: Check;
  readonly status: 'well' | 'wrong' | 'note';
  readonly text: string;
  /** Advice on what to do about it; empty where nothing is to be done. */
  readonly todo: string;
  /** The exit code of the command because of it. */
  readonly exitCode: ExitCode;
}

/** Tells whether a value is a finding, in the place of what was looked for. */
export function isFinding(value: object): value is Finding {
  return 'status' in value && 'check' in value;
}

/** Advice on something that is wrong, and the exit code of the command because of it. */
export type Remedy = Pick<Finding, 'todo' | 'exitCode'>;

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

/** Advice for something that takes longer than it may. */
export const MORE_TIME: string = 'give more time: "timeoutMs" in the profile or --timeout-ms';

/** A sentence as it stands in a finding: without a capital and a full stop. */
export function clause(sentence: string): string {
  return sentence.replace(/^(?:The|There)\b/, (word) => word.toLowerCase()).replace(/\.$/, '');
}
