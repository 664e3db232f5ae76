/** The error of a file with merge conflict markers. */
export const CONFLICT = 'is of a merge conflict that nobody has resolved';

/** Finds the first merge conflict marker. @returns its line number */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}
