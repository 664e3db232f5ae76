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

/** An echo may be cut, as PHP cuts the arguments in a stack trace: so much of a secret is enough to hide it. */
const PREFIX_LENGTH = 8;

/**
 * Removes known secrets and anything like a telephone number from a text that came from outside.
 *
 * Found are a secret as it is and in the ways in which servers write it down (escaped for HTML, XML, JSON or a URL, with
 * other line ends), whole or from its first eight characters on.
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
  for (const secret of ordered) safe = hide(safe, [...formsOf(secret)]);
  return redactNumbers(safe);
}

/** Masks every place where a text holds a secret in one of its forms, or the beginning of one, as far as it goes. */
function hide(text: string, forms: readonly string[]): string {
  const beginnings = new Set(forms.map((form) => form.slice(0, PREFIX_LENGTH)));
  let safe = '';
  let from = 0;
  for (;;) {
    const starts = [...beginnings].map((beginning) => text.indexOf(beginning, from)).filter((start) => start !== -1);
    if (starts.length === 0) return safe + text.slice(from);
    const start = Math.min(...starts);
    const length = Math.max(...forms.map((form) => commonLength(text, start, form)));
    safe += text.slice(from, start) + MASK;
    from = start + length;
  }
}

/** How much of a form stands at a place of a text. */
function commonLength(text: string, start: number, form: string): number {
  let length = 0;
  while (length < form.length && text[start + length] === form[length]) length += 1;
  return length;
}

/** A secret as it is, and as servers write it down. */
function formsOf(secret: string): ReadonlySet<string> {
  const plain = [secret, secret.replace(/\r\n?/g, '\n')];
  const escaped = plain.flatMap((text) => {
    const markup = escapeMarkup(text);
    return [
      markup,
      markup.replaceAll("'", '&#039;'),
      markup.replaceAll("'", '&#39;'),
      markup.replaceAll("'", '&apos;'),
    ];
  });
  const twice = escaped.map(escapeMarkup);
  const json = plain.map((text) => JSON.stringify(text).slice(1, -1));
  const ascii = json.map((text) => text.replace(/[\u0080-\uffff]/g, unicodeEscape));
  // A lone surrogate has no form in a URL.
  const url = plain.filter((text) => !/\p{Surrogate}/u.test(text)).map(encodeURIComponent);
  return new Set([...plain, ...escaped, ...twice, ...json, ...ascii, ...url]);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
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
