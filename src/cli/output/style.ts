import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { printableLines } from './text.js';

export type Style = 'good' | 'bad' | 'faint' | 'strong';

const STYLES = { good: 'green', bad: 'red', faint: 'dim', strong: 'bold' } as const;

/** Random numbers mark the styles of this program: a text from outside cannot contain them. */
const MARK = Array.from({ length: 3 }, () => randomInt(1000, 10_000)).join(';');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a command to a terminal begins with it
const MARKED = new RegExp(`(\u001b\\[\\d+);${MARK}m`, 'g');

/** Returns a text in a style, if the stream shows styles; {@link shownText} completes it. */
export function marked(style: Style, text: string, stream: NodeJS.WriteStream): string {
  const [begin = '', end = ''] = styleText(STYLES[style], '|', { stream }).split('|');
  return [begin, text, end].map((part, index) => (index === 1 ? part : part.replace(/m$/, `;${MARK}m`))).join('');
}

/** Returns lines for a terminal: the styles of this program stay, and other control characters are escaped. */
export function shownText(text: string): string {
  return text
    .split(MARKED)
    .map((part, index) => (index % 2 === 1 ? `${part}m` : printableLines(part)))
    .join('');
}
