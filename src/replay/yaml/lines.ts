/** A file may have so many lines anyway, and one more for so many characters: each takes its reader a microsecond. */
const FEW_LINES = 5000;
const PER_LINE = 8;

/** Finds the first line that is more than a file of its length may have. @returns its number */
export function lineTooMany(text: string): number | undefined {
  const most = FEW_LINES + text.length / PER_LINE;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > most) return lines;
  }
  return undefined;
}

/** Tells whether a text may stand in lines of its own. @param indent - the spaces before each that is not empty */
export function hasFewLines(text: string, indent: number): boolean {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line !== '').length;
  return text.length + filled * indent >= lines.length * PER_LINE;
}
