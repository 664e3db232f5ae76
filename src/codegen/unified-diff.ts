const CONTEXT_LINES = 3;
// Above this many pairs of differing lines the cheaper answer "all of it changed" has to do.
const MAX_PAIRS = 4_000_000;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Compares two texts: a unified diff without file names; empty if they are equal. */
export function unifiedDiff(before: string, after: string): string {
  const lines = compareLines(splitLines(before), splitLines(after));
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  const hunks: [start: number, end: number][] = [];
  for (const index of changed) {
    const [start, end] = [Math.max(0, index - CONTEXT_LINES), Math.min(lines.length, index + CONTEXT_LINES + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = end;
    else hunks.push([start, end]);
  }
  return hunks.map(([start, end]) => formatHunk(lines, start, end)).join('');
}

function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function compareLines(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const sign = (kind: Line['sign'], lines: readonly string[]) => lines.map((text): Line => ({ sign: kind, text }));
  return [
    ...sign(' ', before.slice(0, head)),
    ...compareMiddles(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...sign(' ', before.slice(before.length - tail)),
  ];
}

// Longest common subsequence, by the table of its lengths.
function compareMiddles(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  const isSmall = before.length * after.length <= MAX_PAIRS;
  const lengths = new Uint32Array(isSmall ? (before.length + 1) * width : 0);
  const lengthAt = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = isSmall ? before.length - 1 : -1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]];
    if (isSmall && old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && (fresh === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      lines.push({ sign: '-', text: old });
      row += 1;
    } else {
      lines.push({ sign: '+', text: fresh ?? '' });
      column += 1;
    }
  }
  return lines;
}

function formatHunk(lines: readonly Line[], start: number, end: number): string {
  const count = (slice: readonly Line[], other: '-' | '+') => slice.filter(({ sign }) => sign !== other).length;
  const earlier = lines.slice(0, start);
  const hunk = lines.slice(start, end);
  const range = (other: '-' | '+') => {
    const length = count(hunk, other);
    return `${count(earlier, other) + (length === 0 ? 0 : 1)},${length}`;
  };
  const body = hunk.map(({ sign, text }) => `${sign}${text}\n`).join('');
  return `@@ -${range('+')} +${range('-')} @@\n${body}`;
}
