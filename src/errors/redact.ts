const MASK = '[redacted]';

/** Shorter values are words like `OK` or `Test`: hiding them would only make messages unreadable. */
const MIN_SECRET_LENGTH = 4;

/** Digit runs of this length can be full telephone numbers (ITU E.164: up to 15 digits), separators allowed. */
const NUMBER_LIKE = /\+?\d(?:[ \-().]{0,2}\d){8,}/g;

/**
 * Masks what could be a full telephone number in a text, all but its last three digits.
 *
 * @param text - any text that goes into a message or a log line
 * @returns the text, with every run of nine or more digits shortened to `…` and its last three digits
 */
export function redactNumbers(text: string): string {
  return text.replace(NUMBER_LIKE, (run) => `…${run.replace(/\D/g, '').slice(-3)}`);
}

/**
 * Removes known secrets and anything like a telephone number from a text that came from outside.
 *
 * @param text - for example a fault string or an excerpt of an HTML page, which may echo the request
 * @param secrets - the values to hide; those shorter than four characters are left alone
 */
export function redact(text: string, secrets: Iterable<string>): string {
  let safe = text;
  // The longest first, so that a secret inside another one does not leave its rest behind.
  const ordered = [...new Set(secrets)]
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  for (const secret of ordered) {
    for (const form of [secret, escapeMarkup(secret)]) {
      if (safe.includes(form)) safe = safe.replaceAll(form, MASK);
    }
  }
  return redactNumbers(safe);
}

/** An echo inside HTML or XML carries a secret in its escaped form. */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Every string inside a value, at any depth: what a request could leak. Bounded, so that a large list stays cheap. */
export function* stringsIn(value: unknown, budget: { left: number } = { left: 20_000 }): Iterable<string> {
  if (budget.left-- <= 0) return;
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item, budget);
  else if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
    for (const item of Object.values(value)) yield* stringsIn(item, budget);
  }
}
