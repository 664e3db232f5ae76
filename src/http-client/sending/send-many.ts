import type { SendManyOptions } from '../../batches/batch.js';
import { type ChunkSending, mostRecipients, type SendManyResult, sendInChunks } from '../../batches/send-many.js';
import type { ItemSource } from '../../batches/source.js';
import type { CallOptions } from '../../calls/call-options.js';
import {
  type BatchRecipient,
  type ChunkLists,
  type ChunkRecipient,
  chunkLists,
} from '../../domain/recipients/batch-recipient.js';
import type { SmsServiceError } from '../../errors/errors.js';
import { invalid, isObject } from '../../options/check.js';
import { reading } from '../../options/readable.js';
import { SEND_SMS, type SMS_PARAMETERS } from '../description/endpoints/sms.js';
import type { ParameterValues } from '../description/parts/endpoint.js';
import { checkSms } from '../description/rules.js';
import type { Requester } from '../requests/requester.js';
import { checkOnce } from './once.js';
import { type SendOptions, type SendValues, SMS_TABLE } from './send-options.js';
import type { SendResult, SentMessage } from './send-result.js';

export interface SmsBatch {
  readonly requester: Requester;
  readonly fromCaller: (error: SmsServiceError) => void;
  readonly send: (order: object, options: CallOptions) => Promise<SendResult>;
}

const ONE_RECIPIENT = 'requires exactly one recipient. Use `sms.send`';

const REFUSED: Readonly<Record<string, string>> = {
  to: 'is not allowed in the message. Pass the recipients as the second argument',
  group: 'is not allowed in `sms.sendMany`. Use `sms.send`',
  params: 'is not allowed in the message. Set it for each recipient',
  idx: 'is not allowed in the message. Set it for each recipient',
  fallback: ONE_RECIPIENT,
  notifyKey: ONE_RECIPIENT,
  notifyExpiresAt: ONE_RECIPIENT,
  notifyPlace: ONE_RECIPIENT,
};

export async function* sendMany<T extends BatchRecipient>(
  { requester, fromCaller, send }: SmsBatch,
  order: SendOptions,
  recipients: ItemSource<T>,
  options: SendManyOptions = {},
): AsyncGenerator<SendManyResult<T, SentMessage>, void, undefined> {
  const operation = SEND_SMS.path;
  const message = copyOf(order, operation);
  const { settings } = requester;
  const check = (own: Partial<ChunkLists>): ParameterValues<typeof SMS_PARAMETERS> & SendValues => {
    const values = requester.read(SEND_SMS, { ...message, ...own }, 'sms.sendMany', { table: SMS_TABLE });
    checkSms(values, settings, operation);
    return values;
  };
  const { once = true, allowDuplicates = false, message: text, template, checkIdx } = check({});
  if (text === undefined && template === undefined) invalid('message', 'is missing', { operation });
  if (once) checkOnce({ checkIdx }, operation);
  const sending: ChunkSending<SentMessage> = {
    operation,
    calls: requester.calls,
    fromCaller,
    most: mostRecipients(settings.validation, text ?? ''),
    generatedIdx: once ? { alsoOfDuplicates: allowDuplicates } : undefined,
    check: (recipient: ChunkRecipient) => void check(chunkLists([recipient])),
    send: async (chunk, call) => (await send({ ...message, ...chunkLists(chunk) }, call)).recipients,
  };
  yield* sendInChunks(sending, recipients, options);
}

function copyOf(order: SendOptions, operation: string): SendOptions {
  return reading('the message', { operation }, () => {
    if (!isObject(order)) invalid('the message', 'must be an object', { operation });
    const copy = { ...order };
    const refused = Object.entries(copy).find(
      ([name, value]) => value !== undefined && Object.hasOwn(REFUSED, name),
    )?.[0];
    if (refused !== undefined) invalid(refused, REFUSED[refused] ?? '', { operation });
    return copy;
  });
}
