import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from '../support/run.js';

/** A block of code between fences. */
export interface CodeBlock {
  /** The path of the document, from the root of the repository. */
  readonly document: string;
  /** The line of its first fence, counted from 1. */
  readonly line: number;
  /** The text after the opening fence: the language, and marks of this repository such as `run`. */
  readonly info: string;
  readonly text: string;
}

/** A link of a document. */
interface Link {
  readonly line: number;
  readonly target: string;
}

/** A heading and the lines below it, up to the next heading of any level. */
interface Section {
  readonly title: string;
  readonly level: number;
  readonly lines: readonly string[];
}

/** The parts of a document that the tests check. */
export interface Document {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly sections: readonly Section[];
  /** The valid fragments of links to the document: from its headings, as on GitHub, and from `<a id="…">`. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Link[];
  readonly codeBlocks: readonly CodeBlock[];
}

const FENCE = /^ *(```+|~~~+)(.*)$/;
const HEADING = /^(#{1,6}) +(.*?) *#*$/;

/** The paths of README.md and of all documents in docs/, except the API reference of `npm run docs`. */
export function documentPaths(): readonly string[] {
  const inDocs = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' });
  const paths = inDocs
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/api/'));
  return ['README.md', ...paths.sort()];
}

/** Reads a document of the repository. */
export function readDocument(path: string): Document {
  return parseDocument(path, readFileSync(ROOT + path, 'utf8'));
}

/** Parses the text of a document. */
export function parseDocument(path: string, text: string): Document {
  const links: Link[] = [];
  const codeBlocks: CodeBlock[] = [];
  const anchors = new Set<string>();
  const sections: { title: string; level: number; lines: string[] }[] = [];
  let open: { fence: string; info: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, fence = '', info = ''] = FENCE.exec(line) ?? [];
    if (open !== undefined) {
      if (fence.startsWith(open.fence) && info.trim() === '') {
        codeBlocks.push({ document: path, line: open.line, info: open.info, text: `${open.lines.join('\n')}\n` });
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    if (fence !== '') {
      open = { fence, info: info.trim(), line: index + 1, lines: [] };
      continue;
    }
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      sections.push({ title, level: marks.length, lines: [] });
      anchors.add(freeSlug(slug(title), anchors));
    } else sections.at(-1)?.lines.push(line);
    const prose = line.replaceAll(/`[^`]*`/g, '``');
    for (const [, id = ''] of prose.matchAll(/<a id="([^"]*)">/g)) anchors.add(id);
    for (const [, target = ''] of prose.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)) {
      links.push({ line: index + 1, target });
    }
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: the block of code has no end`);
  return { path, sections, anchors, links, codeBlocks };
}

/** The anchor of a heading on GitHub. */
function slug(title: string): string {
  const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
}

function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let free = wanted;
  for (let n = 1; taken.has(free); n++) free = `${wanted}-${n}`;
  return free;
}

/** The trimmed cells of all tables in the lines, without title rows. */
export function tableRows(lines: readonly string[]): readonly (readonly string[])[] {
  const cells = (line: string): string[] =>
    line
      .replace(/^ *\|/, '')
      .replace(/\| *$/, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
  const isRow = (line = ''): boolean => line.trimStart().startsWith('|');
  const isRule = (line = ''): boolean => /^ *\|[ :|-]+\| *$/.test(line);
  return lines.flatMap((line, index) =>
    isRow(line) && !isRule(line) && !isRule(lines[index + 1]) ? [cells(line)] : [],
  );
}
