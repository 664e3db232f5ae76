/**
 * Address books: groups and numbers are moved between accounts, and nothing is lost or made twice.
 *
 * @module
 */
export { type ApplyOptions, type ApplyProgress, type ApplyResult, applyMigration } from './apply/apply-migration.js';
export type { StopReason } from './apply/failed-step.js';
export type { ApplyEvent } from './apply/run.js';
export { planLabels } from './plan/plan-file.js';
export type { ConflictPolicy, PlanLabels, PlanSummary } from './plan/plan-lines.js';
export { type PlanOptions, planMigration } from './plan/plan-migration.js';
export type { ReadingClient, WritingClient } from './sides/account.js';
export { type Difference, type VerifyOptions, type VerifyResult, verifyMigration } from './verify/verify-migration.js';
