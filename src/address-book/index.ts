/**
 * Address books: groups and numbers are moved between accounts, and nothing is lost or made twice.
 *
 * @module
 */
export { type ApplyMigrationOptions, applyMigration } from './accept/apply-migration.js';
export type { StopReason } from './apply/failed-step.js';
export type { ApplyProgress, ApplyResult } from './apply/outcome.js';
export type { ApplyEvent, Refusal } from './apply/run-context.js';
export type { SideChange } from './changes/side-change.js';
export { type ApplyCorrectionsOptions, applyCorrections } from './correct/apply-corrections.js';
export type { CorrectionPlanOptions, CorrectionSummary } from './correct/correction-plan.js';
export type { KeptNumber } from './correct/correction-run.js';
export { type NumberCorrection, type PlanCorrectionsOptions, planCorrections } from './correct/plan-corrections.js';
export { type PlanDedupeOptions, planDedupe } from './correct/plan-dedupe.js';
export type { ImportPlan } from './exchange/earlier-plan.js';
export { type ExportAddressBookOptions, exportAddressBook } from './exchange/export-address-book.js';
export { type ImportAddressBookOptions, importAddressBook } from './exchange/import-address-book.js';
export type { KeptExtra, SurplusExtra } from './extras/apply-extras.js';
export type { ExtrasSummary } from './extras/extras-summary.js';
export type { AddressBookFile } from './file-sides/open-file-side.js';
export { readRecords, writeRecords } from './formats/files.js';
export type { ReadRecordsOptions, WriteRecordsOptions } from './formats/format-options.js';
export type { AddressBookRecord, NotWritten, ReadFormat, Reject, WriteFormat } from './formats/records/records.js';
export { readPlanLabels } from './plan/plan-labels.js';
export type { ConflictPolicy, NotMoved, PlanAccounts, PlanLabels, PlanSummary } from './plan/plan-lines.js';
export { type PlanMigrationOptions, planMigration } from './plan/plan-migration.js';
export type { Unfinished } from './plan/unfinished.js';
export type { PlanWarning } from './plan/warnings.js';
export { type ApplyRemovalOptions, applyRemoval, type RemovalResult } from './remove/apply-removal.js';
export { type PlanRemovalOptions, planRemoval } from './remove/plan-removal.js';
export type { KeptGroup, Surplus } from './remove/removal-run.js';
export { type ReportRunOptions, reportRun } from './report/report-run.js';
export type { GroupReport, NumberCounts, OnRefused, RunReport } from './report/run-report.js';
export { restoreAddressBook } from './restore/restore-address-book.js';
export type {
  RestoreAddressBookOptions,
  RestoreEvent,
  RestoreResult,
} from './restore/restore-options.js';
export { readGroupNames } from './selection/names-file.js';
export type { SelectionEvent } from './selection/selection-options.js';
export type {
  CorrectingClient,
  DeletingClient,
  ReadingClient,
  ReadProgress,
  RemovingClient,
  WritingClient,
} from './sides/account.js';
export type { NotMovedKind } from './sides/not-moved.js';
export { syncAddressBook } from './sync/sync-address-book.js';
export type { SyncAddressBookOptions, SyncEvent, SyncResult } from './sync/sync-options.js';
export {
  type AddressBookSide,
  type DiffAddressBooksOptions,
  type DiffResult,
  diffAddressBooks,
} from './verify/diff-address-books.js';
export type { AddressBookDifference, VerifyResult } from './verify/difference.js';
export { type VerifyMigrationOptions, verifyMigration } from './verify/verify-migration.js';
