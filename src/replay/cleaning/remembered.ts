import type { Redactor } from '../../redact/redact.js';

/** So many texts are remembered, none of them longer than this. */
const MAX_TEXTS = 256;
const MAX_LENGTH = 4096;

/** A redactor that remembers what it has made of texts: the mark-up of most responses is that of the one before. */
export function remembered(redactor: Redactor): Redactor {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > MAX_LENGTH) return redactor(text);
    let shown = known.get(text);
    if (shown === undefined) {
      if (known.size === MAX_TEXTS) known.clear();
      known.set(text, (shown = redactor(text)));
    }
    return shown;
  };
}
