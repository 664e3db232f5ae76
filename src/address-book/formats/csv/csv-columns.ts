import { invalid } from '../../../options/check.js';
import { COLUMNS, type Column } from '../records/records.js';

/** The content of a column. */
interface ColumnContent {
  readonly column: Column | 'namePart';
  /** The text between several values in one cell. */
  readonly separator?: string;
}

export interface Layout {
  /** The content of each column, in the order of the file; `undefined` for ignored columns. */
  readonly contents: readonly (ColumnContent | undefined)[];
  /** True for a file of this library: all of its cells are escaped. */
  readonly isOwn: boolean;
}

const GOOGLE_SEPARATOR = ' ::: ';
const NUMBER: ColumnContent = { column: 'number', separator: GOOGLE_SEPARATOR };

/** Columns of Google Contacts and Outlook, in English and Polish. Fax numbers and pagers cannot receive messages. */
const KNOWN_TITLES: readonly (readonly [RegExp, ColumnContent])[] = [
  [/^phone \d+ - value$/, NUMBER],
  [/^(?:primary|mobile|business|home|car|other|radio|company main) phone(?: \d+)?$/, NUMBER],
  [/^(?:phone|phone number|mobile|telephone)$/, NUMBER],
  [/^telefon(?: (?:podstawowy|komórkowy|służbowy|domowy|w samochodzie))?(?: \d+)?$/, NUMBER],
  [/^(?:inny telefon|radiotelefon|główny telefon do firmy)$/, NUMBER],
  [/^(?:labels|group membership)$/, { column: 'group', separator: GOOGLE_SEPARATOR }],
  [/^(?:categories|kategorie)$/, { column: 'group', separator: ';' }],
  [/^(?:full|display) name$/, { column: 'name' }],
  [/^(?:first|given|middle|additional|last|family) name$/, { column: 'namePart' }],
  [/^(?:imię|drugie imię|nazwisko)$/, { column: 'namePart' }],
];

/**
 * Determines the content of each column.
 *
 * @param columns - the contents by title, for files of other programs
 * @param line - the line of the titles
 * @throws ValidationError if a title of `columns` is missing, or no column has numbers or groups
 */
export function layoutOf(
  titles: readonly string[],
  columns: Readonly<Record<string, Column>> | undefined,
  line: number,
): Layout {
  const missing = Object.keys(columns ?? {}).find((title) => !titles.includes(title));
  if (missing !== undefined) invalid(`columns.${missing}`, 'is no column of the file');
  const byTitle = columns && new Map(Object.entries(columns));
  const contents = titles.map((title): ColumnContent | undefined => {
    if (byTitle === undefined) return contentOf(title.trim().toLowerCase());
    const column = byTitle.get(title);
    return column === 'number' ? NUMBER : column && { column };
  });
  if (!contents.some((content) => content?.column === 'number' || content?.column === 'group')) {
    invalid(`line ${line}`, 'has no title of a column with numbers; the option columns can name one');
  }
  return { contents, isOwn: columns === undefined && titles.includes('group') && titles.includes('number') };
}

function contentOf(title: string): ColumnContent | undefined {
  const own = COLUMNS.find((column) => column === title);
  return own === undefined ? KNOWN_TITLES.find(([pattern]) => pattern.test(title))?.[1] : { column: own };
}
