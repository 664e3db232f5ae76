import { Problem } from '../../../errors/problem.js';
import type { Redactor } from '../../../redact/redact.js';
import { DEFAULT_LIMITS } from '../../../soap/decoder/limits.js';
import { XmlReader } from '../../../xml/reader.js';
import { XmlSource } from '../../../xml/source.js';

/**
 * Tells whether a document holds what a redactor hides: anywhere in its mark-up, or in the text of an element, in
 * however many pieces that stands there.
 *
 * @param document - in UTF-8
 */
export function isEchoing(document: Uint8Array, mask: Redactor): boolean {
  const parts = partsOf(document);
  return parts.some((part) => mask(part) !== part);
}

/** Stands between parts: the letters keep what is only looked at by its letters and digits apart. */
const BETWEEN = '\nzq\n';

/** All mark-up of a document, each piece once, and all its texts; or all as it stands, where it is not well-formed. */
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
      // Between the pieces of a text there may be comments.
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
