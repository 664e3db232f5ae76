import type { Kind } from '../operations.js';
import type { Observation } from './trial.js';

/** What one call came to. */
export interface Seen {
  readonly result: Observation['result'];
  /** How often the gateway executed it; for reads, the number of requests. */
  readonly carriedOut: number;
  readonly wrong: readonly string[];
}

/** A line of the table. */
export interface Line {
  readonly fault: string;
  readonly kind: Kind;
  readonly seen: readonly Seen[];
}

export function lineOf(fault: string, kind: Kind, seen: readonly Seen[]): Line {
  return { fault, kind, seen };
}

const WIDTHS = [58, 6, 6, 34] as const;

/** The head of the table. */
export const TABLE_HEAD: string = columns(['fault', 'kind', 'calls', 'outcome', 'carried out (reads: asked)']);

/** A line of the table as it is printed. */
export function textOf({ fault, kind, seen }: Line, isFirst: boolean): string {
  return columns([
    isFirst ? fault : '',
    kind,
    String(seen.length),
    tally(seen.map(({ result }) => result)),
    tally(seen.map(({ carriedOut }) => `${carriedOut}×`)),
  ]);
}

function columns(texts: readonly string[]): string {
  return texts
    .map((text, index) => text.padEnd(WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd();
}

/** The different texts, each with its count if there are several. */
function tally(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  if (counts.size === 1) return texts[0] ?? '';
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([text, count]) => `${text} (${count})`)
    .join(', ');
}
