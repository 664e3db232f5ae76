import type { CallOptions } from '../calls/call-options.js';
import {
  type BatchRecipient,
  type ChunkLists,
  type ChunkRecipient,
  chunkLists,
} from '../domain/recipients/batch-recipient.js';
import type { SentRecipient } from '../domain/recipients/sent-recipients.js';
import type { ValidationRules } from '../domain/sending/rules.js';
import type { SmsServiceError } from '../errors/errors.js';
import { reading } from '../options/readable.js';
import { checkNames, type KnownNames } from '../options/table.js';
import type { BatchCalls, SendManyOptions } from './batch.js';
import { mostRecipients, type SendManyResult, sendInChunks } from './send-many.js';
import type { ItemSource } from './source.js';

interface Message {
  readonly message: string;
}

export interface MultiBatch<S extends Message, M> {
  readonly operation: string;
  readonly calls: BatchCalls;
  readonly rules: ValidationRules;
  readonly names: KnownNames<S>;
  readonly fromCaller: (error: SmsServiceError) => void;
  readonly check: (sms: S & ChunkRecipient) => void;
  readonly send: (
    sms: S & ChunkLists,
    options: CallOptions,
  ) => Promise<{ readonly recipients: readonly SentRecipient<M>[] }>;
}

export async function* sendMulti<T extends BatchRecipient, S extends Message, M>(
  { operation, calls, rules, names, fromCaller, check, send }: MultiBatch<S, M>,
  sms: S,
  recipients: ItemSource<T>,
  options: SendManyOptions = {},
): AsyncGenerator<SendManyResult<T, M>, void, undefined> {
  const message = copyOf(sms, names, operation);
  check({ ...message, to: '', params: undefined, idx: undefined });
  const sending = {
    operation,
    calls,
    fromCaller,
    most: mostRecipients(rules, message.message),
    generatedIdx: undefined,
    check: (recipient: ChunkRecipient): void => check({ ...message, ...recipient }),
    send: async (chunk: readonly ChunkRecipient[], call: CallOptions): Promise<readonly SentRecipient<M>[]> =>
      (await send({ ...message, ...chunkLists(chunk) }, call)).recipients,
  };
  yield* sendInChunks(sending, recipients, options);
}

function copyOf<S extends Message>(sms: S, names: KnownNames<S>, operation: string): S {
  return reading('the message', { operation }, () => ({ ...checkNames(sms, names, 'the message', operation) }));
}
