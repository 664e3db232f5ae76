import type { Random } from '../../random.js';

/** Changes a text by UTF-16 code units. @param tokens - the tokens of its format */
type TextMutation = (text: string, random: Random, tokens: readonly [string, ...string[]]) => string;

const CONFLICT = ['<<<<<<< HEAD\n', '=======\n', '>>>>>>> theirs\n'] as const;

/** Mutations of lines and parts of a text. */
const CHANGES: Readonly<Record<string, TextMutation>> = {
  removedLine: (text, random) => withLines(text, (lines) => lines.toSpliced(random.below(lines.length), 1)),
  removedLines: (text, random) =>
    withLines(text, (lines) => lines.toSpliced(random.below(lines.length), 1 + random.below(lines.length))),
  doubledLine: (text, random) =>
    withLines(text, (lines) => {
      const at = random.below(lines.length);
      return lines.toSpliced(at, 0, ...Array.from({ length: 1 + random.below(3) }, () => lines[at] ?? ''));
    }),
  swappedLines: (text, random) =>
    withLines(text, (lines) => {
      const [one, two] = [random.below(lines.length), random.below(lines.length)];
      return lines.with(one, lines[two] ?? '').with(two, lines[one] ?? '');
    }),
  lineBehindEnd: (text, random) => withLines(text, (lines) => [...lines, random.pick(lines) ?? '']),
  lineBefore: (text, random) => withLines(text, (lines) => [random.pick(lines) ?? '', ...lines]),
  blankLine: (text, random) =>
    withLines(text, (lines) => lines.toSpliced(random.below(lines.length + 1), 0, random.pick(['\n', ' \n', '\r\n']))),
  conflict: (text, random) =>
    withLines(text, (lines) => {
      const at = random.below(lines.length);
      const [ours, between, theirs] = CONFLICT;
      return lines.toSpliced(at, 1, ours, lines[at] ?? '', between, lines[at] ?? '', theirs);
    }),
  conflictMark: (text, random) =>
    withLines(text, (lines) => lines.toSpliced(random.below(lines.length), 0, random.pick(CONFLICT))),
  cut: (text, random) => text.slice(0, random.below(text.length + 1)),
  cutStart: (text, random) => text.slice(random.below(text.length + 1)),
  cutPiece: (text, random) => piece(text, random, () => ''),
  doubledPiece: (text, random) => piece(text, random, (one) => one + one),
  token: (text, random, tokens) => insertAt(text, random.below(text.length + 1), random.pick(tokens)),
  tokens: (text, random, tokens) =>
    insertAt(text, random.below(text.length + 1), random.pick(tokens).repeat(1 + random.below(30))),
  otherToken: (text, random, tokens) => {
    const [one, two] = [random.pick(tokens), random.pick(tokens)];
    const at = text.indexOf(one, random.below(text.length));
    return at < 0 ? text : text.slice(0, at) + two + text.slice(at + one.length);
  },
  windowsLines: (text) => text.replace(/\r?\n/g, '\r\n'),
  oldMacLines: (text) => text.replace(/\r?\n/g, '\r'),
  separatorLines: (text) => text.replace(/\r?\n/, '\u2028'),
  oneLine: (text) => text.replace(/\r?\n/g, ' '),
  noLastLineEnd: (text) => text.replace(/\r?\n$/, ''),
  loneSurrogate: (text, random) => insertAt(text, random.below(text.length + 1), '\\ud83d'),
  nul: (text, random) => insertAt(text, random.below(text.length + 1), '\0'.repeat(1 + random.below(5))),
  letters: (text, random) =>
    insertAt(
      text,
      random.below(text.length + 1),
      random.pick(['ł', '😀', '\u202e', '\u0301', '٣', '０', '\ufeff', '\u0085']),
    ),
};

const WAYS: readonly string[] = Object.keys(CHANGES);

/** Changes lines or a part of a text. */
export function mutateText(
  text: string,
  random: Random,
  tokens: readonly [string, ...string[]],
): readonly [text: string, way: string] {
  const way = random.pick(WAYS) ?? '';
  return [CHANGES[way]?.(text, random, tokens) ?? text, way];
}

/** Returns the lines of a text with their line ends. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function withLines(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  const lines = linesOf(text);
  return lines.length === 0 ? text : change(lines).join('');
}

function piece(text: string, random: Random, change: (piece: string) => string): string {
  const [start, end] = random.piece(text.length);
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
}

function insertAt(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}
