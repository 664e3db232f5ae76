/** What is wrong with a file in which a merge has left its marks. */
export const CONFLICT = 'is of a merge conflict that nobody has resolved';

/** Finds the first line that a merge has left where both sides changed the same. @returns its number */
export function conflictLine(text: string): number | undefined {
  const found = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/m.exec(text);
  return found === null ? undefined : text.slice(0, found.index).split('\n').length;
}
