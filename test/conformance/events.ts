import { SaxesParser } from 'saxes';
import { Problem } from '../../src/errors/problem.js';
import { MoreNeeded, XmlReader, type XmlSettings } from '../../src/xml/reader.js';
import { XmlSource } from '../../src/xml/source.js';
import type { Scope } from '../../src/xml/tag.js';

/** What a parser said of a document: its events in a notation, or why it refused it. */
export type Outcome = { readonly events: readonly string[] } | { readonly refused: string };

const XMLNS = 'http://www.w3.org/2000/xmlns/';

interface Name {
  readonly uri: string;
  readonly local: string;
}

/** Collects events; adjoining text becomes one, and what stands outside the root element is left out. */
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
 * What our reader says of a document.
 *
 * @param utf8 - the document without a byte order mark
 * @param settings - which shortcuts it may take
 * @param scope - of earlier documents, whose tags it remembers
 */
export function readerOutcome(utf8: Uint8Array, settings: Partial<XmlSettings> = {}, scope?: Scope): Outcome {
  return outcomeOf((log) => {
    const reader = new XmlReader(new XmlSource(utf8, false, scope), { ...LIMITS, ...settings });
    while (logNext(reader, log)) continue;
  });
}

/**
 * What our reader says of a document that arrives in pieces.
 *
 * @param pieces - none ends inside a letter; the first one holds the XML declaration
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

/** What saxes says of a document, taken for XML 1.0 whatever version it declares, as our reader does. */
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
