import { Problem } from '../../errors/problem.js';
import type { Redactor } from '../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { toUtf8 } from '../../xml/charset.js';
import { escapeText } from '../../xml/escape.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import { kindOf } from '../matching/fields.js';
import { isContractWord } from './contract-words.js';
import type { Pseudonyms } from './pseudonyms.js';

/** What is to be gone from a document. */
export interface DocumentCleaner {
  /** Masks what was sent and is not to be kept, in whatever form it comes back. */
  readonly maskSecrets: Redactor;
  readonly pseudonyms: Pseudonyms;
  /** The values of the decoded response that are replaced, by what stands for them. */
  readonly known: ReadonlyMap<string, string>;
}

/** Fields of the contract that hold numbers, dates, ids and codes: never what a pseudonym stands for. */
const PLAIN = new Set(
  'result id eco flash date status submitdate donedate id_group num_count points count faultcode'.split(' '),
);
const XML_DECLARATION = /^<\?xml[^>]*\?>/;
const ENCODING = /(encoding\s*=\s*)("[^"]*"|'[^']*')/;

/**
 * The text of a document without what a cassette is not to hold. Everything else stays as the server wrote it, but for
 * the charset, which becomes UTF-8.
 *
 * @param bytes - as they came
 * @param charset - that the headers name
 */
export function cleanDocument(bytes: Uint8Array, charset: string | undefined, cleaner: DocumentCleaner): string {
  let utf8: Uint8Array;
  try {
    utf8 = toUtf8(bytes, charset);
  } catch {
    // Not a text in any charset that is known: nothing of it is certain to be without secrets.
    return '';
  }
  const text = Buffer.from(utf8).toString('utf8');
  return cleanXml(
    text.replace(XML_DECLARATION, (head) => head.replace(ENCODING, '$1"UTF-8"')),
    cleaner,
  );
}

/**
 * Replaces texts inside their elements, and leaves mark-up as it is. Where a document breaks off or is not well-formed,
 * nobody can tell what the rest of it is: where anything is replaced at all, it goes.
 */
function cleanXml(text: string, cleaner: DocumentCleaner): string {
  const { maskSecrets, pseudonyms } = cleaner;
  const bytes = Buffer.from(text, 'utf8');
  const names: string[] = [];
  const markup = new Map<string, string>();
  let cleaned = '';
  let start = 0;
  let isXml = false;
  try {
    const xml = new XmlReader(new XmlSource(bytes), DEFAULT_LIMITS);
    for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
      const raw = bytes.toString('utf8', start, xml.position);
      start = xml.position;
      // Attributes, comments and names come from outside as well.
      cleaned +=
        token === 'text' ? cleanedText(raw, xml.value, names, cleaner) : cleanedMarkup(raw, maskSecrets, markup);
      if (token === 'start') names.push(xml.tag.local);
      else if (token === 'end') names.pop();
      isXml = true;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isXml && pseudonyms.isActive) return cleaned;
  }
  return cleaned + maskSecrets(pseudonyms.numbersIn(bytes.toString('utf8', start)));
}

/** How many pieces of markup are remembered. */
const MAX_KNOWN = 256;

/** A comment, an instruction, a quoted value or a name. */
const MARKUP = /<!--.*?-->|<\?.*?\?>|"[^"]*"|'[^']*'|[^\s<>/="']+/gs;

/**
 * Markup as it is to stand there. What every response says is left, whatever the credentials are: the user name may
 * well be `soap`.
 */
function cleanedMarkup(raw: string, maskSecrets: Redactor, known: Map<string, string>): string {
  let cleaned = known.get(raw);
  if (cleaned !== undefined) return cleaned;
  cleaned = maskSecrets(raw);
  if (cleaned !== raw) cleaned = raw.replace(MARKUP, (piece) => (isContractWord(piece) ? piece : maskSecrets(piece)));
  // Of a long list all items have the same.
  if (known.size < MAX_KNOWN) known.set(raw, cleaned);
  return cleaned;
}

/** A text inside an element, as it is to stand there. */
function cleanedText(
  raw: string,
  value: string,
  names: readonly string[],
  { maskSecrets, pseudonyms, known }: DocumentCleaner,
): string {
  const name = names.at(-1) ?? '';
  const kind = kindOf(name);
  let replaced = value;
  if (kind !== 'plain') replaced = pseudonyms.of(kind, value);
  else if (!PLAIN.has(name)) replaced = known.get(value) ?? inText(value, names, pseudonyms);
  const cleaned = maskSecrets(replaced);
  return cleaned === value ? raw : escapeText(cleaned);
}

/** An entry of a send's response that names the number (section 2.2). */
const ENTRY = /^(OK\s*:[^:]*:[^:]*:\s*)(\+?\d+)/i;

/** A text of which the contract does not say what it holds. Ids are left as they are: later requests name them. */
function inText(value: string, names: readonly string[], pseudonyms: Pseudonyms): string {
  if (names.at(-1) === 'description' || names.includes('Fault')) return pseudonyms.numbersIn(value);
  return value.replace(ENTRY, (_all, before: string, number: string) => before + pseudonyms.of('number', number));
}
