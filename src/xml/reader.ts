import { Problem } from '../errors/problem.js';
import { containsAt, EXCLAMATION, GREATER_THAN, isName, LESS_THAN, QUESTION, refuseForbidden, SLASH } from './chars.js';
import type { ReadingTime } from './reading-time.js';
import { MAX_RUN, type XmlSource } from './source.js';
import { decodeLatin1, endOfTag, parseStartTag } from './start-tag.js';
import type { Scope } from './tag.js';
import { type StartTag } from './tag.js';
import { TagCache } from './tag-cache.js';

export type Token = 'start' | 'end' | 'text' | 'eof';

/** Limits for a document. */
export interface XmlLimits {
  /** The depth to which elements may be nested. Default: 256. */
  readonly maxDepth: number;
  /** The most attributes and namespace declarations that one tag may have. Default: 256. */
  readonly maxAttributes: number;
}

/** The settings of a reader. */
export interface XmlSettings extends XmlLimits {
  /** The shortcuts to use: all, only the cache of tags, or none. They never change the result; tests compare. */
  readonly shortcuts?: 'all' | 'cache' | 'none' | undefined;
}

/** The inside of an element that the reader can return to ({@link XmlReader.visit}). */
export interface Bookmark {
  readonly tag: StartTag;
  readonly position: number;
}

interface Place {
  readonly position: number;
  readonly depth: number;
  readonly scope: Scope;
  readonly closing: boolean;
  readonly rootSeen: boolean;
}

export class MoreNeeded extends Error {
  override readonly name: string = 'MoreNeeded';
}

/** Made once: it carries nothing, and a stack for every piece would be waste. */
const MORE = new MoreNeeded('the piece ends here');

const SPACE_ONLY = /^[ \t\r\n]*$/;
const DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;

/** The amount that is read between two looks at the clock: so many tokens, or 64 times so many bytes. */
const WORK = 4096;

/**
 * A pull reader for XML 1.0 with namespaces and without DTDs that checks well-formedness. It builds no tree. A start
 * tag equal to an earlier one in the same scope is not parsed again.
 */
export class XmlReader {
  #source: XmlSource;
  #text: string;
  #base = 0;
  readonly #limits: XmlSettings;
  readonly #tags: TagCache | undefined;
  readonly #open: StartTag[] = [];
  #position = 0;
  #scope: Scope;
  /** The last start tag closed itself: its end comes next. */
  #closing = false;
  #rootSeen = false;
  #marked: Place;
  #value = '';
  readonly #time: ReadingTime | undefined;
  /** The amount that may still be read before the next look at the clock. */
  #work = WORK;

  constructor(source: XmlSource, limits: XmlSettings, time?: ReadingTime) {
    this.#source = source;
    this.#time = time;
    this.#text = source.text;
    this.#limits = limits;
    this.#tags = limits.shortcuts === 'none' ? undefined : new TagCache(limits.maxAttributes);
    this.#scope = source.scope;
    this.#marked = { position: 0, depth: 0, scope: this.#scope, closing: false, rootSeen: false };
    if (/^<\?xml[ \t\r\n?]/.test(this.#text)) {
      DECLARATION.lastIndex = 0;
      if (!DECLARATION.test(this.#text)) this.fail('the XML declaration is not well-formed');
      this.#position = DECLARATION.lastIndex;
    }
  }

  get position(): number {
    return this.#position;
  }

  /** The byte offset of the next token in the whole document, for errors. */
  get offset(): number {
    return this.#base + this.#position;
  }

  get isPartial(): boolean {
    return this.#source.isPartial;
  }

  get depth(): number {
    return this.#open.length;
  }

  /** Remembers the place between two elements, to go back to when {@link MoreNeeded} is thrown after it. */
  mark(): void {
    this.#marked = {
      position: this.#position,
      depth: this.#open.length,
      scope: this.#scope,
      closing: this.#closing,
      rootSeen: this.#rootSeen,
    };
  }

  reset(): void {
    const { position, depth, scope, closing, rootSeen } = this.#marked;
    this.#position = position;
    this.#open.length = depth;
    this.#scope = scope;
    this.#closing = closing;
    this.#rootSeen = rootSeen;
  }

  /** Continues in the next piece. @param source - begins with the unread rest, at {@link position} */
  continueIn(source: XmlSource): void {
    this.#base += this.#position;
    this.#position = 0;
    this.#source = source;
    this.#text = source.text;
  }

  get source(): XmlSource {
    return this.#source;
  }

  get scope(): Scope {
    return this.#scope;
  }

  /** Skips mark-up that is known to be well-formed and balanced. */
  advance(position: number): void {
    this.#worked(position - this.#position);
    this.#position = position;
  }

  get isEmpty(): boolean {
    return this.#closing;
  }

  get tag(): StartTag {
    return this.#open[this.#open.length - 1] ?? this.fail('no element is open');
  }

  /** The text of the last `text` token; one run of text may come in several tokens. */
  get value(): string {
    return this.#value;
  }

  /** Refuses the document at the current place. @param quoted - a name in it that says more */
  fail(reason: string, offset: number = this.#position, quoted?: string): never {
    throw new Problem(reason, { offset: this.#base + offset, quoted });
  }

  #cut(reason: string, offset: number): never {
    if (this.#source.isPartial) throw MORE;
    return this.fail(reason, offset);
  }

  /**
   * Reads the next token; comments and processing instructions are checked and skipped. @throws Problem, DeadlinePassed
   */
  next(): Token {
    this.#worked(0);
    if (this.#closing) {
      this.#closing = false;
      this.#pop();
      return 'end';
    }
    for (;;) {
      const text = this.#text;
      const position = this.#position;
      if (position >= text.length) return this.#finish();
      if (this.#source.isPartial && isShortMarkup(text, position)) throw MORE;
      if (text.charCodeAt(position) !== LESS_THAN) {
        const end = this.#endOfText(position);
        this.#position = end;
        if (this.#open.length > 0) {
          this.#value = this.#source.characters;
          return 'text';
        }
        if (!SPACE_ONLY.test(text.slice(position, end))) this.fail('text outside the root element', position);
        continue;
      }
      switch (text.charCodeAt(position + 1)) {
        case SLASH:
          this.#endTag(position);
          return 'end';
        case EXCLAMATION:
          if (text.startsWith('<![CDATA[', position)) {
            this.#cdata(position);
            return 'text';
          }
          this.#comment(position);
          continue;
        case QUESTION:
          this.#processingInstruction(position);
          continue;
        default:
          this.#startTag(position);
          return 'start';
      }
    }
  }

  /** Reads the start tag of the next child; `undefined` at the end of the element. @throws Problem for text */
  nextChild(): StartTag | undefined {
    for (;;) {
      const position = this.#position;
      switch (this.next()) {
        case 'start':
          return this.tag;
        case 'text':
          if (!SPACE_ONLY.test(this.#value)) this.fail('text where elements are expected', position);
          continue;
        default:
          return undefined;
      }
    }
  }

  /** Reads the complete text of the current element through its end. @throws Problem for a child element */
  readText(): string {
    if (!this.#closing) {
      // Nearly every text is one run up to its own end tag.
      const position = this.#position;
      const end = this.#source.passText(position);
      if (this.#text.charCodeAt(end) === LESS_THAN && this.#text.charCodeAt(end + 1) === SLASH) {
        const text = this.#source.characters;
        this.#endTag(end);
        return text;
      }
    }
    let collected = '';
    for (;;) {
      const position = this.#position;
      const token = this.next();
      if (token === 'text') collected += this.#value;
      else if (token === 'end') return collected;
      else this.fail('an element where text is expected', position);
    }
  }

  skip(): void {
    const depth = this.#open.length;
    while (this.#open.length >= depth) this.next();
  }

  /** Leaves the current element. @param end - after it and well-formed mark-up */
  leave(end: number): void {
    this.#position = end;
    this.#pop();
  }

  bookmark(): Bookmark {
    return { tag: this.tag, position: this.#position };
  }

  /** Reads an element at another position of the document, and returns. @param read - reads it through its end */
  visit<T>(bookmark: Bookmark, read: () => T): T {
    const position = this.#position;
    const scope = this.#scope;
    const closing = this.#closing;
    this.#position = bookmark.position;
    this.#enter(bookmark.tag);
    const result = read();
    this.#position = position;
    this.#scope = scope;
    this.#closing = closing;
    return result;
  }

  #endOfText(position: number): number {
    let end = this.#source.passText(position);
    if (end - position === MAX_RUN && end < this.#text.length) end = this.#source.shortenText();
    if (end === this.#text.length && this.#source.isPartial) throw MORE;
    this.#worked(end - position);
    return end;
  }

  /** Looks at the clock when enough has been done since the last time. */
  #worked(bytes: number): void {
    this.#work -= 1 + (bytes >> 6);
    if (this.#work > 0) return;
    this.#work = WORK;
    this.#time?.check();
  }

  #startTag(position: number): void {
    if (this.#open.length === 0) {
      if (this.#rootSeen) this.fail('a second root element');
      this.#rootSeen = true;
    }
    if (this.#open.length >= this.#limits.maxDepth) {
      this.fail(`more than ${this.#limits.maxDepth} nested elements`);
    }
    const tag = this.#tags?.find(this.#text, position, this.#scope) ?? this.#parse(position);
    this.#tags?.passed(tag);
    this.#worked(tag.length);
    this.#position = position + tag.length;
    this.#enter(tag);
  }

  #parse(position: number): StartTag {
    // A long tag that is still arriving is not read again with every piece.
    if (this.#source.isPartial && this.#text.indexOf('>', position) === -1) throw MORE;
    try {
      return parseStartTag(this.#text, position, this.#scope, this.#limits.maxAttributes);
    } catch (error) {
      if (this.#source.isPartial && endOfTag(this.#text, position) === -1) throw MORE;
      if (!(error instanceof Problem)) throw error;
      return this.fail(error.message, error.offset, error.quoted);
    }
  }

  #enter(tag: StartTag): void {
    this.#open.push(tag);
    this.#scope = tag.scope;
    this.#closing = tag.selfClosing;
  }

  #pop(): void {
    this.#open.pop();
    this.#scope = this.#open.length === 0 ? this.#source.scope : this.tag.scope;
  }

  #endTag(position: number): void {
    const open = this.#open[this.#open.length - 1];
    if (open === undefined) this.fail('an end tag without a start', position);
    const after = position + 2 + open.rawName.length;
    if (!containsAt(this.#text, open.rawName, position + 2)) {
      if (this.#text.indexOf('>', position) === -1) this.#cut('an end tag without an end', position);
      this.fail('an end tag that does not match its start tag', position);
    }
    let end = after;
    if (this.#text.charCodeAt(end) !== GREATER_THAN) {
      end = this.#text.indexOf('>', after);
      if (end === -1) this.#cut('an end tag without an end', position);
      if (!SPACE_ONLY.test(this.#text.slice(after, end))) {
        this.fail('an end tag that does not match its start tag', position);
      }
    }
    this.#position = end + 1;
    this.#pop();
  }

  #cdata(position: number): void {
    if (this.#open.length === 0) this.fail('text outside the root element');
    const end = this.#text.indexOf(']]>', position + 9);
    if (end === -1) this.#cut('a CDATA section without an end', position);
    this.#value = '';
    for (let from = position + 9; from < end; ) {
      const to = end - from <= MAX_RUN ? end : this.#source.endOfWhole(from, from + MAX_RUN);
      this.#value += this.#source.decode(this.#text.slice(from, to), from);
      this.#worked(to - from);
      from = to;
    }
    this.#position = end + 3;
  }

  #comment(position: number): void {
    if (!this.#text.startsWith('<!--', position)) {
      this.fail(
        this.#text.startsWith('<!DOCTYPE', position) ? 'a DOCTYPE is refused' : '"<!" does not begin any markup',
      );
    }
    const end = this.#text.indexOf('--', position + 4);
    if (end === -1 || end + 2 >= this.#text.length) this.#cut('a comment without an end', position);
    if (this.#text.charCodeAt(end + 2) !== GREATER_THAN) this.fail('"--" inside a comment', end);
    refuseForbidden(this.#text.slice(position, end), this.#base + position);
    this.#worked(end - position);
    this.#position = end + 3;
  }

  #processingInstruction(position: number): void {
    const end = this.#text.indexOf('?>', position + 2);
    if (end === -1) this.#cut('a processing instruction without an end', position);
    const content = this.#text.slice(position + 2, end);
    refuseForbidden(content, this.#base + position + 2);
    this.#worked(content.length);
    const [target = ''] = content.split(/[ \t\r\n]/, 1);
    if (!isName(decodeLatin1(target)) || target.includes(':')) this.fail('a processing instruction without a name');
    if (target.toLowerCase() === 'xml') this.fail('an XML declaration that is not at the beginning');
    this.#position = end + 2;
  }

  #finish(): 'eof' {
    if (this.#source.isPartial) throw MORE;
    if (this.#open.length > 0) this.fail('the document ends inside an element');
    if (!this.#rootSeen) this.fail('the document has no root element');
    return 'eof';
  }
}

/** Returns true if the rest of a piece is too short to identify the markup that begins here. */
function isShortMarkup(text: string, position: number): boolean {
  const remaining = text.length - position;
  if (remaining >= 9 || text.charCodeAt(position) !== LESS_THAN) return false;
  return remaining === 1 || text.charCodeAt(position + 1) === EXCLAMATION;
}
