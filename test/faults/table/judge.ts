import { isDeepStrictEqual } from 'node:util';
import { isHarmless, type OperationCase } from '../operations.js';
import { secretsIn } from '../secrets.js';
import type { Observation, Trial } from './trial.js';

/**
 * Compares the result of the caller with the records of the proxy and the gateway.
 *
 * @param carriedOut - how often the gateway carried the call out; `undefined` for reads
 * @returns what is wrong
 */
export function wrongWith(
  operation: OperationCase,
  trial: Trial,
  observed: Observation,
  carriedOut: number | undefined,
): readonly string[] {
  const { result, error, value, items, exchanges, reported, isClosed, call } = observed;
  const wrong: string[] = [];
  const received = exchanges.reduce((sum, exchange) => sum + exchange.received, 0);
  const requests = exchanges.filter((exchange) => exchange.received > 0).length;

  if (result === 'unsettled') wrong.push('the call did not settle within its time');
  else if (result === 'foreign') wrong.push(`no error of the library: ${String(error)}`);
  else if (!trial.want.includes(result)) wrong.push(`${result}${codeOf(error)}, but wanted ${trial.want.join(' or ')}`);

  if (result === 'success' && !operation.isRight(value)) wrong.push('success with a wrong response');
  if (operation.kind === 'stream' && !isBeginning(items, operation)) wrong.push('the stream gave wrong items');
  if (result === 'not-sent' && received > 0) wrong.push(`not-sent, but ${received} bytes of it arrived`);
  if (result === 'rejected' && carriedOut !== undefined && carriedOut > 0) wrong.push('rejected, but carried out');
  if (result === 'success' && carriedOut === 0) wrong.push('success, but not carried out');
  if (result === 'success' && !exchanges.some(({ isWhole }) => isWhole)) wrong.push('success, but it was never asked');
  if (observed.durationMs < (trial.atLeastMs ?? 0)) wrong.push(`over after ${Math.round(observed.durationMs)} ms`);
  if (carriedOut !== undefined && carriedOut > 1) wrong.push(`carried out ${carriedOut} times`);
  if (!isHarmless(operation.kind) && requests > (trial.maxRequests ?? 1)) {
    wrong.push(`${requests} requests of what changes something`);
  }
  wrong.push(...secretsIn(observed.shown, call).map((secret) => `the error shows ${secret}`));
  wrong.push(...secretsIn(reported.text, call).map((secret) => `events or log show ${secret}`));
  if (reported.count('request') !== reported.count('response') + reported.count('error')) {
    wrong.push(
      `${reported.count('request')} attempts, but ${reported.count('response') + reported.count('error')} ends of one`,
    );
  }
  if (exchanges.length > observed.attempts) wrong.push('more requests than attempts were told of');
  if (!isClosed) wrong.push('a connection was open after close()');
  return wrong;
}

function isBeginning(items: readonly unknown[], operation: OperationCase): boolean {
  const all = operation.items ?? [];
  return isDeepStrictEqual(items, all.slice(0, items.length));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)}: ${error.message})` : '';
}
