import { refuse } from '../running/command-options.js';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads a moment: a date (`2026-03-01`, in UTC, or with a time and its zone), or how far it is from now (`30m`, `12h`,
 * `7d`).
 *
 * @param direction - 1 for the future, -1 for the past
 * @throws CommandError when it is none
 */
export function readMoment(text: string, flag: string, direction: 1 | -1, now: number = Date.now()): Date {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now + direction * Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS]);
  const isDate = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text);
  if (isDate && /:\d\d$/.test(text) && !/[+-]\d\d:\d\d$/.test(text)) {
    refuse(flag, 'has no zone: put Z behind it for UTC, or +01:00');
  }
  const date = new Date(isDate ? text : Number.NaN);
  if (Number.isNaN(date.getTime())) refuse(flag, 'is neither a date (2026-03-01T10:00:00Z) nor like 30m, 12h or 7d');
  return date;
}
