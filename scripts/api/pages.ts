import type { PublicEntry } from '../build/manifest.js';

/** The pages of API Documenter by file name, such as `client.smsserviceclient.sendsms` with the ending of Markdown. */
export type Pages = ReadonlyMap<string, string>;

/**
 * Converts the pages of API Documenter for the documentation site: one page for each entry and each exported name.
 * Constructors and methods become sections of the page of their class or interface. Pages of properties are dropped,
 * because the page of their class or interface has a table of them. HTML tables become Markdown tables.
 */
export function sitePages(pages: Pages, entries: readonly Pick<PublicEntry, 'name' | 'default'>[]): Pages {
  const converted = new Map<string, string>();
  for (const [file, text] of pages) {
    if (file.split('.').length <= 3) converted.set(file, withEntryNames(pageOf(file, text, pages), entries));
  }
  return converted;
}

/** Returns a page with the sections of its constructors and methods. */
function pageOf(file: string, text: string, pages: Pages): string {
  const anchors = new Map<string, string>();
  const sections: string[] = [];
  const prefix = file.replace(/md$/, '');
  for (const [memberFile, member] of pages) {
    if (!memberFile.startsWith(prefix) || prefix.split('.').length !== 3 || memberFile === file) continue;
    const title = /^## .*?((?:\w+|\(constructor\))(?:\(\))?) (?:constructor|method)$|^## \w+\.(\(constructor\))$/m.exec(
      member,
    );
    const name = title?.[1] ?? title?.[2];
    if (name === undefined) continue;
    const anchor = name === '(constructor)' ? 'constructor' : name.replace('()', '').toLowerCase();
    anchors.set(memberFile, `#${anchor}`);
    const body = bodyOf(member).replaceAll(/^## /gm, '### ');
    sections.push(`## ${name === '(constructor)' ? 'constructor' : name}\n\n${body}`);
  }
  const body = [bodyOf(text), ...sections].join('\n\n');
  const title = /^## (.*)$/m.exec(text)?.[1] ?? '';
  // Generated pages cannot be edited.
  return `---\neditLink: false\noutline: 2\n---\n\n${breadcrumb(text)}# ${title}\n\n${withLinks(body, anchors)}\n`;
}

/** Returns the part of a page below its title, without HTML. */
function bodyOf(text: string): string {
  const [, body = ''] = /^## .*\n([^]*)$/m.exec(text) ?? [];
  return body
    .replaceAll(/<table>[^]*?<\/table>/g, markdownTable)
    .replaceAll('<!-- -->', '')
    .replaceAll(/import\("[^"]*"\)\./g, '')
    .replaceAll(/<b>|<\/b>/g, '**')
    .trim();
}

function markdownTable(table: string): string {
  const rows = table.split('</tr>').map((row) =>
    [...row.matchAll(/<t[hd]>([^]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      // The cell may contain "|", also in code.
      cell
        .replaceAll('<!-- -->', '')
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/(?<!\\)\|/g, '\\|'),
    ),
  );
  const [head = [], ...body] = rows.filter((cells) => cells.length > 0);
  const isUsed = head.map((_title, column) => body.some((cells) => (cells[column] ?? '') !== ''));
  const line = (cells: readonly string[]): string => `| ${cells.filter((_, column) => isUsed[column]).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** Replaces links to pages of members by links to their sections, or by their text if there is no section. */
function withLinks(text: string, anchors: ReadonlyMap<string, string>): string {
  return text.replaceAll(/(?<!\\)\[((?:[^\]\\]|\\.)*)\]\(\.\/([\w.-]+\.md)\)/g, (link, name: string, file: string) => {
    if (file.split('.').length <= 3) return link;
    const anchor = anchors.get(file);
    return anchor === undefined ? name : `[${name}](${anchor})`;
  });
}

/** Returns the links from a page to the pages above it. */
function breadcrumb(text: string): string {
  const links = /^\[Home\].*$/m.exec(text)?.[0].split(' &gt; ').slice(0, -1) ?? [];
  return links.length === 0 ? '' : `${links.join(' › ').replace('[Home]', '[API]')}\n\n`;
}

/** Replaces the file names of entries in titles and links by the names that programs import. */
function withEntryNames(page: string, entries: readonly Pick<PublicEntry, 'name' | 'default'>[]): string {
  return entries.reduce(
    (text, { name, default: file }) => {
      const short = /([^/]+)\.js$/.exec(file)?.[1] ?? '';
      return text
        .replaceAll(`[${short}](./${short}.md)`, `[${name}](./${short}.md)`)
        .replace(`# ${short} package`, `# ${name}`);
    },
    page.replace('# API Reference', '# API').replace('## Packages', '## Entries').replace('| Package |', '| Entry |'),
  );
}
