import type { Random } from '../../fuzz/random.js';

// Some of them have one 32-bit FNV-1a hash: costarring and liquid, declinate and macallums, altarage and zinke.
export const GROUP_NAMES = ['VIP', 'costarring', 'liquid', 'Grupa „ż”', '-x'] as const;
export const INFOS = ['', '', 'altarage', 'zinke', 'a & b'] as const;
export const PERSON_NAMES = ['', 'Ala', 'Ola', 'costarring', 'liquid', 'Ala '] as const;
const LAST_DIGITS = ['201', '202', '203', '204', '205', '206', '207', '208', '209', '210', '211', '212'] as const;
const SPELLINGS: readonly ((digits: string) => string)[] = [
  (digits) => `48500100${digits}`,
  (digits) => `48500100${digits}`,
  (digits) => `500100${digits}`,
  (digits) => `+48 500-100-${digits}`,
  (digits) => `0048500100${digits}`,
];

/** A number in a random spelling. */
function someNumber(random: Random): string {
  const spelling = random.pick(SPELLINGS) ?? String;
  return spelling(random.pick(LAST_DIGITS) ?? '201');
}

/** A number with a name. */
export function someContact(random: Random): { readonly number: string; readonly name: string } {
  return { number: someNumber(random), name: random.pick(PERSON_NAMES) ?? '' };
}
