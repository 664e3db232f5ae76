import { checkFilled, invalid, isObject } from '../../options/check.js';
import { optional, readOptions, required } from '../../options/table.js';
import { filePath } from '../options/shared-options.js';
import { readLines } from './plan-file.js';
import type { PlanAccounts, PlanLabels } from './plan-lines.js';

const LABELS = { from: required(checkFilled), to: required(checkFilled) };
const ACCOUNTS = { from: optional(checkFilled), to: optional(checkFilled) };

/**
 * Reads what the accounts of a plan are called, as its maker has said in `labels`; `undefined` where he has not.
 *
 * @param file - the path of a plan of a migration, or of a removal
 * @throws ValidationError when it is none
 *
 * @example
 * ```ts
 * const labels = await readPlanLabels('move.json');
 * console.log(`from ${labels?.from} to ${labels?.to}`);
 * ```
 */
export async function readPlanLabels(file: string): Promise<PlanLabels | undefined> {
  const first = await firstLine(filePath(file, 'file'));
  const { plan, kind, labels } = first as {
    readonly plan?: unknown;
    readonly kind?: unknown;
    readonly labels?: unknown;
  };
  if (plan === undefined && kind !== 'plan') invalid('plan', `has no first line that says it is a plan: ${file}`);
  if (!isObject(labels)) return undefined;
  const { from, to } = labels as Partial<PlanLabels>;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

/** Tells what a plan is for, by its first line; `undefined` for one of a migration, and for a file that is none. */
export async function purposeOf(file: string): Promise<unknown> {
  const { kind, of } = (await firstLine(file)) as { readonly kind?: unknown; readonly of?: unknown };
  return kind === 'plan' ? of : undefined;
}

/** Checks what a caller calls the accounts. */
export function checkLabels(labels: PlanLabels, path: string): PlanLabels {
  return readOptions(labels, LABELS, { path });
}

/**
 * Hashes what tells accounts apart, so that it need not stand in a file.
 *
 * @param accounts - as the caller has it: addresses and user names
 */
export function hashedAccounts(accounts: PlanAccounts, path: string): PlanAccounts {
  const { from, to } = readOptions(accounts, ACCOUNTS, { path });
  return {
    ...(from === undefined ? {} : { from: hashOf(from) }),
    ...(to === undefined ? {} : { to: hashOf(to) }),
  };
}

/** Hashes what tells one account from others. */
export function accountHash(account: string | undefined): string | undefined {
  return account === undefined ? undefined : hashOf(account);
}

/**
 * Refuses other accounts than those that a plan was made of, as far as both are known.
 *
 * @throws ValidationError that names the side
 */
export function checkAccounts(planned: PlanAccounts | undefined, given: PlanAccounts | undefined): void {
  for (const side of ['from', 'to'] as const) {
    const [one, other] = [planned?.[side], given?.[side]];
    if (one !== undefined && other !== undefined && one !== other) {
      invalid(side, 'is another account than the one that the plan was made of');
    }
  }
}

function hashOf(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function firstLine(file: string): Promise<object> {
  for await (const text of readLines(file, 'plan')) {
    try {
      const value: unknown = JSON.parse(text);
      return isObject(value) ? value : {};
    } catch {
      return {};
    }
  }
  return {};
}
