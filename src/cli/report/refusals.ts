import { type ApplyResult, type Refusal, reportRun } from '../../address-book/index.js';
import type { Output } from '../output/output.js';
import { counted, coveredNumber, printable } from '../output/text.js';

/** The number of refused lines that are shown; the journal has all of them. */
const SHOWN = 50;

/** The steps of a plan that the gateway refuses, in all runs together. */
export interface Refusals {
  /** The first of them, without full numbers. */
  readonly shown: readonly Refusal[];
  /** How many there are of each code. */
  readonly byCode: readonly { readonly code: number; readonly meaning: string; readonly count: number }[];
}

/**
 * Reads what the gateway refuses of a plan. @param journal - the path of the journal, where one is named
 *
 * @param isDryRun - whether nothing was carried out: then there is nothing to be told
 */
export async function refusalsOf(
  plan: string,
  journal: string | undefined,
  { rejected }: ApplyResult,
  isDryRun: boolean,
): Promise<Refusals> {
  const shown: Refusal[] = [];
  const byCode = new Map<number, { readonly code: number; readonly meaning: string; count: number }>();
  if (rejected === 0 || isDryRun) return { shown, byCode: [] };
  const onRefused = (refusal: Refusal): void => {
    const { code, meaning, number } = refusal;
    const ofCode = byCode.get(code) ?? { code, meaning, count: 0 };
    ofCode.count += 1;
    byCode.set(code, ofCode);
    if (shown.length >= SHOWN) return;
    shown.push(number === undefined ? refusal : { ...refusal, number: coveredNumber(number) });
  };
  await reportRun({ plan, journal, onRefused });
  return { shown, byCode: [...byCode.values()] };
}

/** Refused steps as lines: what is refused, where it stands, and what the code means. */
export function refusalLines(output: Output, { shown, byCode }: Refusals): readonly string[] {
  const all = byCode.reduce((sum, { count }) => sum + count, 0);
  const lines = shown.map((refusal) =>
    output.styled('bad', `refused: ${whatOf(refusal)} (${placeOf(refusal)}): ${reason(refusal)}`),
  );
  if (all <= shown.length) return lines;
  const sums = byCode.map(({ count, ...why }) => `${counted(count, 'line')}: ${reason(why)}`);
  return [...lines, `the journal has all ${all} lines that were refused`, ...sums];
}

/** Returns a refusal in words, without a full number: what is refused, and why. */
export function refusalText(refusal: Refusal): string {
  const { number } = refusal;
  const covered = number === undefined ? refusal : { ...refusal, number: coveredNumber(number) };
  return `${whatOf(covered)}: ${reason(refusal)}`;
}

function placeOf({ line, plan }: Refusal): string {
  return `line ${line} of ${plan === undefined ? 'the plan' : printable(plan)}`;
}

function whatOf({ group, number }: Refusal): string {
  return number === undefined ? `group ${printable(group)}` : `${printable(number)} in ${printable(group)}`;
}

function reason({ code, meaning }: Pick<Refusal, 'code' | 'meaning'>): string {
  if (code === 0) return meaning;
  return meaning === '' ? `gateway code ${code}` : `gateway code ${code}, ${meaning}`;
}
