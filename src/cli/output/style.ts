import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { printableLines } from './text.js';

/** The meaning of a part of a text. */
export type Style = 'good' | 'bad' | 'faint' | 'strong';

const STYLES = { good: 'green', bad: 'red', faint: 'dim', strong: 'bold' } as const;

/** Numbers that nobody outside can know tell the commands of this program from those that a text brings with it. */
const OWN = Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join(';');
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what begins a command to a terminal
const MARKED = new RegExp(`(\u001b\\[\\d+);${OWN}m`, 'g');

/** A text in a style, where the stream shows any; to be shown by {@link shownText}. */
export function marked(style: Style, text: string, stream: NodeJS.WriteStream): string {
  const [begin = '', end = ''] = styleText(STYLES[style], '|', { stream }).split('|');
  return [begin, text, end].map((part, index) => (index === 1 ? part : part.replace(/m$/, `;${OWN}m`))).join('');
}

/** Lines as a terminal may get them: with the styles of this program, and all else that commands it written out. */
export function shownText(text: string): string {
  return text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 ? `${part}m` : printableLines(part)))
    .join('');
}

/** The same lines without any style. */
export function withoutStyles(text: string): string {
  return text
    .split(MARKED)
    .filter((_, index) => index % 2 === 0)
    .join('');
}
