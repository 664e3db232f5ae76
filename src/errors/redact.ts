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

/** Hides something in a text. */
export type Redactor = (text: string) => string;

/**
 * Removes known secrets and anything like a telephone number from texts that came from outside.
 *
 * Found are a secret as it is and in the ways in which servers write it down (escaped for HTML, XML, JSON or a URL, with
 * other line ends), whole or from its first eight characters on. The time it takes grows with the texts and with the
 * secrets, not with both multiplied.
 *
 * @param secrets - the values to hide; those shorter than four characters are left alone
 * @returns what to apply to a fault string, or an excerpt of an HTML page, which may echo the request
 */
export function redactor(secrets: Iterable<string>): Redactor {
  const forms = new FormIndex();
  for (const secret of secrets) {
    if (secret.length >= MIN_SECRET_LENGTH) for (const form of formsOf(secret)) forms.add(form);
  }
  return (text) => redactNumbers(forms.hide(text));
}

/** {@link redactor} for a single text. */
export function redact(text: string, secrets: Iterable<string>): string {
  return redactor(secrets)(text);
}

/** The forms of secrets by how they begin. */
class FormIndex {
  /** The forms that begin alike, by the length of the beginning (4 to 8) and the beginning. */
  readonly #byBeginning = new Map<number, Map<string, SortedForms>>();
  /** Which characters a form begins with: most places of a text are passed over by this alone. */
  readonly #first = new Uint8Array(0x1_0000);

  add(form: string): void {
    const beginning = form.slice(0, PREFIX_LENGTH);
    const sameLength = this.#byBeginning.get(beginning.length) ?? new Map<string, SortedForms>();
    this.#byBeginning.set(beginning.length, sameLength);
    const same = sameLength.get(beginning) ?? new SortedForms();
    sameLength.set(beginning, same);
    same.add(form);
    this.#first[form.charCodeAt(0)] = 1;
  }

  /** Masks every place where a text holds a form, or the beginning of one, as far as it goes. */
  hide(text: string): string {
    let safe = '';
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const length = this.#first[text.charCodeAt(at)] === 1 ? this.#longestAt(text, at) : 0;
      if (length === 0) at += 1;
      else {
        safe += text.slice(from, at) + MASK;
        at += length;
        from = at;
      }
    }
    return safe + text.slice(from);
  }

  #longestAt(text: string, at: number): number {
    let longest = 0;
    for (const [length, beginnings] of this.#byBeginning) {
      const forms = beginnings.get(text.slice(at, at + length));
      if (forms !== undefined) longest = Math.max(longest, forms.longestAt(text, at));
    }
    return longest;
  }
}

/** Forms that begin alike: thousands of telephone numbers can. */
class SortedForms {
  readonly #forms: string[] = [];
  #longest = 0;
  #isSorted = true;

  add(form: string): void {
    this.#forms.push(form);
    this.#longest = Math.max(this.#longest, form.length);
    this.#isSorted = false;
  }

  /** How much of any form stands at a place of a text: of all, the neighbours in order have most in common with it. */
  longestAt(text: string, at: number): number {
    const forms = this.#forms;
    if (!this.#isSorted) forms.sort();
    this.#isSorted = true;
    const wanted = text.slice(at, at + this.#longest);
    let [low, high] = [0, forms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((forms[middle] as string) < wanted) low = middle + 1;
      else high = middle;
    }
    return Math.max(
      ...[forms[low - 1], forms[low]].map((form) => (form === undefined ? 0 : commonLength(text, at, form))),
    );
  }
}

/** How much of a form stands at a place of a text. */
function commonLength(text: string, start: number, form: string): number {
  let length = 0;
  while (length < form.length && text[start + length] === form[length]) length += 1;
  return length;
}

/** Words and numbers look the same however they are written down. */
const ONE_FORM = /^[A-Za-z0-9]*$/;

/** A secret as it is, and as servers write it down. */
function formsOf(secret: string): ReadonlySet<string> {
  if (ONE_FORM.test(secret)) return new Set([secret]);
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
