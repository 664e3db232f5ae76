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
  const pages = itemsOf(index, 'Pages').map((item) => {
    const [, path = ''] = /\]\(([^)]+)\)/.exec(item) ?? [];
    const headings = [...read(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    return headings.length === 0 ? item : `${item}\n  Chapters: ${headings.join(' · ')}`;
  });
  const summary = introduction.trim().replaceAll('\n', ' ');
  return `# ${title}

> ${summary}

The first programs are in [README.md](README.md). Types and docstrings of every public name are in \`api/\` of the repository
and in the declarations of the package.

## Entry points

${itemsOf(index, 'Entry points').join('\n')}

## Pages

${pages.join('\n')}
`;
}

/** Returns the list items of a section of docs/index.md. @throws Error if there are none */
function itemsOf(index: string, title: string): readonly string[] {
  const [, section = ''] = index.split(`\n## ${title}\n`);
  const items = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('- '));
  if (items.length === 0) throw new Error(`docs/index.md has no list in its section "${title}"`);
  return items;
}
