import { describe, expect, it } from 'vitest';
import { Problem } from '../../src/errors/problem.js';
import { toUtf8 } from '../../src/xml/charset.js';
import { hasDoctype, withoutDoctype } from './doctype.js';
import { type Outcome, readerOutcome, saxesOutcome } from './events.js';
import {
  ACCEPTED_NOT_WELL_FORMED,
  DIFFERENT_FROM_SAXES,
  type KnownDifferences,
  REFUSED_WELL_FORMED,
} from './known-differences.js';
import { type ConformanceCase, readSuite } from './suite.js';

const SUITE = readSuite();

/** Returns a case's document as the SOAP layer passes it to the reader, or `undefined` if its bytes are not text. */
function utf8Of({ bytes }: ConformanceCase): Uint8Array | undefined {
  try {
    return toUtf8(bytes);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const textOf = (utf8: Uint8Array): string => Buffer.from(utf8).toString('utf8');

function isAccepted(test: ConformanceCase): boolean {
  const utf8 = utf8Of(test);
  return utf8 !== undefined && 'events' in readerOutcome(utf8);
}

/** Undecodable documents are searched byte by byte; in UTF-16 the zero bytes are ignored. */
const declaresType = (test: ConformanceCase): boolean =>
  hasDoctype(textOf(utf8Of(test) ?? test.bytes.filter((byte) => byte !== 0)));

const WITH_DOCTYPE = SUITE.filter(declaresType);
const WITHOUT_DOCTYPE = SUITE.filter((test) => !WITH_DOCTYPE.includes(test));
const ids = (cases: readonly ConformanceCase[]): string[] => cases.map(({ id }) => id);
const known = (differences: KnownDifferences): string[] => Object.keys(differences).sort();

describe('the reader on the W3C conformance suite', () => {
  // XML 1.1 allows and forbids other characters. The fifth edition allows some that editions 1 to 4 forbid.
  const notWellFormed = WITHOUT_DOCTYPE.filter(
    ({ type, xml11, editions }) => type === 'not-wf' && !xml11 && editions === undefined,
  );

  it('finds all cases of the suite', () => {
    expect(SUITE).toHaveLength(2585);
    expect(notWellFormed).toHaveLength(243);
    expect(WITH_DOCTYPE).toHaveLength(2186);
  });

  it('rejects every document without a DTD that is not well-formed, except the known ones', () => {
    expect(ids(notWellFormed.filter(isAccepted)).sort()).toEqual(known(ACCEPTED_NOT_WELL_FORMED));
  });

  it('rejects every document with a DOCTYPE', () => {
    expect(ids(WITH_DOCTYPE.filter(isAccepted))).toEqual([]);
  });

  it('accepts every well-formed document without a DTD, except the known ones', () => {
    const wellFormed = WITHOUT_DOCTYPE.filter(({ type }) => type === 'valid' || type === 'invalid');
    expect(wellFormed).toHaveLength(78);
    expect(ids(wellFormed.filter((test) => !isAccepted(test))).sort()).toEqual(known(REFUSED_WELL_FORMED));
  });
});

describe('without its DOCTYPE, every document of the W3C suite', () => {
  const compared: { readonly id: string; readonly ours: Outcome; readonly theirs: Outcome }[] = [];
  for (const test of SUITE) {
    const utf8 = utf8Of(test);
    const text = utf8 === undefined ? undefined : withoutDoctype(textOf(utf8));
    if (text === undefined) continue;
    compared.push({ id: test.id, ours: readerOutcome(Buffer.from(text)), theirs: saxesOutcome(text) });
  }
  const isDifferent = ({ ours, theirs }: (typeof compared)[number]): boolean =>
    'events' in ours && 'events' in theirs
      ? JSON.stringify(ours.events) !== JSON.stringify(theirs.events)
      : 'events' in ours || 'events' in theirs;

  it('is compared, and most of them are then well-formed', () => {
    expect(compared.length).toBe(2521);
    expect(compared.filter(({ ours, theirs }) => 'events' in ours && 'events' in theirs)).toHaveLength(1685);
  });

  it('has the same events as in saxes, or both reject it, except the known ones', () => {
    expect(compared.filter(isDifferent).map(({ id }) => id)).toEqual(known(DIFFERENT_FROM_SAXES));
  });
});
