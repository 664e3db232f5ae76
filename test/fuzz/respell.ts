import { SaxesParser } from 'saxes';
import type { Random } from './random.js';

/**
 * Writes a document in another form with the same meaning. Changes quotes, white space inside and between tags, the
 * order of attributes, empty elements, references, CDATA sections, comments and instructions.
 */
export function respell(document: string, random: Random): string {
  const parser = new SaxesParser({});
  const out: string[] = [];
  /** A start tag that may still become an empty-element tag. */
  let open: string | undefined;
  /** True if white space is allowed here: between two tags, unless they are the start and end of one element. */
  let afterTag: 'start' | 'end' | undefined;
  let depth = 0;

  const flush = (): void => {
    if (open !== undefined) out.push(`${open}>`);
    open = undefined;
  };
  const between = (next: 'start' | 'end'): void => {
    if (afterTag !== undefined && !(afterTag === 'start' && next === 'end')) out.push(space(random, 0.1));
    out.push(nothing(random));
  };
  parser.on('opentag', ({ name, attributes }) => {
    flush();
    between('start');
    const written = Object.entries(attributes).map(([key, value]) => attribute(key, value, random));
    depth += 1;
    open = `<${name}${shuffled(written, random).join('')}${space(random, 0.1)}`;
    afterTag = 'start';
  });
  const text = (piece: string): void => {
    if (depth === 0) return;
    flush();
    out.push(spelledText(piece, random));
    afterTag = undefined;
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    if (open !== undefined && random.chance(0.5)) {
      out.push(`${open}/>`);
      open = undefined;
    } else {
      flush();
      between('end');
      out.push(`</${name}${space(random, 0.1)}>`);
    }
    depth -= 1;
    afterTag = 'end';
  });
  parser.write(document).close();
  return out.join('');
}

function attribute(name: string, value: string, random: Random): string {
  const quote = random.chance(0.5) ? '"' : "'";
  const spelled = [...value].map((letter) => {
    if (/[&<"'\t\n\r]/.test(letter) || random.chance(0.03)) return reference(letter, random);
    return letter;
  });
  return `${space(random, 1)}${name}${space(random, 0.1)}=${space(random, 0.1)}${quote}${spelled.join('')}${quote}`;
}

function spelledText(text: string, random: Random): string {
  let spelled = '';
  for (const letter of text) {
    if (random.chance(0.02)) spelled += nothing(random);
    if (/[&<>\r]/.test(letter) || random.chance(0.05)) spelled += reference(letter, random);
    else spelled += random.chance(0.05) ? `<![CDATA[${letter}]]>` : letter;
  }
  return spelled;
}

const PREDEFINED = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

function reference(letter: string, random: Random): string {
  const code = letter.codePointAt(0) ?? 0;
  const named = PREDEFINED.get(letter);
  if (named !== undefined && random.chance(0.5)) return named;
  return random.chance(0.5) ? `&#${'0'.repeat(random.below(3))}${code};` : `&#x${code.toString(16)};`;
}

/** Returns white space, always or with a probability. */
function space(random: Random, probability: number): string {
  return random.chance(probability) ? random.pick([' ', '  ', '\n', '\t', '\r\n']) : '';
}

/** Sometimes returns mark-up without a meaning. */
function nothing(random: Random): string {
  if (!random.chance(0.05)) return '';
  return random.pick(['<!---->', '<!-- <a b="c"> & ]]> -->', '<?x?>', '<?x <a/> ?>', '<!--\n-->']);
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(random.below(left.length), 1));
}
