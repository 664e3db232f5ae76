/**
 * The country codes that ITU has assigned (list of E.164, with those of networks and services that no country has):
 * each entry is a code, or a range of codes of the same length.
 */
const ASSIGNED =
  '1 7 20 211-213 216 218 220-258 260-269 27 290-291 297-299 30-34 350-359 36 370-383 385-387 389 39 ' +
  '40-41 420-421 423 43-49 500-509 51-58 590-599 60-66 670 672-683 685-692 800 808 81-82 84 850 852-853 855-856 86 ' +
  '870 878 880-883 886 888 90-95 960-968 970-977 979 98 992-996 998';

/** The longest country code. */
const MAX_CODE_LENGTH = 3;

const COUNTRY_CODES: ReadonlySet<string> = new Set(
  ASSIGNED.split(' ').flatMap((entry) => {
    const [first = 0, last = first] = entry.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
  }),
);

/**
 * Returns true if a number begins with a country code assigned by ITU, which the gateway recognises (specification
 * section 4.1, rule 3).
 *
 * @param number - with its country code, digits only
 */
export function hasAssignedPrefix(number: string): boolean {
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    if (COUNTRY_CODES.has(number.slice(0, length))) return true;
  }
  return false;
}

/** The country code of Poland. */
const POLAND = '48';

/** The numbering areas of Poland's plan: the first two of nine digits. */
const POLISH_AREAS: ReadonlySet<string> = new Set(
  (
    '12 13 14 15 16 17 18 22 23 24 25 29 32 33 34 41 42 43 44 46 48 52 54 55 56 58 59 61 62 63 65 67 68 71 74 75 76 77 ' +
    '81 82 83 84 85 86 87 89 91 94 95'
  ).split(' '),
);

/**
 * Returns true for a Polish number.
 *
 * @param number - with its country code, digits only
 */
export function isPolish(number: string): boolean {
  return number.startsWith(POLAND);
}

/**
 * Returns true for a landline of the Polish numbering plan. Landlines of other countries are not known.
 *
 * @param number - with its country code, digits only
 */
export function isLandline(number: string): boolean {
  return isPolish(number) && POLISH_AREAS.has(number.slice(POLAND.length, POLAND.length + 2));
}
