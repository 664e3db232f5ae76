export const say = (text: string): void => console.log(text);
export const step = (text: string): void => say(`\n${text}`);
export const result = (text: string): void => say(`  → ${text}`);
/** Returns the last three digits of a number. */
export const masked = (number: string): string => `…${number.slice(-3)}`;
export const time = (date: Date | null): string =>
  date === null ? '–' : date.toISOString().slice(0, 16).replace('T', ' ');
