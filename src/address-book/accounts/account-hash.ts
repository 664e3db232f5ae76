import { checkFilled, invalid } from '../../options/check.js';
import { optional, readOptions } from '../../options/table.js';

/** Texts that identify the two accounts of a plan, or their hashes in the plan itself. */
export interface PlanAccounts {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const ACCOUNTS = { from: optional(checkFilled), to: optional(checkFilled) };

/** Reads the option `accounts`: returns hashes, so that no address or user name is written to a file. */
export function hashedAccounts(accounts: PlanAccounts, path: string): PlanAccounts {
  const { from, to } = readOptions(accounts, ACCOUNTS, { path });
  return { ...(from !== undefined && { from: hashOf(from) }), ...(to !== undefined && { to: hashOf(to) }) };
}

/**
 * Refuses accounts other than those the plan was created for, as far as both are known.
 *
 * @throws ValidationError that names `from` or `to`
 */
export function checkAccounts(planned: PlanAccounts | undefined, given: PlanAccounts | undefined): void {
  for (const side of ['from', 'to'] as const) {
    const [one, other] = [planned?.[side], given?.[side]];
    if (one !== undefined && other !== undefined && one !== other) {
      invalid(side, 'is not the account that the plan was created for');
    }
  }
}

function hashOf(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}
