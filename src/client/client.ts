import { SmsService } from '../../generated/service.js';
import type * as wire from '../../generated/types.js';
import type { Client } from '../../generated/types.js';
import { addNumbers, type NewNumber, type NumberBatch } from '../batches/add-numbers.js';
import type { BatchOptions, BatchResult, SendManyOptions } from '../batches/batch.js';
import type { SendManyResult } from '../batches/send-many.js';
import { type MultiBatch, sendMulti } from '../batches/send-multi.js';
import type { AttemptResult } from '../calls/attempts/interceptor.js';
import type { Call, CalledOperation } from '../calls/call.js';
import type { CallOptions } from '../calls/call-options.js';
import { Calls } from '../calls/calls.js';
import { CallCredentials } from '../calls/credentials.js';
import type { CloseOptions, Load } from '../calls/lifetime.js';
import { text, texts, wholeNumber } from '../domain/check-values.js';
import type { BatchRecipient } from '../domain/recipients/batch-recipient.js';
import { type CheckedOrder, checkSending } from '../domain/sending/check-sending.js';
import type { SentMessage } from '../domain/sending/sent-messages.js';
import { callSite, stacksFromCaller } from '../errors/callers-stack.js';
import { DecodeError } from '../errors/errors.js';
import { Problem } from '../errors/problem.js';
import { AsyncCloseable } from '../options/async-disposal.js';
import { unreadable } from '../options/readable.js';
import { checkNames, readOptions } from '../options/table.js';
import type { SoapCall } from '../soap/binding.js';
import { describeActual } from '../soap/codecs/describe-actual.js';
import { decodeErrorOf, mayHaveExecuted } from '../soap/messages/decode-response.js';
import type { Operation } from '../soap/messages/operation.js';
import type { ItemStream } from '../soap/stream/item-batch.js';
import type { TransportRequest } from '../transport/transport.js';
import {
  Account,
  CLIENT_OPTIONS,
  type ClientSettings,
  clientSettings,
  type SmsServiceClientOptions,
} from './client-options.js';
import { eachFromWire, groupFromWire, numberFromWire, smsFromWire } from './from-wire.js';
import { IDEMPOTENT } from './idempotent.js';
import { assertSuccess, isGood, type ResultContext, type ResultParts } from './result-code.js';
import { multiSendResult, sendResult } from './send-result.js';
import { BATCH_KEYS, groupToWire, multiToWire, numberToWire, smsExtToWire, smsToWire, unixSeconds } from './to-wire.js';
import type {
  Contact,
  DateRange,
  Group,
  MultiSendResult,
  NewContact,
  NewGroup,
  OutgoingBatch,
  OutgoingMulti,
  OutgoingSms,
  OutgoingSmsExt,
  RemovedContact,
  SendResult,
  SmsRecord,
} from './types.js';

/** The operations of the WSDL, each with whether it may be repeated. */
type Operations = {
  readonly [K in keyof typeof IDEMPOTENT]: (typeof SmsService.operations)[K] & CalledOperation;
};

const operations = Object.fromEntries(
  Object.entries(SmsService.operations).map(([name, operation]) => [
    name,
    { ...operation, idempotent: IDEMPOTENT[name as keyof typeof IDEMPOTENT], protocol: 'soap' },
  ]),
) as unknown as Operations;

/**
 * The client for the SOAP interface of the gateway, with one method for each operation (specification section 4.10).
 *
 * Every method rejects only with a `SmsServiceError`, whose `outcome` states whether the request was executed. Every
 * method accepts `{ signal, timeoutMs }` as its last argument.
 *
 * @example
 * ```ts
 * const client = new SmsServiceClient({ url, credentials: { username, password } });
 * console.log(`${await client.checkPoints()} points`);
 * await client.close();
 * ```
 */
export class SmsServiceClient extends AsyncCloseable {
  static {
    stacksFromCaller(this.prototype);
  }

  readonly #calls: Calls;
  readonly #credentials: CallCredentials<Client>;
  readonly #settings: ClientSettings;

  /**
   * @param options - the address, the credentials, and options that differ from the defaults
   * @throws ValidationError if an option is missing or invalid
   */
  constructor(options: SmsServiceClientOptions) {
    super();
    const { credentials, settings, calls } = Account.isOne(options) ? options : accountOf(options);
    this.#calls = calls;
    this.#settings = settings;
    this.#credentials = new CallCredentials(credentials, settings.credentials);
  }

  /** The work that the client has at present: calls that are not over, and requests that wait for their turn. */
  get load(): Load {
    return this.#calls.load;
  }

  /**
   * Lists the sender names of the account (soap_GetSenders, section 4.10).
   *
   * @example
   * ```ts
   * const [sender] = await client.getSenders();
   * ```
   */
  async getSenders(options?: CallOptions): Promise<string[]> {
    const { arSenders } = await this.#ask(operations.soap_GetSenders, {}, options);
    return arSenders.filter((sender) => sender !== null);
  }

  /**
   * Returns the points of the account (soap_CheckPoints).
   *
   * @throws DecodeError if the response contains no points
   *
   * @example
   * ```ts
   * if ((await client.checkPoints()) < 100) console.log('buy points');
   * ```
   */
  async checkPoints(options?: CallOptions): Promise<number> {
    return this.#askFor(operations.soap_CheckPoints, {}, options, 'points', 'xsd:float');
  }

  /**
   * Sends one message to one recipient (soap_SendSms). Points are charged.
   *
   * @throws ValidationError when a field breaks a rule of section 8; nothing was sent
   * @throws InsufficientPointsError when the account has not enough points; nothing was sent
   *
   * @example
   * ```ts
   * const { messages, points } = await client.sendSms({ to: '48500100200', message: 'Hi', from: 'Shop' });
   * console.log(messages[0]?.id, points);
   * ```
   */
  async sendSms(sms: OutgoingSms, options?: CallOptions): Promise<SendResult> {
    const sms_param = this.#message(operations.soap_SendSms.name, sms, smsToWire);
    const { name } = operations.soap_SendSms;
    return this.#send(operations.soap_SendSms, sms_param, options, 'response', (sent) =>
      sendResult(sent, sms_param, name),
    );
  }

  /**
   * Sends one message to one recipient with priority or user data header (soap_SendSmsExt). Points are charged.
   *
   * @throws ValidationError when a field breaks a rule of section 8; nothing was sent
   *
   * @example
   * ```ts
   * await client.sendSmsExt({ to: '48500100200', message: 'Your code is 1234', priority: true });
   * ```
   */
  async sendSmsExt(sms: OutgoingSmsExt, options?: CallOptions): Promise<SendResult> {
    const sms_param = this.#message(operations.soap_SendSmsExt.name, sms, smsExtToWire);
    const { name } = operations.soap_SendSmsExt;
    return this.#send(operations.soap_SendSmsExt, sms_param, options, 'response', (sent) =>
      sendResult(sent, sms_param, name),
    );
  }

  /**
   * Sends one message to many recipients, each optionally with its own parameters (soap_SendMulti). Points are charged.
   * If there are too few for all, nothing is sent.
   *
   * @throws ValidationError if a field breaks a rule of section 8; nothing was sent
   *
   * @example
   * ```ts
   * const { messages } = await client.sendMulti({
   *   to: ['48500100200', '48500100201'],
   *   message: 'Hi [%1%]',
   *   params: [['Anna'], ['Jan']],
   * });
   * ```
   */
  async sendMulti(sms: OutgoingMulti, options?: CallOptions): Promise<MultiSendResult> {
    const sms_param = this.#message(operations.soap_SendMulti.name, sms, multiToWire);
    const { name } = operations.soap_SendMulti;
    const convert = (sent: wire.Response): MultiSendResult => multiSendResult(sent, sms_param, name);
    return this.#send(operations.soap_SendMulti, sms_param, options, 'Response', convert);
  }

  /**
   * Sends one message to any number of recipients, in requests of `chunkSize` (soap_SendMulti). Points are charged.
   *
   * Yields one result for each recipient, in order: `ok` if a message is sent to it, otherwise the `outcome`. The
   * source is read only when a request can begin, and is not stored. A request that may have been executed is not
   * repeated. A number that is repeated in a request gets one message; in a later request it gets another one.
   *
   * Leaving the loop starts no further request, and waits for running ones. An error of the source is thrown after the
   * results of earlier items.
   *
   * @param recipients - numbers, or numbers with `params` and `idx`, in a list, a generator or an object stream
   * @throws ValidationError if a field of the message breaks a rule; nothing was sent
   * @throws AbortedError after the results, if the signal is aborted before the end
   * @throws AuthenticationError after the results, because no later request can succeed; see `stopOn`
   *
   * @example
   * ```ts
   * const recipients = [{ to: '48500100200', params: ['Anna'] }, { to: '48500100201', params: ['Jan'] }];
   * for await (const { item, ok, outcome } of client.sendMany({ message: 'Hi [%1%]' }, recipients)) {
   *   if (!ok) console.log(item.to, outcome);
   * }
   * ```
   */
  sendMany<T extends BatchRecipient>(
    sms: OutgoingBatch,
    recipients: Iterable<T> | AsyncIterable<T>,
    options?: SendManyOptions,
  ): AsyncGenerator<SendManyResult<T, SentMessage>, void, undefined> {
    const batch: MultiBatch<OutgoingBatch, SentMessage> = {
      operation: operations.soap_SendMulti.name,
      calls: this.#calls,
      rules: this.#settings.rules,
      names: BATCH_KEYS,
      fromCaller: callSite(this.sendMany),
      check: (one) => void this.#message(operations.soap_SendMulti.name, one, smsToWire),
      send: (one, call) => this.sendMulti(one, call),
    };
    return sendMulti(batch, sms, recipients, options);
  }

  /**
   * Deletes a scheduled message before it is sent (soap_DelSchSmsById, section 3).
   *
   * @throws ConflictError when nothing is scheduled under the id
   *
   * @example
   * ```ts
   * const date = new Date('2030-01-01T08:00:00Z');
   * const { messages } = await client.sendSms({ to: '48500100200', message: 'Hi', date });
   * await client.delSchSmsById(messages[0]?.id ?? '');
   * ```
   */
  async delSchSmsById(id: string, options?: CallOptions): Promise<void> {
    const { name } = operations.soap_DelSchSmsById;
    await this.#ask(operations.soap_DelSchSmsById, { id: text(id, 'id', name) }, options);
  }

  /**
   * Reads the history of a period, both ends included (soap_GetSmsByDate). The whole response is kept in memory; see
   * {@link streamSmsByDate}.
   *
   * @example
   * ```ts
   * const sent = await client.getSmsByDate({ from: new Date(Date.now() - 86_400_000), to: new Date() });
   * console.log(sent.filter(({ statusName }) => statusName === 'DELIVERED').length);
   * ```
   */
  async getSmsByDate(range: DateRange, options?: CallOptions): Promise<SmsRecord[]> {
    const { name } = operations.soap_GetSmsByDate;
    const { arSms } = await this.#ask(operations.soap_GetSmsByDate, periodOf(range, name), options);
    return understood(name, () => eachFromWire('arSms', arSms, smsFromWire));
  }

  /**
   * Reads messages of the history by their ids (soap_GetSmsByIds); unknown ids are left out by the gateway.
   *
   * @example
   * ```ts
   * const [record] = await client.getSmsByIds(['1460969715572091219']);
   * ```
   */
  async getSmsByIds(ids: readonly string[], options?: CallOptions): Promise<SmsRecord[]> {
    const { name } = operations.soap_GetSmsByIds;
    const arIds = wireInput(name, { ids }, idsToWire);
    const { arSms } = await this.#ask(operations.soap_GetSmsByIds, { arIds }, options);
    return understood(name, () => eachFromWire('arSms', arSms, smsFromWire));
  }

  /**
   * Streams the history of a period, record by record, in bounded memory.
   *
   * Leaving the loop, or aborting the signal, closes the connection. If the response is cut off, an error is thrown
   * after the complete records. `timeoutMs` limits each wait for the gateway, but not the time of the caller.
   *
   * @throws GatewayError also after records, if the gateway sends its `result` after them
   *
   * @example
   * ```ts
   * const range = { from: new Date('2030-01-01'), to: new Date() };
   * for await (const { id, status, doneAt } of client.streamSmsByDate(range)) {
   *   console.log(id, status, doneAt);
   * }
   * ```
   */
  streamSmsByDate(range: DateRange, options?: CallOptions): AsyncGenerator<SmsRecord, void, undefined> {
    const operation = operations.soap_GetSmsByDate;
    return this.#items(operation, 'arSms', () => periodOf(range, operation.name), smsFromWire, options);
  }

  /**
   * Makes a contact group (soap_AddGroup).
   *
   * @returns the id of the new group
   * @throws ConflictError when the gateway has a group of that name
   *
   * @example
   * ```ts
   * const { groupId } = await client.addGroup({ name: 'Customers', info: 'of the shop' });
   * ```
   */
  async addGroup(group: NewGroup, options?: CallOptions): Promise<{ groupId: number }> {
    const { name } = operations.soap_AddGroup;
    const input = { group: wireInput(name, group, groupToWire) };
    return { groupId: await this.#askFor(operations.soap_AddGroup, input, options, 'id_group', 'xsd:int') };
  }

  /**
   * Deletes a contact group (soap_DelGroup).
   *
   * @returns how many numbers it had as `numberCount`; `null` if the gateway does not return it
   * @throws NotFoundError if the group does not exist
   *
   * @example
   * ```ts
   * const { numberCount } = await client.delGroup(17);
   * ```
   */
  async delGroup(groupId: number, options?: CallOptions): Promise<{ numberCount: number | null }> {
    const { name } = operations.soap_DelGroup;
    const { num_count } = await this.#ask(operations.soap_DelGroup, groupOf(groupId, name), options);
    return { numberCount: num_count ?? null };
  }

  /**
   * Lists the contact groups (soap_GetGroups).
   *
   * @throws DecodeError when a group has no usable id
   *
   * @example
   * ```ts
   * for (const { id, name, numberCount } of await client.getGroups()) console.log(id, name, numberCount);
   * ```
   */
  async getGroups(options?: CallOptions): Promise<Group[]> {
    const { arGroups } = await this.#ask(operations.soap_GetGroups, {}, options);
    return understood(operations.soap_GetGroups.name, () => eachFromWire('arGroups', arGroups, groupFromWire));
  }

  /**
   * Lists the numbers of a contact group (soap_GetNumbers). There is no paging: the whole response is kept in memory;
   * see {@link streamNumbers}.
   *
   * @throws NotFoundError when there is no such group
   *
   * @example
   * ```ts
   * const contacts = await client.getNumbers(17);
   * ```
   */
  async getNumbers(groupId: number, options?: CallOptions): Promise<Contact[]> {
    const { name } = operations.soap_GetNumbers;
    const { arNumbers } = await this.#ask(operations.soap_GetNumbers, groupOf(groupId, name), options);
    return understood(name, () => eachFromWire('arNumbers', arNumbers, (number) => numberFromWire(number, groupId)));
  }

  /**
   * Streams the numbers of a contact group, in bounded memory.
   *
   * Leaving the loop, or aborting the signal, closes the connection. If the response is cut off, an error is thrown
   * after the complete numbers. `timeoutMs` limits each wait for the gateway, but not the time of the caller.
   *
   * @throws GatewayError also after numbers, if the gateway sends its `result` after them
   *
   * @example
   * ```ts
   * for await (const { number, name } of client.streamNumbers(17)) console.log(number, name);
   * ```
   */
  streamNumbers(groupId: number, options?: CallOptions): AsyncGenerator<Contact, void, undefined> {
    const operation = operations.soap_GetNumbers;
    const convert = (number: wire.Number): Contact => numberFromWire(number, groupId);
    return this.#items(operation, 'arNumbers', () => groupOf(groupId, operation.name), convert, options);
  }

  /**
   * Adds a number to a contact group (soap_AddNumber). Whether adding it twice makes two entries is the gateway's
   * choice.
   *
   * @throws InvalidRequestError when the gateway does not take it for a telephone number
   * @throws NotFoundError when there is no such group
   *
   * @example
   * ```ts
   * await client.addNumber({ number: '48500100200', name: 'Anna', groupId: 17 });
   * ```
   */
  async addNumber(number: NewContact, options?: CallOptions): Promise<void> {
    const { name } = operations.soap_AddNumber;
    const input = { number: wireInput(name, number, numberToWire) };
    await this.#ask(operations.soap_AddNumber, input, options);
  }

  /**
   * Adds any number of numbers to a contact group, with concurrent calls of soap_AddNumber.
   *
   * Yields one result for each number, in order: `ok`, or its `error` and `outcome`. The source is read only when a
   * call can begin, at most twice `concurrency` items ahead of the results, and is not stored. A call that may have
   * been executed is not repeated.
   *
   * Leaving the loop starts no further call, and waits for running ones. An error of the source is thrown after the
   * results of earlier items.
   *
   * @param numbers - numbers, or numbers with a `name`, in a list, a generator or an object stream
   * @throws NotFoundError after the results, if the group does not exist; see `stopOn`
   * @throws AuthenticationError after the results, because no later call can succeed
   * @throws AbortedError after the results, if the signal is aborted before the end
   *
   * @example
   * ```ts
   * const numbers = [{ number: '48500100200', name: 'Anna' }, '48500100201'];
   * for await (const { item, ok, error } of client.addNumbers(17, numbers, { concurrency: 4 })) {
   *   if (!ok) console.log(item, error.outcome, error.message);
   * }
   * ```
   */
  addNumbers<T extends NewNumber>(
    groupId: number,
    numbers: Iterable<T> | AsyncIterable<T>,
    options?: BatchOptions,
  ): AsyncGenerator<BatchResult<T>, void, undefined> {
    const batch: NumberBatch = {
      operation: operations.soap_AddNumber.name,
      calls: this.#calls,
      fromCaller: callSite(this.addNumbers),
      addNumber: (number, call) => this.addNumber(number, call),
    };
    return addNumbers(batch, groupId, numbers, options);
  }

  /**
   * Deletes a number from a contact group (soap_DelNumber): with a `name`, its entry of that name; without one, all its
   * entries in that group. The specification does not guarantee that a gateway deletes only the named entry (section
   * 4.10): read the group again if that matters, as the functions of `sms-service-client/address-book` do.
   *
   * @throws NotFoundError if the group, the number in it, or its entry of that name does not exist
   *
   * @example
   * ```ts
   * await client.delNumber({ number: '48500100200', name: 'Anna', groupId: 17 }); // this entry
   * await client.delNumber({ number: '48500100200', groupId: 17 }); // all entries of the number
   * ```
   */
  async delNumber(number: RemovedContact, options?: CallOptions): Promise<void> {
    const { name } = operations.soap_DelNumber;
    const input = { number: wireInput(name, number, numberToWire) };
    await this.#ask(operations.soap_DelNumber, input, options);
  }

  /**
   * Closes the client: no further call begins, running calls are finished or aborted, and connections are closed, so
   * that the process can end. A stream is running until it was read or left.
   *
   * A transport that was passed in stays open.
   *
   * @example
   * ```ts
   * await client.close({ timeoutMs: 5000, abort: false });
   * ```
   */
  async close(options: CloseOptions = {}): Promise<void> {
    await this.#calls.close(options);
  }

  #message<T extends CheckedOrder, W>(operation: string, sms: T, toWire: (sms: T, operation: string) => W): W {
    try {
      const param = toWire(sms, operation);
      checkSending(sms, { operation, rules: this.#settings.rules, now: this.#settings.now, variant: undefined });
      return param;
    } catch (error) {
      throw unreadable(error, 'the argument', { operation });
    }
  }

  /** Calls an operation and gives out the items of one of its parts as they arrive. */
  #items<I extends { readonly client: Client | null }, O extends ResultParts, R>(
    operation: Operation<I, O> & CalledOperation,
    part: keyof O & string,
    input: () => Omit<I, 'client'>,
    convert: (record: never) => R,
    options?: CallOptions,
  ): AsyncGenerator<R, void, undefined> {
    const send = async (call: Call, client: Client): Promise<AsyncIterable<readonly R[]>> => {
      const soap = this.#settings.binding.stream(operation, { client, ...input() } as I);
      return call.run(soap.request, (response, request) => {
        const context = this.#resultContext(operation.name, 'result', request);
        const items: ItemStream<O, R> = {
          part,
          // A refusal is thrown at the end, when its description has come too; what came with it is not given out.
          wants: ({ result }) => typeof result !== 'number' || isGood(result, context),
          convert: (record) => (record === null ? undefined : convert(record as never)),
          accept: (output) => assertSuccess(output, soap, context),
        };
        return soap.decodeItems(response, request, items);
      });
    };
    return this.#calls.stream(operation, options, (call) =>
      this.#credentials.useForBatches(call, (client) => send(call, client)),
    );
  }

  #ask<I extends { readonly client: Client | null }, O extends object>(
    operation: Operation<I, O> & CalledOperation,
    parts: Omit<I, 'client'>,
    options?: CallOptions,
    partWithResult?: keyof O & string,
    look?: (output: O, source: SoapCall<O>) => void,
  ): Promise<O> {
    const send = (call: Call, client: Client): Promise<O> => {
      const soap = this.#settings.binding.call(operation, { client, ...parts } as I, call.timeLimit);
      const accepted = (decoded: AttemptResult<O>, request: TransportRequest): AttemptResult<O> => {
        const { value } = decoded;
        const path = partWithResult === undefined ? 'result' : `${partWithResult}.result`;
        const parts: ResultParts = partWithResult === undefined ? value : (value[partWithResult] ?? {});
        assertSuccess(parts, soap, this.#resultContext(operation.name, path, request), value);
        look?.(value, soap);
        return decoded;
      };
      return call.run(soap.request, (response, request) => {
        const decoded = soap.decode(response, request);
        return decoded instanceof Promise
          ? decoded.then((later) => accepted(later, request))
          : accepted(decoded, request);
      });
    };
    return this.#calls.call(operation, options, (call) => this.#credentials.use(call, (client) => send(call, client)));
  }

  /** Sends a message. @param convert - may throw, so that the response is not believed */
  async #send<S, P extends string, R>(
    operation: Operation<
      { readonly client: Client | null; readonly sms_param: S },
      { readonly [part in P]?: wire.Response | null | undefined }
    > &
      CalledOperation,
    sms_param: S,
    options: CallOptions | undefined,
    part: P,
    convert: (response: wire.Response) => R,
  ): Promise<R> {
    let result: R | undefined;
    await this.#ask(operation, { sms_param }, options, part, (output) => {
      result = convert(output[part] ?? {});
    });
    return result as R;
  }

  async #askFor<I extends { readonly client: Client | null }, O extends object, P extends keyof O & string>(
    operation: Operation<I, O> & CalledOperation,
    parts: Omit<I, 'client'>,
    options: CallOptions | undefined,
    path: P,
    xsdType: string,
  ): Promise<NonNullable<O[P]>> {
    let found = '';
    const look = (output: O, soap: SoapCall<O>): void => {
      found = describeActual(output, soap) + mayHaveExecuted(soap);
    };
    const { [path]: value } = await this.#ask(operation, parts, options, undefined, look);
    if (value !== null && value !== undefined) return value;
    throw new DecodeError(`is missing${found}`, { path, xsdType, operation: operation.name });
  }

  #resultContext(operation: string, path: string, request: TransportRequest): ResultContext {
    const { isSuccess, hash } = this.#settings;
    return { operation, isSuccess, hash, path, request };
  }
}

/** The account of a client that has a gateway for itself. */
function accountOf(options: SmsServiceClientOptions): Account {
  const { credentials, url, transport, interceptors, label, ...clientOptions } = readOptions(options, CLIENT_OPTIONS);
  const settings = clientSettings(clientOptions);
  return new Account(credentials, settings, Calls.of({ ...settings.calls, url, transport, interceptors, label }));
}

function groupOf(groupId: number, operation: string): { id_group: number } {
  return { id_group: wholeNumber(groupId, 'groupId', operation) };
}

function periodOf(range: DateRange, operation: string): { date_from: number; date_to: number } {
  return wireInput(operation, range, rangeToWire);
}

function idsToWire({ ids }: { readonly ids: readonly string[] }, operation: string): readonly string[] {
  return texts(ids, 'ids', operation);
}

function rangeToWire(range: DateRange, operation: string): { date_from: number; date_to: number } {
  const { from, to } = checkNames(range, { from: true, to: true }, 'the argument', operation);
  return { date_from: unixSeconds(from, 'from', operation), date_to: unixSeconds(to, 'to', operation) };
}

/** Reads the argument of a method. @throws ValidationError, also if a getter of the argument throws */
function wireInput<T, W>(operation: string, argument: T, toWire: (argument: T, operation: string) => W): W {
  try {
    return toWire(argument, operation);
  } catch (error) {
    throw unreadable(error, 'the argument', { operation });
  }
}

/** Runs a conversion of a response; what it cannot use becomes a `DecodeError`. */
function understood<T>(operation: string, convert: () => T): T {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw decodeErrorOf(error, operation, { secrets: () => [] });
  }
}

/**
 * The methods of {@link SmsServiceClient}, for programs that take a client and for tests that give them another: an
 * object that has them is one, without a cast. Who needs less asks for less: `Pick<SmsServiceApi, 'sendSms'>`.
 *
 * @example
 * ```ts
 * import type { SmsServiceApi } from 'sms-service-client';
 *
 * async function welcome(sms: Pick<SmsServiceApi, 'sendSms'>, to: string): Promise<boolean> {
 *   const { messages } = await sms.sendSms({ to, message: 'Welcome' });
 *   return messages[0]?.outcome === 'accepted';
 * }
 * ```
 */
export interface SmsServiceApi extends Pick<SmsServiceClient, Exclude<keyof SmsServiceClient & string, 'load'>> {}
