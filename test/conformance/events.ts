import { SaxesParser } from 'saxes';
import { Problem } from '../../src/errors/problem.js';
import { MoreNeeded, XmlReader, type XmlSettings } from '../../src/xml/reader.js';
import { XmlSource } from '../../src/xml/source.js';
import type { Scope } from '../../src/xml/tag.js';

/** The result of a parser: its events in a notation, or the reason for rejecting the document. */
export type Outcome = { readonly events: readonly string[] } | { readonly refused: string };

const XMLNS = 'http://www.w3.org/2000/xmlns/';

interface Name {
  readonly uri: string;
  readonly local: string;
}

/** Collects events. Adjacent texts are joined, and text outside the root element is omitted. */
class EventLog {
  readonly events: string[] = [];
  #depth = 0;
  #text = '';

  start({ uri, local }: Name, attributes: readonly (Name & { readonly value: string })[]): void {
    const written = attributes.map((a) => ` {${a.uri}}${a.local}=${JSON.stringify(a.value)}`).join('');
    this.#push(`<{${uri}}${local}${written}>`);
    this.#depth += 1;
  }

  text(text: string): void {
    if (this.#depth > 0) this.#text += text;
  }

  end(): void {
    this.#push('</>');
    this.#depth -= 1;
  }

  #push(event: string): void {
    if (this.#text !== '') this.events.push(JSON.stringify(this.#text));
    this.#text = '';
    this.events.push(event);
  }
}

const LIMITS: XmlSettings = { maxDepth: 10_000, maxAttributes: 10_000 };

/**
 * Returns the result of our reader for a document.
 *
 * @param utf8 - the document without a byte order mark
 * @param settings - which optimisations are enabled
 * @param scope - cache with the tags of earlier documents
 */
export function readerOutcome(utf8: Uint8Array, settings: Partial<XmlSettings> = {}, scope?: Scope): Outcome {
  return outcomeOf((log) => {
    const reader = new XmlReader(new XmlSource(utf8, false, scope), { ...LIMITS, ...settings });
    while (logNext(reader, log)) continue;
  });
}

/**
 * Returns the result of our reader for a document that arrives in chunks.
 *
 * @param pieces - none ends inside a character; the first one contains the XML declaration
 */
export function piecewiseOutcome(pieces: readonly Uint8Array[]): Outcome {
  const waiting = [...pieces];
  let piece = waiting.shift() ?? new Uint8Array();
  return outcomeOf((log) => {
    const reader = new XmlReader(new XmlSource(piece, waiting.length > 0), LIMITS);
    for (;;) {
      reader.mark();
      try {
        if (!logNext(reader, log)) return;
      } catch (error) {
        if (!(error instanceof MoreNeeded)) throw error;
        reader.reset();
        piece = Buffer.concat([piece.subarray(reader.position), waiting.shift() ?? new Uint8Array()]);
        reader.continueIn(new XmlSource(piece, waiting.length > 0, reader.source.scope));
      }
    }
  });
}

function outcomeOf(read: (log: EventLog) => void): Outcome {
  const log = new EventLog();
  try {
    read(log);
  } catch (error) {
    if (error instanceof Problem) return { refused: error.message };
    throw error;
  }
  return log;
}

function logNext(reader: XmlReader, log: EventLog): boolean {
  switch (reader.next()) {
    case 'start':
      log.start(reader.tag, reader.tag.attributes);
      return true;
    case 'end':
      log.end();
      return true;
    case 'text':
      log.text(reader.value);
      return true;
    default:
      return false;
  }
}

/** Returns the result of saxes. Like our reader, it ignores the declared version and reads XML 1.0. */
export function saxesOutcome(text: string): Outcome {
  const log = new EventLog();
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  let refused: string | undefined;
  parser.on('error', ({ message }) => {
    refused ??= message;
  });
  parser.on('opentag', (tag) => {
    log.start(
      tag,
      Object.values(tag.attributes).filter(({ uri }) => uri !== XMLNS),
    );
  });
  parser.on('text', (piece) => log.text(piece));
  parser.on('cdata', (piece) => log.text(piece));
  parser.on('closetag', () => log.end());
  parser.write(text).close();
  return refused === undefined ? log : { refused };
}
