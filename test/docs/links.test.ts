import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/run.js';
import { type Document, documentPaths, parseDocument, readDocument } from './markdown.js';

/** Returns the broken links of a document to files and anchors of the repository, each with its line. */
function brokenLinks({ path, links }: Document, open: (path: string) => Document): string[] {
  const isBroken = (target: string): boolean => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const wanted = file === '' ? path : posix.join(posix.dirname(path), decodeURIComponent(file));
    if (wanted.startsWith('..') || !existsSync(ROOT + wanted)) return true;
    return anchor !== undefined && !open(wanted).anchors.has(anchor);
  };
  return links.flatMap(({ line, target }) => (isBroken(target) ? [`${path}:${line}: ${target}`] : []));
}

describe('the documents', () => {
  it.each(documentPaths())('have no broken links: %s', (path) => {
    expect(brokenLinks(readDocument(path), readDocument)).toEqual([]);
  });

  const pages = documentPaths().filter((path) => path.startsWith('docs/') && path !== 'docs/index.md');

  it.each(pages)('are linked from docs/index.md: %s', (path) => {
    expect(readDocument('docs/index.md').links.map(({ target }) => `docs/${target}`)).toContain(path);
  });

  it('are in the navigation of the site', () => {
    const navigation = readFileSync(`${ROOT}docs/.vitepress/config.mjs`, 'utf8');
    const names = pages.map((path) => path.replace(/^docs\/(.*)\.md$/, '$1'));
    expect(names.filter((name) => !navigation.includes(`'${name}'`) && !navigation.includes(`'/${name}'`))).toEqual([]);
  });

  it('have at most 300 lines', () => {
    const lineCount = (path: string): number => readFileSync(ROOT + path, 'utf8').split('\n').length - 1;
    expect(pages.filter((path) => lineCount(path) > 300)).toEqual([]);
  });
});

describe('the search for broken links', () => {
  const text = [
    '# One `two`, three!',
    '[good](#one-two-three) [bad](#one) `[code](#one)` [out](https://gateway.example/#one)',
    '[file](package.json) [no file](nowhere.md) [outside](../elsewhere.md)',
    '[anchor](README.md#nowhere) [by id](#4.1) <a id="4.1"></a>',
    '```md',
    '[in a block](nowhere.md)',
    '```',
  ].join('\n');

  it('finds links to missing files and anchors', () => {
    const given = parseDocument('README.md', text);
    expect(brokenLinks(given, () => given)).toEqual([
      'README.md:2: #one',
      'README.md:3: nowhere.md',
      'README.md:3: ../elsewhere.md',
      'README.md:4: README.md#nowhere',
    ]);
  });
});
