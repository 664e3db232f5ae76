import { type Redactor } from '../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { toUtf8 } from '../../xml/charset.js';
import { escapeText } from '../../xml/escape.js';
import { XmlReader } from '../../xml/reader.js';
import { XmlSource } from '../../xml/source.js';
import { kindOf } from '../matching/fields.js';
import type { Pseudonyms } from './pseudonyms.js';

/** What is to be gone from a response. */
export interface ResponseCleaner {
  /** Masks the credentials, in whatever form they come back. */
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
 * The text of a response without what a cassette is not to hold. Everything else stays as the server wrote it, but for
 * the charset, which becomes UTF-8.
 *
 * @param body - as it came
 * @param charset - that its headers name
 */
export function cleanResponse(body: Uint8Array, charset: string | undefined, cleaner: ResponseCleaner): string {
  let bytes: Uint8Array;
  try {
    bytes = toUtf8(body, charset);
  } catch {
    // Not a text in any charset that is known: nothing of it is certain to be without secrets.
    return '';
  }
  const text = Buffer.from(bytes).toString('utf8');
  const declared = text.replace(XML_DECLARATION, (head) => head.replace(ENCODING, '$1"UTF-8"'));
  return cleanXml(declared, cleaner) ?? cleanText(declared, cleaner);
}

function cleanText(text: string, { maskSecrets, pseudonyms }: ResponseCleaner): string {
  return maskSecrets(pseudonyms.numbersIn(text));
}

/** The same for a document that is well-formed: texts are replaced inside their elements, mark-up stays. */
function cleanXml(text: string, cleaner: ResponseCleaner): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  const pieces: string[] = [];
  const names: string[] = [];
  try {
    const xml = new XmlReader(new XmlSource(bytes), DEFAULT_LIMITS);
    let start = 0;
    for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
      const raw = bytes.toString('utf8', start, xml.position);
      start = xml.position;
      if (token === 'text') pieces.push(cleanedText(raw, xml.value, names, cleaner));
      else pieces.push(raw);
      if (token === 'start') names.push(xml.tag.local);
      else if (token === 'end') names.pop();
    }
    pieces.push(bytes.toString('utf8', start));
  } catch {
    return undefined;
  }
  // Attributes, comments and names come from outside as well.
  return pieces.map((piece) => (piece.startsWith('<') ? cleaner.maskSecrets(piece) : piece)).join('');
}

/** A text inside an element, as it is to stand there. */
function cleanedText(
  raw: string,
  value: string,
  names: readonly string[],
  { maskSecrets, pseudonyms, known }: ResponseCleaner,
): string {
  const name = names.at(-1) ?? '';
  if (PLAIN.has(name)) return raw;
  const kind = kindOf(name);
  const replaced =
    kind === 'plain' ? (known.get(value) ?? inText(value, names, pseudonyms)) : pseudonyms.of(kind, value);
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
