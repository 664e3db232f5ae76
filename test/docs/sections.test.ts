import { describe, expect, it } from 'vitest';
import { readDocument } from './markdown.js';
import { citations, numberedSections } from './sections.js';
import { sourceFiles } from './sources.js';

/** What a text names and a document does not have: sections, or rules of theirs. */
function missing(text: string, sections: ReadonlyMap<string, ReadonlySet<number>>): string[] {
  return citations(text)
    .filter(({ section, rules }) => {
      const known = sections.get(section);
      return known === undefined || rules.some((rule) => !known.has(rule));
    })
    .map(({ words }) => words);
}

describe('the sections of the specification', () => {
  const inGateway = (): ReadonlyMap<string, ReadonlySet<number>> => numberedSections(readDocument('docs/gateway.md'));
  const files = sourceFiles(/^(?:src|generated|wsdl|scripts|examples|test|docs)\/|^[^/]*\.md$/);
  const ownPages = /^test\/docs\//;
  const named = files.filter(({ path, text }) => !ownPages.test(path) && citations(text).length > 0);

  it.each(named.map(({ path, text }) => [path, text] as const))(
    'that %s names are in docs/gateway.md',
    (_path, text) => {
      expect(missing(text, inGateway())).toEqual([]);
    },
  );

  it('are named by the client, the WSDL, the generated code and the embedded gateway', () => {
    const paths = named.map(({ path }) => path).join('\n');
    for (const folder of ['src/client/', 'wsdl/', 'generated/', 'src/sandbox/']) expect(paths).toContain(folder);
  });
});
