import { describe, expect, it } from 'vitest';
import { parseDocument } from './markdown.js';
import { citations, gatewaySections, numberedSections } from './sections.js';
import { sourceFiles } from './sources.js';

/** The references of a text to sections or rules that do not exist. */
function missing(text: string, sections: ReadonlyMap<string, ReadonlySet<number>>): string[] {
  return citations(text)
    .filter(({ section, rules }) => {
      const known = sections.get(section);
      return known === undefined || rules.some((rule) => !known.has(rule));
    })
    .map(({ words }) => words);
}

describe('references to sections of the specification', () => {
  const files = sourceFiles(/^(?:src|generated|wsdl|scripts|examples|test|docs)\/|^[^/]*\.md$/);
  const ownPages = /^test\/docs\//;
  const named = files.filter(({ path, text }) => !ownPages.test(path) && citations(text).length > 0);

  it.each(named.map(({ path, text }) => [path, text] as const))(
    'in %s are in the pages about the gateway',
    (_path, text) => {
      expect(missing(text, gatewaySections())).toEqual([]);
    },
  );

  it('are in the client, the WSDL, the generated code and the embedded gateway', () => {
    const paths = named.map(({ path }) => path).join('\n');
    for (const folder of ['src/client/', 'wsdl/', 'generated/', 'src/sandbox/']) expect(paths).toContain(folder);
  });
});

describe('the search for sections', () => {
  const sections = numberedSections(
    parseDocument('a.md', '## 1. First\n1. <a id="1.1"></a>one\n2. two\n### 4.10 SOAP\n'),
  );

  it.each([
    ['/** Sends (section 1). */', []],
    ['(specification section 1, rule 2)', []],
    ['(sections 1 and\n *   4.10)', []],
    ['(sections 1.1, 4.10)', []],
    ['(section 4.1)', ['section 4.1']],
    ['(sections 1 and\n  // 2)', ['sections 1 and 2']],
    ['(section 1 rules 2 to 3)', ['section 1 rules 2 to 3']],
    ['(SOAP 1.1 section 5.4), XML 1.0 (fifth edition) section 2.3, RFC 9110 section 10.2', []],
    ['section 5 of nothing', ['section 5']],
  ])('finds the missing sections in %j', (text, expected) => {
    expect(missing(text, sections)).toEqual(expected);
  });
});
