import { expect, it } from 'vitest';
import { readGiven, type Slots, wsdl } from './given.js';

/**
 * Marks the construct whose place the error must name. It is removed from the document. So the
 * expected line and column come from the test, not from the code under test.
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

/** The message of the error. */
export function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'was not refused';
}
