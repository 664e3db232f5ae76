import { expect, it } from 'vitest';
import { readGiven, type Slots, wsdl } from './given.js';

/**
 * Stands directly before the construct whose place a refusal has to name; it is no part of the document. So the
 * wanted line and column come from where a person put it, not from the code under test.
 */
const MARK = '¦';

/** A document that is refused. */
export interface Row {
  readonly given: Slots | string;
  /** The refusal without its place. */
  readonly wanted: string;
  readonly port?: string;
}

/** Declares a test per row: reading the document is refused at the mark, with the wanted words. */
export function expectRefusals(rows: Readonly<Record<string, Row>>): void {
  it.each(Object.entries(rows))('%s', (_, { given, port, wanted }) => {
    const [before, after, surplus] = (typeof given === 'string' ? given : wsdl(given)).split(MARK);
    if (before === undefined || after === undefined || surplus !== undefined) throw new Error('needs one mark');
    const lines = before.split('\n');
    const place = `t.wsdl:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;

    expect(messageOf(() => readGiven(before + after, port))).toBe(`${place}: ${wanted}`);
  });
}

/** What a refusal says. */
export function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'was not refused';
}
