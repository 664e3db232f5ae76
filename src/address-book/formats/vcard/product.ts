/** The PRODID of cards that this library has written, where their group has the name of a list of a program. */
export const PRODUCT = '-//sms-service-client//address book//EN';

/** Google Contacts has them for each of its own lists, and no user has made them. */
const OF_GOOGLE: ReadonlySet<string> = new Set(['myContacts', 'starred']);

/** Tells whether a category is a list that a program has by itself. */
export function isOfProgram(category: string): boolean {
  return OF_GOOGLE.has(category) || category.startsWith('* ');
}
