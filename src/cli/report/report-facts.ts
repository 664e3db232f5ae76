import type { GroupReport, Refusal, RunReport, SyncResult } from '../../address-book/index.js';

/** The facts that a report shows. */
export interface ReportFacts {
  /** The command and its plan: `apply plan.json`. */
  readonly title: string;
  /** The accounts that were worked on, by the names of their profiles. */
  readonly accounts: readonly string[];
  readonly status: EndStatus;
  readonly endedAt: Date;
  /** The time that the last run took. */
  readonly seconds: number;
  /** The purpose of the plan; `'both'`: numbers are added by one plan, and deleted by another. */
  readonly of: RunReport['of'] | 'both';
  readonly groups: readonly ReportRow[];
  readonly refusals: readonly ReportedRefusal[];
}

/** A way in which a run ends. */
export type EndStatus = SyncResult['status'] | 'conflicts';

/** A group. */
export interface ReportRow extends GroupReport {
  /** Where numbers are added and deleted: those that were deleted, or have got another name. */
  readonly deleted?: number | undefined;
}

/** A refusal, without a line where the plan does not stay. */
export type ReportedRefusal = Omit<Refusal, 'line'> & { readonly line?: number | undefined };

/** What each status says. */
export const STATUS_WORDS: Readonly<Record<EndStatus, string>> = {
  done: 'all of it is carried out',
  rejects: 'all but what the gateway refuses is carried out',
  'too-many': 'nothing is deleted, because it would be too much',
  conflicts: 'the plan has conflicts; nothing is carried out',
  changed: 'an account is not as it was; the rest is left',
  credentials: 'ended: the credentials are refused',
  limits: 'ended: the account may not',
  transient: 'ended: the gateway is away; run it again',
  interrupted: 'interrupted; run it again',
};
