import type { Sent } from './sends.js';

/** The effect of an event on sends. */
export interface Row {
  readonly event: string;
  readonly transport: string;
  readonly sends: number;
  readonly success: number;
  readonly notSent: number;
  readonly rejected: number;
  readonly unknown: number;
  /** The number of failed sends that the gateway has executed. */
  readonly carriedOut: number;
  readonly doubled: number;
  /** Outcomes that are not true: `not-sent` or `rejected`, and carried out; success, and not. */
  readonly untrue: number;
  /** Failed and not executed: a retry would have succeeded. */
  readonly needNot: number;
  /** Went to an address that is no longer that of the host. */
  readonly astray: number;
}

/** Compares what became of sends with how often each was carried out. */
export function compare(
  event: string,
  transport: string,
  sent: readonly Sent[],
  history: ReadonlyMap<string, number>,
): Row {
  const times = ({ text }: Sent): number => history.get(text) ?? 0;
  const of = (outcome: Sent['outcome']): readonly Sent[] => sent.filter((one) => one.outcome === outcome);
  const failed = sent.filter(({ outcome }) => outcome !== 'success');
  const refused = [...of('not-sent'), ...of('rejected')];
  return {
    event,
    transport,
    sends: sent.length,
    success: of('success').length,
    notSent: of('not-sent').length,
    rejected: of('rejected').length,
    unknown: of('unknown').length,
    carriedOut: failed.filter((one) => times(one) > 0).length,
    doubled: sent.filter((one) => times(one) > 1).length,
    untrue: refused.filter((one) => times(one) > 0).length + of('success').filter((one) => times(one) === 0).length,
    needNot: failed.filter((one) => times(one) === 0).length,
    astray: sent.filter(({ wentAstray }) => wentAstray === true).length,
  };
}

const COLUMNS: readonly (readonly [keyof Row, string])[] = [
  ['event', 'event'],
  ['transport', 'transport'],
  ['sends', 'sends'],
  ['success', 'success'],
  ['notSent', 'not-sent'],
  ['rejected', 'rejected'],
  ['unknown', 'unknown'],
  ['carriedOut', 'of these carried out'],
  ['doubled', 'doubled'],
  ['untrue', 'untrue'],
  ['needNot', 'need not have failed'],
  ['astray', 'to the old address'],
];

/** The rows as a table. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [COLUMNS.map(([, title]) => title), ...rows.map((row) => COLUMNS.map(([key]) => String(row[key])))];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}
