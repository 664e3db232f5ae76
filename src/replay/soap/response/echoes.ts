import { Problem } from '../../../errors/problem.js';
import type { Redactor } from '../../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import { XmlReader } from '../../../xml/reader.js';
import { XmlSource } from '../../../xml/source.js';

/**
 * Returns true if a document contains a value that a redactor hides: in its markup, or in the text of an element. The
 * text may be split in several pieces.
 *
 * @param document - in UTF-8
 */
export function isEchoing(document: Uint8Array, mask: Redactor): boolean {
  const parts = partsOf(document);
  return parts.some((part) => mask(part) !== part);
}

/** Separates the parts. The letters prevent a redactor that compares only letters and digits from joining them. */
const BETWEEN = '\nzq\n';

function partsOf(document: Uint8Array): readonly string[] {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.length);
  const markup = new Set<string>();
  let texts = '';
  let start = 0;
  try {
    const xml = new XmlReader(new XmlSource(bytes), { ...DEFAULT_LIMITS, maxDepth: Number.MAX_SAFE_INTEGER });
    for (let token = xml.next(); token !== 'eof'; token = xml.next()) {
      if (token === 'text') texts += xml.value;
      else texts += BETWEEN;
      const raw = bytes.toString('utf8', start, xml.position);
      // Comments may split a text.
      if (token !== 'text' || raw.includes('<')) markup.add(raw);
      start = xml.position;
    }
    markup.add(bytes.toString('utf8', start));
    return [texts, [...markup].join(BETWEEN)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [bytes.toString('utf8')];
  }
}
