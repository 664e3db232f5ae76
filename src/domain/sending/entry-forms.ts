/** `OK:<ID>:<POINTS>` and `OK:<ID>:<POINTS>:<PHONE>` (specification section 2.2), with spaces around each. */
export const ACCEPTED_ENTRY: RegExp = /^OK\s*:\s*([^\s:;<>]+)\s*:\s*([^\s:;]+)\s*(?::\s*(\+?\d+)\s*)?$/i;

/** `ERROR:<ERR>` (section 2.2); 0 is no error. */
export const REJECTED_ENTRY: RegExp = /^ERROR\s*:\s*0*([1-9]\d{0,5})$/i;

/** Writes the entry of a message to one of several recipients (section 2.2). */
export function acceptedEntry(id: string, points: number, number: string): string {
  return `OK:${id}:${points}:${number}`;
}
