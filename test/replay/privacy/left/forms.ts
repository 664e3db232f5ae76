import { ECHO_FORMS } from '../echo-forms.js';

/** A way to write a value. */
export type Form = (text: string) => string;

/** The same digits of another alphabet. */
const inAlphabet =
  (zero: number): Form =>
  (text) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const parts = (text: string): readonly [string, string, string] => [text.slice(0, 3), text.slice(3, 6), text.slice(6)];
const apart =
  (...[first, second]: readonly [string, string]): Form =>
  (text) => {
    const [one, two, three] = parts(text);
    return `${one}${first}${two}${second}${three}`;
  };
const threes = (between: string): Form => apart(between, between);

/** Spellings of a Polish number, which is given without its prefix. */
export const SPELLINGS: Readonly<Record<string, Form>> = {
  national: (text) => text,
  international: (text) => `48${text}`,
  'with a plus': (text) => `+48${text}`,
  'with 00': (text) => `0048${text}`,
  'with spaces': (text) => `+48 ${threes(' ')(text)}`,
  'with dashes': (text) => `48-${threes('-')(text)}`,
  'with dots': (text) => `0048.${threes('.')(text)}`,
  'with slashes': (text) => `+48/${threes('/')(text)}`,
  'with parentheses': (text) => `(+48) ${apart(') ', '-')(`${text.slice(0, 3)}${text.slice(3)}`).replace(/^/, '(')}`,
  'with no-break spaces': threes('\u00a0'),
  'with thin spaces': threes('\u2009'),
  'with en dashes': threes('\u2013'),
  'with en dashes and spaces': threes(' \u2013 '),
  'with underscores': threes('_'),
  'with soft hyphens': threes('\u00ad'),
  'with zero width spaces': (text) => [...text].join('\u200b'),
  'a space behind each digit': (text) => [...text].join(' '),
  'over two lines': apart('\r\n    ', ' '),
  'tel:': (text) => `tel:+48${text}`,
  'tel: with dashes': (text) => `tel:+48-${threes('-')(text)}`,
  'sms:': (text) => `sms:48${text}?body=x`,
  'whatsapp:': (text) => `whatsapp:+48${text}`,
  'as an address': (text) => `48${text}@sms.example`,
  'in full width': inAlphabet(0xff10),
  'in full width, with spaces': (text) => `＋４８　${threes('　')(inAlphabet(0xff10)(text))}`,
  'in Arabic digits': inAlphabet(0x0660),
  'in Devanagari digits': inAlphabet(0x0966),
};

const eachByte =
  (form: (hex: string) => string): Form =>
  (text) =>
    Array.from(Buffer.from(text, 'utf8'), (byte) => form(byte.toString(16).padStart(2, '0'))).join('');

/** Encodings of a complete number that privacy of numbers recognizes. */
export const ENCODINGS: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    ['HTML', 'URL', 'JSON, JavaScript, C, CSS'].flatMap((kind) =>
      Object.entries(ECHO_FORMS[kind] ?? {})
        .filter(([name]) => !/what is not ASCII|windows-1250|twice|^CSS/.test(name))
        .map(([name, form]) => [`${kind}: ${name}`, form] as const),
    ),
  ),
  'HTML: hexadecimal references without zeros, in capitals': eachByte((hex) => `&#X${hex.toUpperCase()};`),
};

/** The forms of echoed secrets. */
export const SECRET_FORMS: Readonly<Record<string, Form>> = Object.fromEntries(
  Object.entries(ECHO_FORMS).flatMap(([kind, forms]) =>
    Object.entries(forms).map(([name, form]) => [`${kind}: ${name}`, form] as const),
  ),
);
