import { describe, expect, it } from 'vitest';
import { gatewayError, isKnownCode, meaningOfCode } from '../../src/domain/gateway-codes.js';
import type { GatewayError } from '../../src/errors/errors.js';
import { readDocument, tableRows } from './markdown.js';

/** The class, meaning and outcome of a code. */
interface CodeDescription {
  readonly className: string;
  readonly meaning: string;
  readonly outcome: string;
}

/** All numbers up to 9,999, which is more than the highest known code, and the code that is a text. */
const CODES: readonly (number | string)[] = [
  ...Array.from({ length: 10_000 }, (_, code) => code),
  'authorization_failed',
];

function codesOf(cell: string): readonly (number | string)[] {
  if (cell.startsWith('`')) return [cell.replaceAll('`', '')];
  const [from = Number.NaN, to] = cell.split('–').map(Number);
  return to === undefined ? cell.split(', ').map(Number) : CODES.slice(from, to + 1);
}

/** The descriptions in docs/gateway-codes.md. The row of a single code takes precedence over the row of a range. */
function documented(): ReadonlyMap<number | string, CodeDescription> {
  const descriptions = new Map<number | string, CodeDescription>();
  const classes = readDocument('docs/gateway-codes.md').sections.filter(({ title }) => /^\w+Error$/.test(title));
  const rows = classes.flatMap(({ title, lines }) => tableRows(lines).map((row) => [title, ...row] as const));
  const singlesFirst = rows.toSorted(([, a], [, b]) => Number(a?.includes('–')) - Number(b?.includes('–')));
  for (const [className, codes = '', meaning = '', action = ''] of singlesFirst) {
    const outcome = action.startsWith('outcome `unknown`: ') ? 'unknown' : 'rejected';
    for (const code of codesOf(codes)) {
      if (!descriptions.has(code)) descriptions.set(code, { className, meaning, outcome });
      else if (!codes.includes('–')) throw new Error(`docs/gateway-codes.md has two rows for ${code}`);
    }
  }
  return descriptions;
}

/** The description in the code; `undefined` for an unknown code. */
function known(code: number | string): CodeDescription | undefined {
  if (!isKnownCode(code)) return undefined;
  const { name, message, outcome } = gatewayError(code, '');
  const meaning = message.split(' – ')[1];
  return meaning === undefined ? undefined : { className: name, meaning, outcome };
}

describe('docs/gateway-codes.md', () => {
  it('has every gateway code with its class, meaning and outcome, and no other code', () => {
    const descriptions = documented();
    const different = CODES.filter((code) => JSON.stringify(descriptions.get(code)) !== JSON.stringify(known(code)));
    expect(different.map((code) => [code, descriptions.get(code), known(code)])).toEqual([]);
    const unknown = CODES.filter((code) => !isKnownCode(code));
    expect(unknown.filter((code) => meaningOfCode(code as number) !== '')).toEqual([]);
    expect(descriptions.get(102)).toEqual({
      className: 'AuthenticationError',
      meaning: 'wrong username or password',
      outcome: 'rejected',
    });
  });

  it('calls only the codes of RateLimitError retryable', () => {
    const errors = CODES.filter(isKnownCode).map((code): GatewayError => gatewayError(code, ''));
    const retryable = errors.filter((error) => error.retryable);
    expect(new Set(retryable.map(({ name }) => name))).toEqual(new Set(['RateLimitError']));
  });
});
