import { Scope } from '../../../src/xml/tag.js';
import { type Outcome, piecewiseOutcome, readerOutcome, saxesOutcome } from '../../conformance/events.js';
import { readSuite } from '../../conformance/suite.js';
import type { Corpus } from '../corpus.js';
import type { Kind } from '../kind.js';
import { mutate } from '../mutations.js';
import { Random } from '../random.js';
import { isSaxesLax } from '../reference/saxes-laxness.js';
import { utf8Of } from './utf8.js';

/**
 * Mutated documents of the W3C suite and of the corpus, as XML. The reader has the same events as saxes: with and
 * without its optimisations, with tags of other documents in its cache, and if the document arrives in chunks.
 */
export function mutatedDocuments({ responses, requests }: Corpus): Kind {
  const foreign = readSuite().flatMap(({ bytes }) => (bytes.length < 5000 ? [Buffer.from(bytes)] : []));
  const own = [...responses.map(({ body }) => body), ...requests].filter(({ length }) => length < 20_000);
  let scope = Scope.root();

  return {
    name: 'documents',
    run: (seed) => {
      const random = new Random(seed);
      const any = (): Buffer => random.pick(random.chance(0.6) ? own : foreign) ?? Buffer.alloc(0);
      const { bytes, applied } = mutate(any(), random, any);
      const document = utf8Of(bytes);
      if (document === undefined) return { outcome: 'no text', made: applied, failures: [] };
      if (scope.size > 512) scope = Scope.root();
      const ours = readerOutcome(document);
      const others: readonly (readonly [string, Outcome])[] = [
        ['without shortcuts', readerOutcome(document, { shortcuts: 'none' })],
        ['remembering other documents', readerOutcome(document, {}, scope)],
        ['in pieces', piecewiseOutcome(piecesOf(document, random))],
      ];
      const failures = others
        .filter(([, outcome]) => !isSame(ours, outcome))
        .map(([name, outcome]) => difference(ours, name, outcome));
      const text = Buffer.from(document).toString('utf8');
      const theirs = saxesOutcome(text);
      if (!isSame(ours, theirs) && !isSaxesLax(text)) failures.push(difference(ours, 'saxes', theirs));
      return { outcome: 'refused' in ours ? 'refused' : 'read', made: applied, failures: failures.slice(0, 1) };
    },
  };
}

/** Cuts a document at random positions, never inside a character. */
function piecesOf(document: Uint8Array, random: Random): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  // The reader scans the rest of a chunk again with the next chunk, so that a long document in single bytes is slow.
  const longest = Math.max(random.pick([1, 20, 500]), document.length / 200);
  let end = Math.min(256, document.length);
  for (let start = 0; start < document.length; end = start + 1 + random.below(longest)) {
    while (end < document.length && ((document[end] ?? 0) & 0xc0) === 0x80) end += 1;
    pieces.push(document.subarray(start, end));
    start = Math.min(end, document.length);
  }
  return pieces;
}

function isSame(one: Outcome, other: Outcome): boolean {
  if ('refused' in one || 'refused' in other) return 'refused' in one && 'refused' in other;
  return JSON.stringify(one.events) === JSON.stringify(other.events);
}

function difference(ours: Outcome, name: string, theirs: Outcome): string {
  const at = 'events' in ours && 'events' in theirs ? ours.events.findIndex((e, i) => e !== theirs.events[i]) : -1;
  const show = (outcome: Outcome): string =>
    'refused' in outcome ? `refused, ${outcome.refused}` : `${outcome.events.length} events, ${outcome.events[at]}`;
  return `reader: ${show(ours)}\nbut ${name}: ${show(theirs)}`;
}
