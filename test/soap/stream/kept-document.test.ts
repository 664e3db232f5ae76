import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/errors/problem.js';
import { BufferedDocument } from '../../../src/soap/stream/incoming-document.js';

const bytes = (text: string): Buffer => Buffer.from(text);

/** `head` stands at 0, `rec` at 10, `mid` at 13, `tail` at 100; what is between was let go. */
function kept(maxBytes = 14): BufferedDocument {
  const document = new BufferedDocument(maxBytes);
  document.add(0, bytes('head'));
  document.add(10, bytes('rec'), 2);
  document.add(13, bytes('mid'), 1);
  document.add(16, bytes(''), 4);
  document.add(100, bytes('tail'));
  return document;
}

describe('what is kept of a document', () => {
  it('is one document again, and knows how many records it holds', () => {
    const document = kept();
    expect(Buffer.from(document.document).toString()).toBe('headrecmidtail');
    expect([document.isComplete, document.records]).toEqual([true, 7]);
  });

  it('has an end: that of what was kept last', () => {
    expect(new BufferedDocument(9).end).toBe(0);
    expect(kept().end).toBe(104);
  });

  it('is a copy: pieces may be used again', () => {
    const document = new BufferedDocument(9);
    const piece = bytes('abc');
    document.add(0, piece);
    piece.fill('x');
    expect(Buffer.from(document.document).toString()).toBe('abc');
  });

  it('is let go when it is more than is allowed, for good', () => {
    const document = kept(13);
    expect(document.isComplete).toBe(false);
    expect(document.document).toHaveLength(0);
    document.add(200, bytes('x'));
    expect([document.isComplete, document.document.length, document.end]).toEqual([false, 0, 0]);
  });

  it.each([
    [0, 0],
    [3, 3],
    [4, 10],
    [6, 12],
    [7, 13],
    [9, 15],
    [10, 100],
    [13, 103],
    // Behind its end.
    [14, 104],
    [15, 105],
  ])('has its byte %d where the document had byte %d', (position, offset) => {
    const problem = new Problem('why', { offset: position, xsdType: 'xsd:int' }).prepend(3).prepend('list');
    expect(kept().withOffset(problem)).toMatchObject({ message: 'why', path: 'list[3]', xsdType: 'xsd:int', offset });
    expect(kept().withOffset(new Problem('why', { offset: position }))).toMatchObject({ path: '', offset });
  });

  it('leaves a problem alone that stands nowhere', () => {
    const problem = new Problem('why').prepend('list');
    expect(kept().withOffset(problem)).toBe(problem);
  });
});
