/** Values of valid files that no error may show. */
export const PASSWORD = 'hunter2hunter2';
export const TEXT = 'Kod do sejfu: siedem';
export const PERSON = 'Zofia Tajna';

const SECRETS: readonly string[] = [PASSWORD, TEXT, PERSON];
const FULL_NUMBER = /\d{9,}/;

/** A secret number, by its index. */
export function secretNumber(index: number): string {
  return `48${500_100_000 + index}`;
}

/** Returns a secret that a text contains, or `undefined`. */
export function secretIn(text: string, folder: string): string | undefined {
  const shown = text.replaceAll(folder, '');
  const found = SECRETS.find((secret) => shown.includes(secret));
  return found ?? FULL_NUMBER.exec(shown)?.[0];
}
