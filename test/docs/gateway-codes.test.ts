import { describe, expect, it } from 'vitest';
import { gatewayError, isKnownCode, meaningOfCode } from '../../src/domain/gateway-codes.js';
import type { GatewayError } from '../../src/errors/errors.js';
import { readDocument, tableRows } from './markdown.js';

/** What is said of a code. */
interface Said {
  readonly className: string;
  readonly meaning: string;
  readonly outcome: string;
}

/** One after the other, and beyond the last code that is known; and the text that is one. */
const CODES: readonly (number | string)[] = [
  ...Array.from({ length: 10_000 }, (_, code) => code),
  'authorization_failed',
];

function codesOf(cell: string): readonly (number | string)[] {
  if (cell.startsWith('`')) return [cell.replaceAll('`', '')];
  const [from = Number.NaN, to] = cell.split('–').map(Number);
  return to === undefined ? cell.split(', ').map(Number) : CODES.slice(from, to + 1);
}

/** What docs/gateway-codes.md says of each code: a row of its own comes before the row of a range. */
function documented(): ReadonlyMap<number | string, Said> {
  const said = new Map<number | string, Said>();
  const classes = readDocument('docs/gateway-codes.md').sections.filter(({ title }) => /^\w+Error$/.test(title));
  const rows = classes.flatMap(({ title, lines }) => tableRows(lines).map((row) => [title, ...row] as const));
  const singlesFirst = rows.toSorted(([, a], [, b]) => Number(a?.includes('–')) - Number(b?.includes('–')));
  for (const [className, codes = '', meaning = '', outcome = ''] of singlesFirst) {
    for (const code of codesOf(codes)) {
      if (!said.has(code)) said.set(code, { className, meaning, outcome });
      else if (!codes.includes('–')) throw new Error(`docs/gateway-codes.md has two rows for ${code}`);
    }
  }
  return said;
}

/** What the error of a code says; `undefined` for a code that is not known. */
function known(code: number | string): Said | undefined {
  if (!isKnownCode(code)) return undefined;
  const { name, message, outcome } = gatewayError(code, '');
  const meaning = message.split(' – ')[1];
  return meaning === undefined ? undefined : { className: name, meaning, outcome };
}

describe('docs/gateway-codes.md', () => {
  it('has every gateway code with its class, meaning and outcome, and no other code', () => {
    const said = documented();
    const different = CODES.filter((code) => JSON.stringify(said.get(code)) !== JSON.stringify(known(code)));
    expect(different.map((code) => [code, said.get(code), known(code)])).toEqual([]);
    const unknown = CODES.filter((code) => !isKnownCode(code));
    expect(unknown.filter((code) => meaningOfCode(code as number) !== '')).toEqual([]);
    expect(said.get(102)).toEqual({
      className: 'AuthenticationError',
      meaning: 'wrong username or password',
      outcome: 'rejected',
    });
  });

  it('says of every code what to do', () => {
    const rows = readDocument('docs/gateway-codes.md')
      .sections.filter(({ title }) => /^\w+Error$/.test(title))
      .flatMap(({ lines }) => tableRows(lines));
    expect(rows.filter((row) => row.length !== 4 || row[3] === '')).toEqual([]);
  });

  it('says which codes may be repeated: those of RateLimitError', () => {
    const errors = CODES.filter(isKnownCode).map((code): GatewayError => gatewayError(code, ''));
    const retryable = errors.filter((error) => error.retryable);
    expect(new Set(retryable.map(({ name }) => name))).toEqual(new Set(['RateLimitError']));
  });
});
