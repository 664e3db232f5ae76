import type { CallOptions } from '../calls/call-options.js';
import { wholeNumber } from '../domain/check-values.js';
import { AuthenticationError, NotFoundError, type SmsServiceError } from '../errors/errors.js';
import { reading } from '../options/readable.js';
import { checkNames } from '../options/table.js';
import { type BatchCalls, type BatchOptions, type BatchResult, inOrder, readBatchOptions } from './batch.js';
import { type ItemSource, SourceReader } from './source.js';

/** A number to be added to a group with its name. */
export interface NamedNumber {
  /** The telephone number as a string: leading zeros and `+` are kept. */
  readonly number: string;
  readonly name?: string | undefined;
}

/** A number to be added to a group: alone, or with a name. */
export type NewNumber = string | NamedNumber;

interface NumberOfGroup extends NamedNumber {
  readonly groupId: number;
}

export interface NumberBatch {
  readonly operation: string;
  readonly calls: BatchCalls;
  readonly fromCaller: (error: SmsServiceError) => void;
  readonly addNumber: (number: NumberOfGroup, options: CallOptions) => Promise<void>;
}

export async function* addNumbers<T extends NewNumber>(
  { operation, calls, fromCaller, addNumber }: NumberBatch,
  groupId: number,
  numbers: ItemSource<T>,
  options: BatchOptions = {},
): AsyncGenerator<BatchResult<T>, void, undefined> {
  const { signal, timeoutMs, concurrency, stopOn = endsAll } = readBatchOptions(options, operation);
  const group = wholeNumber(groupId, 'groupId', operation);
  yield* inOrder<T, BatchResult<T>>({
    operation,
    calls,
    units: new SourceReader(numbers, 'numbers', operation),
    concurrency,
    ahead: concurrency,
    signal,
    stopOn,
    fromCaller,
    act: async (item, context) => {
      try {
        await addNumber(contactOf(item, group, operation), { signal: context.signal, timeoutMs });
        return [{ item, ok: true }];
      } catch (thrown) {
        return failed(item, context.failed(thrown));
      }
    },
    leave: failed,
  });
}

function failed<T>(item: T, error: SmsServiceError): readonly BatchResult<T>[] {
  return [{ item, ok: false, error, outcome: error.outcome }];
}

function endsAll(error: SmsServiceError): boolean {
  return error instanceof AuthenticationError || error instanceof NotFoundError;
}

function contactOf(item: NewNumber, groupId: number, operation: string): NumberOfGroup {
  if (typeof item === 'string') return { number: item, groupId };
  return reading('the item', { operation }, () => {
    const { number, name } = checkNames(item, { number: true, name: true }, 'the item', operation);
    return { number, name, groupId };
  });
}
