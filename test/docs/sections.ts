import { type Document, documentPaths, readDocument } from './markdown.js';

/** A reference to a section of the gateway's specification. */
export interface Citation {
  /** `8` or `4.10`. */
  readonly section: string;
  /** The numbers of the named rules of the section. */
  readonly rules: readonly number[];
  /** The reference as it is written. */
  readonly words: string;
}

const RULES = String.raw`,? rules? \d+(?: (?:to|and) \d+(?!\.))?`;
const ONE = String.raw`\d+(?:\.\d+)*(?:${RULES})?`;
/** Other documents have sections, too. References to them are not checked. */
const OTHERS = String.raw`(?:SOAP(?: 1\.1)?|XML 1\.0(?: \([a-z ]+\))?|Namespaces in XML|RFC \d+),? `;
const CITATION = new RegExp(`(${OTHERS})?sections? (${ONE}(?:(?:,| and| or|, and) ${ONE})*)`, 'gi');

/** The references of a source file to the gateway's specification, without references to other documents. */
export function citations(text: string): readonly Citation[] {
  // A comment may continue in the next line.
  const prose = text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ');
  return [...prose.matchAll(CITATION)].flatMap(([words, other, list = '']) =>
    other === undefined ? placesIn(list).map((place) => ({ ...place, words })) : [],
  );
}

function placesIn(list: string): readonly Omit<Citation, 'words'>[] {
  return [...list.matchAll(new RegExp(ONE, 'g'))].map(([place]) => {
    const [section = '', rules = ''] = place.split(/,? rules? /);
    const [first, last = first] = rules.split(/ to | and /).map(Number);
    const isNone = rules === '' || first === undefined || last === undefined;
    return { section, rules: isNone ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n) };
  });
}

/** The numbered sections of all pages about the gateway. */
export function gatewaySections(): ReadonlyMap<string, ReadonlySet<number>> {
  const pages = documentPaths().filter((path) => /^docs\/gateway(?:-\w+)?\.md$/.test(path));
  return new Map(pages.flatMap((path) => [...numberedSections(readDocument(path))]));
}

/** The numbered headings and anchors of a document, each with the numbers of its rules. */
export function numberedSections({ sections, anchors }: Document): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const anchor of anchors) if (/^\d+(?:\.\d+)+$/.test(anchor)) found.set(anchor, new Set());
  for (const { title, lines } of sections) {
    const number = /^(\d+(?:\.\d+)*)\.? /.exec(title)?.[1];
    if (number === undefined) continue;
    const rules = lines.map((line) => /^(\d+)\. /.exec(line)?.[1]).filter((rule) => rule !== undefined);
    found.set(number, new Set(rules.map(Number)));
  }
  return found;
}
