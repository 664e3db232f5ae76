import type { CallOptions } from '../calls/call-options.js';
import { CODES } from '../domain/codes.js';
import { numberKey } from '../domain/phone-number.js';
import {
  type BatchRecipient,
  type ChunkRecipient,
  chunkRecipient,
  goTogether,
  incorrectStatus,
} from '../domain/recipients/batch-recipient.js';
import type { SentRecipient } from '../domain/recipients/sent-recipients.js';
import { idxKey, MAX_LINKED, MAX_PERSONALISED } from '../domain/sending/limits.js';
import { hasShortLink } from '../domain/sending/message-parts.js';
import type { ValidationRules } from '../domain/sending/rules.js';
import {
  AuthenticationError,
  GatewayError,
  isSmsServiceError,
  type Outcome,
  type SmsServiceError,
  ValidationError,
} from '../errors/errors.js';
import { unreadable } from '../options/readable.js';
import { type ActContext, type BatchCalls, inOrder, readChunkOptions, type SendManyOptions } from './batch.js';
import { ChunkReader, type ItemSource, type Prepared, SourceReader } from './source.js';

/** The result of a recipient of a send in chunks. */
export type SendManyResult<T, M> = SentItem<T, M> | UnsentItem<T, M>;

/** A recipient of a message. */
export interface SentItem<T, M> {
  /** As the source gave it. */
  readonly item: T;
  readonly ok: true;
  /** `'duplicate'`: the number is that of a recipient before it in the same request, to whom `message` goes once. */
  readonly status: 'accepted' | 'duplicate';
  /** The number with its country code, digits only; absent if it is invalid, or the request failed. */
  readonly number?: string;
  readonly message?: M;
  readonly outcome?: undefined;
  readonly error?: undefined;
}

/** A recipient without a message, or with an unknown outcome. */
export interface UnsentItem<T, M> {
  /** As the source gave it. */
  readonly item: T;
  readonly ok: false;
  /** `'failed'`: its request has failed, or it was refused before that; others: see `RecipientStatus`. */
  readonly status: 'invalid' | 'skipped' | 'rejected' | 'unknown' | 'failed';
  /** With `'unknown'` there may be a message; with the others there is none. */
  readonly outcome: Outcome;
  /** The error of its request or message; absent if the gateway skipped the recipient. */
  readonly error?: SmsServiceError;
  /** With its country prefix, digits only; absent if the item is not a number or its request failed. */
  readonly number?: string;
  readonly message?: M;
  /** Over HTTP with the outcome `'unknown'`: the idx by which delivery reports name the message, if there is one. */
  readonly idx?: string;
}

export interface ChunkSending<M> {
  readonly operation: string;
  readonly calls: BatchCalls;
  readonly fromCaller: (error: SmsServiceError) => void;
  readonly most: (isPersonalised: boolean) => number;
  readonly generatedIdx: { readonly alsoOfDuplicates: boolean } | undefined;
  /** @throws ValidationError for a recipient that cannot be sent to */
  readonly check: (recipient: ChunkRecipient) => void;
  readonly send: (recipients: readonly ChunkRecipient[], options: CallOptions) => Promise<readonly SentRecipient<M>[]>;
}

/** The most recipients of a request by the rules that are on (section 8). */
export function mostRecipients(
  { shortLinkLimit, personalisedLimit }: ValidationRules,
  message: string,
): ChunkSending<unknown>['most'] {
  const linked = shortLinkLimit && hasShortLink(message) ? MAX_LINKED : Number.POSITIVE_INFINITY;
  const personalised = personalisedLimit ? MAX_PERSONALISED : Number.POSITIVE_INFINITY;
  return (isPersonalised) => (isPersonalised ? Math.min(linked, personalised) : linked);
}

type Chunk<T> = readonly Prepared<T, ChunkRecipient>[];

export async function* sendInChunks<T extends BatchRecipient, M>(
  sending: ChunkSending<M>,
  recipients: ItemSource<T>,
  options: SendManyOptions,
): AsyncGenerator<SendManyResult<T, M>, void, undefined> {
  const { operation, calls, fromCaller, most } = sending;
  const { signal, timeoutMs, stopOn = endsAll, concurrency, chunkSize } = readChunkOptions(options, operation);
  const items = new SourceReader(recipients, 'recipients', operation);
  const prepare = (item: T): ChunkRecipient => {
    try {
      const recipient = chunkRecipient(item, operation);
      sending.check(recipient);
      return recipient;
    } catch (error) {
      const refusal = unreadable(error, 'the recipient', { operation });
      if (isSmsServiceError(refusal)) fromCaller(refusal);
      throw refusal;
    }
  };
  yield* inOrder<Chunk<T>, SendManyResult<T, M>>({
    operation,
    calls,
    units: new ChunkReader(items, chunkSize, { prepare, goTogether, most: ({ params }) => most(params !== undefined) }),
    concurrency,
    ahead: 1,
    signal,
    stopOn,
    fromCaller,
    act: (chunk, context) => sendChunk(sending, chunk, context, timeoutMs),
    leave: (chunk, stopError) => chunk.map(({ item, error = stopError }) => failed(item, error)),
  });
}

function endsAll(error: SmsServiceError): boolean {
  return error instanceof AuthenticationError;
}

async function sendChunk<T, M>(
  sending: ChunkSending<M>,
  chunk: Chunk<T>,
  context: ActContext,
  timeoutMs: number | undefined,
): Promise<readonly SendManyResult<T, M>[]> {
  const all =
    sending.generatedIdx === undefined ? chunk : refusingRepeatedIdx(chunk, sending.generatedIdx, sending.operation);
  const sent = all.flatMap(({ value }) => value ?? []);
  let place = 0;
  const each = (result: (item: T, place: number) => SendManyResult<T, M>): readonly SendManyResult<T, M>[] =>
    all.map(({ item, error }) => (error === undefined ? result(item, place++) : failed(item, error)));
  // All of them were refused alone.
  if (sent.length === 0) return each((item) => ({ item, ok: false, status: 'unknown', outcome: 'not-sent' }));
  let sentRecipients: readonly SentRecipient<M>[];
  try {
    sentRecipients = await sending.send(sent, { signal: context.signal, timeoutMs });
  } catch (thrown) {
    const error = context.failed(thrown);
    return each((item, index) => failed(item, error, sent[index], error.sentIdx?.[index]));
  }
  return each((item, index) => resultOf(item, sentRecipients[index]));
}

function failed<T, M>(item: T, error: SmsServiceError, recipient?: ChunkRecipient, idx?: string): UnsentItem<T, M> {
  const { outcome } = error;
  const isOfNumbers = error instanceof GatewayError && error.result === CODES.noCorrectNumber && outcome === 'rejected';
  const status = isOfNumbers && recipient !== undefined ? incorrectStatus(recipient.to) : 'failed';
  return { item, ok: false, status, outcome, error, ...(idx === undefined ? {} : { idx }) };
}

function resultOf<T, M>(item: T, sentRecipients: SentRecipient<M> | undefined): SendManyResult<T, M> {
  if (sentRecipients === undefined) return { item, ok: false, status: 'unknown', outcome: 'unknown' };
  const { submitted: _submitted, status, ...rest } = sentRecipients;
  if (status === 'accepted' || status === 'duplicate') return { item, ok: true, status, ...rest };
  const error = errorOf(rest.message);
  const outcome = status === 'unknown' ? 'unknown' : 'rejected';
  return { item, ok: false, status, outcome, ...rest, ...(error === undefined ? {} : { error }) };
}

function errorOf(message: unknown): SmsServiceError | undefined {
  const { error } = (message ?? {}) as { readonly error?: SmsServiceError };
  return error;
}

/** Refuses an idx that another message of the request has: it would refuse the whole request. */
function refusingRepeatedIdx<T>(
  chunk: Chunk<T>,
  { alsoOfDuplicates }: { readonly alsoOfDuplicates: boolean },
  operation: string,
): Chunk<T> {
  const numbers = new Map<string, string>();
  return chunk.map((one): Prepared<T, ChunkRecipient> => {
    const { to, idx } = one.value ?? {};
    if (to === undefined || idx === undefined) return one;
    const [folded, number] = [idxKey(idx), numberKey(to)];
    const before = numbers.get(folded);
    if (before === undefined) numbers.set(folded, number);
    if (before === undefined || (before === number && !alsoOfDuplicates)) return one;
    const reason = 'is also that of another recipient of this request';
    return { item: one.item, error: new ValidationError('idx', reason, { operation, gatewayCode: CODES.idxUsed }) };
  });
}
