import { invalid } from '../../../options/check.js';

/** The columns that this library writes, in their order; files of others are read as if they had them. */
export const COLUMNS = ['group_id', 'group', 'info', 'number', 'name'] as const;

export type Column = (typeof COLUMNS)[number];

/** The meaning of a column of a file. */
interface Meaning {
  readonly column: Column | 'namePart';
  /** The text between several values in one cell. */
  readonly separator?: string;
}

/** The meaning of each column of a file, by its place; nothing for those that are not read. */
export interface Layout {
  readonly meanings: readonly (Meaning | undefined)[];
  /** True where the file has this library's own columns, and cells that are behind an apostrophe. */
  readonly isOwn: boolean;
}

/** The text that Google Contacts has between several values, in cells of any kind. */
const GOOGLE_SEPARATOR = ' ::: ';
const NUMBER: Meaning = { column: 'number', separator: GOOGLE_SEPARATOR };
const NAME_PART: Meaning = { column: 'namePart' };

/** Google Contacts, as it exports today and as it did before 2024. */
const GOOGLE_NUMBER = /^phone \d+ - value$/;
/** Outlook; its fax numbers and pagers take no messages. */
const OUTLOOK_NUMBER =
  /^(?:primary|mobile|business|home|car|other|radio|company main) phone(?: \d+)?$|^(?:phone|phone number|mobile|telephone)$/;

/** Outlook in Polish. */
const POLISH_NUMBER =
  /^(?:telefon(?: (?:podstawowy|komórkowy|służbowy|domowy|w samochodzie))?(?: \d+)?|inny telefon|radiotelefon|główny telefon do firmy)$/;
const NUMBERS = [GOOGLE_NUMBER, OUTLOOK_NUMBER, POLISH_NUMBER];

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...COLUMNS.map((column): [string, Meaning] => [column, { column }]),
  ['labels', { column: 'group', separator: GOOGLE_SEPARATOR }],
  ['group membership', { column: 'group', separator: GOOGLE_SEPARATOR }],
  ['categories', { column: 'group', separator: ';' }],
  ['full name', { column: 'name' }],
  ['display name', { column: 'name' }],
  ['first name', NAME_PART],
  ['given name', NAME_PART],
  ['middle name', NAME_PART],
  ['additional name', NAME_PART],
  ['last name', NAME_PART],
  ['family name', NAME_PART],
  ['imię', NAME_PART],
  ['drugie imię', NAME_PART],
  ['nazwisko', NAME_PART],
  ['kategorie', { column: 'group', separator: ';' }],
]);

function meaningOf(title: string): Meaning | undefined {
  const name = title.trim().toLowerCase();
  return NUMBERS.some((number) => number.test(name)) ? NUMBER : MEANINGS.get(name);
}

/**
 * Finds out what the columns of a file hold.
 *
 * @param columns - the caller's, by their titles, for files that are not known
 * @param line - where the titles stand
 * @throws ValidationError when nothing can be made of them
 */
export function layoutOf(
  titles: readonly string[],
  columns: Readonly<Record<string, Column>> | undefined,
  line: number,
): Layout {
  const missing = Object.keys(columns ?? {}).find((title) => !titles.includes(title));
  if (missing !== undefined) invalid(`columns.${missing}`, 'is no column of the file');
  const given = new Map(Object.entries(columns ?? {}));
  const meanings = titles.map((title): Meaning | undefined => {
    if (columns === undefined) return meaningOf(title);
    const column = given.get(title);
    return column === 'number' ? NUMBER : column && { column };
  });
  const held = new Set(meanings.map((meaning) => meaning?.column));
  if (!held.has('number') && !held.has('group')) {
    invalid(`line ${line}`, 'has no title of a column with numbers; the option columns can name one');
  }
  return { meanings, isOwn: columns === undefined && titles.includes('group') && titles.includes('number') };
}
