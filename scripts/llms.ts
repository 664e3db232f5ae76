/**
 * `npm run llms`: writes llms.txt, an overview for language models (llmstxt.org), from the README, docs/index.md and
 * the headings of each page. `-- --check` fails if it is not up to date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './build/manifest.js';

const FILE = `${ROOT}llms.txt`;
const read = (path: string): string => readFileSync(ROOT + path, 'utf8');

const text = llmsText(read('README.md'), read('docs/index.md').replaceAll(/\]\((?!\.\.)/g, '](docs/'));
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== text) {
  console.error('llms.txt is not up to date: npm run llms');
  process.exitCode = 1;
}

function llmsText(readme: string, index: string): string {
  const [, title = '', introduction = ''] = /^# (.+)\n\n((?:.+\n)+)/.exec(readme) ?? [];
  const entries = rowsOf(index, '| entry point ').map(([name, holds]) => `- ${name}: ${holds}`);
  const documents = rowsOf(index, '| page ').map(([link = '', about]) => {
    const [, path = ''] = /\]\(([^)]+)\)/.exec(link) ?? [];
    const headings = [...read(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    return `- ${link}: ${about}${headings.length === 0 ? '' : `\n  Chapters: ${headings.join(' · ')}`}`;
  });
  const summary = introduction.trim().replaceAll('\n', ' ');
  return `# ${title}

> ${summary}

The first programs are in [README.md](README.md). Types and docstrings of every public name are in \`api/\` of the repository
and in the declarations of the package.

## Entry points

${entries.join('\n')}

## Pages

${documents.join('\n')}
`;
}

/** Returns the cells of the table whose first line begins with a text. @throws Error if there is no such table */
function rowsOf(document: string, start: string): readonly (readonly string[])[] {
  const lines = document.split('\n');
  const first = lines.findIndex((line) => line.startsWith(start));
  if (first === -1) throw new Error(`docs/index.md has no table that begins with "${start}"`);
  const rest = lines.slice(first + 2);
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}
