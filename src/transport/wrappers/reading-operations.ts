/**
 * The operations that only read (specification section 4.10): carried out twice, they change nothing and cost nothing.
 * All others send, add or delete, and none of those is known to be safe to repeat.
 */
export const READING_OPERATIONS: ReadonlySet<string> = new Set([
  'soap_CheckPoints',
  'soap_GetGroups',
  'soap_GetNumbers',
  'soap_GetSenders',
  'soap_GetSmsByDate',
  'soap_GetSmsByIds',
]);

/** Tells whether an operation only reads; one that is not known is taken to change something. */
export function onlyReads(operation: string): boolean {
  return READING_OPERATIONS.has(operation);
}

/** Asks a function of the user whether an operation only reads; where it fails, the operation may change something. */
export function isReading(isRead: (operation: string) => boolean, operation: string): boolean {
  try {
    return isRead(operation);
  } catch {
    return false;
  }
}
