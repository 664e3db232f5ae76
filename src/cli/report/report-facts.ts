import type { ApplyResult, Refusal, RunReport } from '../../address-book/index.js';

/** The facts that a report shows. */
export interface ReportFacts {
  /** The command and its plan: `apply plan.json`. */
  readonly title: string;
  /** The accounts that were worked on, by the names of their profiles. */
  readonly accounts: readonly string[];
  readonly status: ApplyResult['status'];
  readonly endedAt: Date;
  /** The time that the last run took. */
  readonly seconds: number;
  readonly report: RunReport;
  readonly refusals: readonly Refusal[];
}

/** What each status says. */
export const STATUS_WORDS: Readonly<Record<ApplyResult['status'], string>> = {
  done: 'all of it is carried out',
  rejects: 'all but what the gateway refuses is carried out',
  conflicts: 'the plan has conflicts; nothing is carried out',
  changed: 'an account is not as it was; the rest is left',
  credentials: 'ended: the credentials are refused',
  limits: 'ended: the account may not',
  transient: 'ended: the gateway is away; run it again',
  interrupted: 'interrupted; run it again',
};
