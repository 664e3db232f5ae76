import { Refusal } from '../../model/refusal.js';
import type { SourceText } from './source-text.js';

/** As many as fast-xml-parser takes. */
const MAX_DEPTH = 100;
const SPACE = /[ \t\r\n]*/y;
const NAME = /[\p{L}_:][\p{L}\p{M}\p{N}_:.\-·]*/uy;
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

interface OpenElement {
  readonly name: string;
  readonly offset: number;
}

/**
 * Checks that a document without a DOCTYPE is well-formed, except for its references. fast-xml-parser accepts most
 * malformed documents, and its validator does not report where a document ends early.
 *
 * @throws {@link Refusal} at the position of the problem; if the file ends early, it names the innermost open element
 *   or markup
 */
export function requireWellFormed(source: SourceText): void {
  const { text } = source;
  const open: OpenElement[] = [];
  let rootSeen = false;
  let at = 0;

  function fail(offset: number, why: string): never {
    throw new Refusal(source.placeAt(offset), 'XML', `not well-formed: ${why}`);
  }
  const lineOf = (offset: number): number => source.placeAt(offset).line;
  const endsInside = (what: string): never => fail(text.length, `the file ends inside ${what}`);
  const endsInTag = (start: number, tag: string): never =>
    endsInside(`the tag ${tag} …, begun at line ${lineOf(start)}`);

  /** Takes what matches at the cursor, perhaps nothing. */
  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const taken = pattern.exec(text)?.[0] ?? '';
    at += taken.length;
    return taken;
  }

  function skipPast(end: string, from: number, what: string): void {
    const found = text.indexOf(end, from);
    if (found < 0) endsInside(`the ${what} begun at line ${lineOf(at)}`);
    at = found + end.length;
  }

  function readMarkup(): void {
    const start = at;
    if (text.startsWith('<?', start)) {
      if (start > 0 && /^<\?xml\s/.test(text.slice(start, start + 6))) {
        fail(start, 'an XML declaration stands only at the very start');
      }
      return skipPast('?>', start, 'processing instruction');
    }
    if (text.startsWith('<!--', start)) {
      skipPast('--', start + 4, 'comment');
      if (at === text.length) endsInside(`the comment begun at line ${lineOf(start)}`);
      if (text[at++] !== '>') fail(at - 3, '"--" inside a comment');
      return;
    }
    if (text.startsWith('<![CDATA[', start)) {
      if (open.length === 0) fail(start, 'text outside the root element');
      return skipPast(']]>', start, 'CDATA section');
    }
    if (text.startsWith('<!', start)) {
      const rest = text.slice(start);
      if ('<!--'.startsWith(rest) || '<![CDATA['.startsWith(rest)) endsInTag(start, rest);
      fail(start, '"<!" begins neither a comment nor a CDATA section');
    }
    if (text.startsWith('</', start)) closeElement();
    else openElement();
  }

  function openElement(): void {
    const start = at++;
    const name = take(NAME);
    if (at === text.length) endsInTag(start, `<${name}`);
    if (name === '') fail(start, '"<" begins no tag; as text it is written &lt;');
    if (open.length === 0 && rootSeen) fail(start, `a second root element, <${name}>`);
    if (open.length === MAX_DEPTH) {
      throw new Refusal(source.placeAt(start), 'XML', `more than ${MAX_DEPTH} elements inside one another`);
    }
    rootSeen = true;
    readAttributes(start, name);
    if (text[at - 2] !== '/') open.push({ name, offset: start });
  }

  /** Reads to the end of a tag. */
  function readAttributes(start: number, tag: string): void {
    const names = new Set<string>();
    for (;;) {
      const space = take(SPACE);
      if (text[at] === '/' && text[at + 1] === '>') at += 1;
      if (text[at] === '>') {
        at += 1;
        return;
      }
      const place = at;
      const name = take(NAME);
      if (at === text.length || (text[at] === '/' && at + 1 === text.length)) endsInTag(start, `<${tag}`);
      if (name === '' || space === '') fail(place, `the tag <${tag}> cannot go on with "${name || text[at]}"`);
      if (names.has(name)) fail(place, `<${tag}> has the attribute ${name} twice`);
      names.add(name);
      readValue(start, tag, { name, offset: place });
    }
  }

  function readValue(start: number, tag: string, { name, offset }: OpenElement): void {
    take(SPACE);
    const sign = text[at] === '=' ? text[at++] : undefined;
    take(SPACE);
    if (at === text.length) endsInTag(start, `<${tag}`);
    const quote = text[at];
    if (sign === undefined || (quote !== '"' && quote !== "'"))
      fail(offset, `${name} in <${tag}> has no value in quotes`);
    const end = text.indexOf(quote, at + 1);
    if (text.slice(at, end < 0 ? undefined : end).includes('<')) {
      fail(offset, `the value of ${name} in <${tag}> has a "<"; is its closing quote missing?`);
    }
    if (end < 0) endsInTag(start, `<${tag}`);
    at = end + 1;
  }

  function closeElement(): void {
    const start = at;
    at += 2;
    const name = take(NAME);
    take(SPACE);
    if (at === text.length) endsInTag(start, `</${name}`);
    if (text[at++] !== '>') fail(start, `the closing tag </${name} has more than a name`);
    const element = open.pop();
    if (element === undefined) fail(start, `</${name}> closes nothing`);
    if (element.name !== name) {
      fail(start, `</${name}> stands where <${element.name}>, opened at line ${lineOf(element.offset)}, is still open`);
    }
  }

  const forbidden = FORBIDDEN.exec(text);
  if (forbidden !== null) {
    const code = forbidden[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    fail(forbidden.index, `the character U+${code} is none of XML`);
  }
  while (at < text.length) {
    if (open.length === 0) take(SPACE);
    else at = text.indexOf('<', at) < 0 ? text.length : text.indexOf('<', at);
    if (at === text.length) break;
    if (text[at] !== '<') fail(at, 'text outside the root element');
    readMarkup();
  }
  const innermost = open.at(-1);
  if (innermost !== undefined) endsInside(`<${innermost.name}>, opened at line ${lineOf(innermost.offset)}`);
  if (!rootSeen) fail(text.length, 'the file has no element');
}
