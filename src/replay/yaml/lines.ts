/** A file may have this number of lines, plus one for every `PER_LINE` characters. Parsing a line takes about 1 µs. */
const FEW_LINES = 5000;
const PER_LINE = 8;

/** Finds the first line beyond the limit for a file of this length. @returns its number */
export function lineTooMany(text: string): number | undefined {
  const most = FEW_LINES + text.length / PER_LINE;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > most) return lines;
  }
  return undefined;
}

export function hasFewLines(text: string, indent: number): boolean {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line !== '').length;
  return text.length + filled * indent >= lines.length * PER_LINE;
}
