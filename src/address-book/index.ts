/**
 * Address books: export, import, copy, mirror and edit the groups and numbers of an account. Every change is planned
 * first; {@link applyPlan} applies plans of all kinds.
 *
 * @module
 */
export type { AddressBookClient, PlanAccounts, ReadingClient, ReadProgress } from './accounts/account.js';
export type { UnfinishedRun } from './accounts/options.js';
export { type ApplyPlanOptions, applyPlan } from './apply/apply-plan.js';
export type {
  ChangeCounts,
  FailedStep,
  PlanEvent,
  PlanProgress,
  PlanResult,
  SkipReason,
  StepRef,
} from './apply/events.js';
export type { StopReason } from './apply/step-failure.js';
export type { AddressBookDifference, CompareResult } from './compare/compare.js';
export {
  type AddressBookSide,
  type DiffAddressBooksOptions,
  diffAddressBooks,
  type VerifyMigrationOptions,
  verifyMigration,
} from './compare/compare-accounts.js';
export type { AddressBookFile } from './files/open-file.js';
export { readRecords, writeRecords } from './formats/files.js';
export type { ReadRecordsOptions, WriteRecordsOptions } from './formats/records/format-options.js';
export type { AddressBookRecord, ReadFormat, Reject, WriteFormat } from './formats/records/records.js';
export type { MirrorResult } from './mirror/mirror.js';
export { type RestoreAddressBookOptions, restoreAddressBook } from './mirror/restore-address-book.js';
export { type SyncAddressBookOptions, syncAddressBook } from './mirror/sync-address-book.js';
export type {
  NotCopied,
  NotCopiedKind,
  PlanLabels,
  PlanPurpose,
  PlanSummary,
} from './plan/plan-lines.js';
export { type PlanInfo, readPlanInfo } from './plan/read-plan.js';
export type { PlanWarning } from './planning/difference.js';
export {
  type DedupeSummary,
  type NumberEdit,
  type PlanDedupeOptions,
  type PlanEditsOptions,
  planDedupe,
  planEdits,
} from './planning/plan-edits.js';
export { type PlanMigrationOptions, planMigration } from './planning/plan-migration.js';
export { type PlanRemovalOptions, planRemoval } from './planning/plan-removal.js';
export {
  type GroupReport,
  type NumberCounts,
  type ReportRunOptions,
  type RunReport,
  reportRun,
} from './report/report-run.js';
export { type ExportAddressBookOptions, exportAddressBook } from './transfer/export-address-book.js';
export { type ImportAddressBookOptions, importAddressBook } from './transfer/import-address-book.js';
