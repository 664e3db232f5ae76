import { SmsService } from '../../../generated/service.js';
import type { Client, Response, soap_DelNumberOutput } from '../../../generated/types.js';
import { SUCCESS } from '../../domain/codes.js';
import { acceptedEntry } from '../../domain/sending/entry-forms.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Operation } from '../../soap/messages/operation.js';
import type { AuthorizedCall } from '../gateway/operations/authorized-call.js';
import { deleteScheduled } from '../gateway/operations/history.js';
import { addGroup, addNumber, deleteGroup, deleteNumber } from '../gateway/operations/phone-book.js';
import type { SendRecord } from '../gateway/operations/sending/accept.js';
import type { SendOrder } from '../gateway/operations/sending/orders.js';
import { sendSms } from '../gateway/operations/sending/send-sms.js';
import { descriptionOf } from '../gateway/refusal/descriptions.js';
import { getSmsByDate, getSmsByIds } from './history-responses.js';
import { getGroups, getNumbers, idOf } from './phone-book-responses.js';
import { multiOrder, singleOrder } from './send-orders.js';

/** An operation in SOAP, from its decoded input to the envelope of its response. */
export interface Handler {
  /**
   * Carries the operation out.
   *
   * @param input - decoded with the operation's own codec
   * @throws Refusal
   */
  carryOut(call: AuthorizedCall, input: unknown): string;
  /** The response of the operation's own form that says no. */
  refuse(result: number, description: string): string;
}

/** The name of an operation. */
export type OperationName = keyof typeof SmsService.operations;

type SendName = 'soap_SendMulti' | 'soap_SendSms' | 'soap_SendSmsExt';

/** The end of an operation. */
interface ResultCode {
  readonly result: number;
  readonly description: string;
}

function handler<I extends { readonly client: Client | null }, O>(
  operation: Operation<I, O>,
  succeed: (call: AuthorizedCall, input: I) => O,
  fail: (code: ResultCode) => O,
): Handler {
  const write = (output: O): string => writeMessage(SmsService, operation, operation.output, output);
  return {
    // The operation's own codec has decoded its input; only the way here does not know the type.
    carryOut: (call, input) => write(succeed(call, input as I)),
    refuse: (result, description) => write(fail({ result, description })),
  };
}

/** The handler of an operation whose response has nothing but the result code. */
function command<I extends { readonly client: Client | null }>(
  operation: Operation<I, soap_DelNumberOutput>,
  act: (call: AuthorizedCall, input: I) => void,
): Handler {
  return handler(
    operation,
    (call, input) => {
      act(call, input);
      return OK;
    },
    (no) => no,
  );
}

const OK: ResultCode = { result: SUCCESS, description: descriptionOf(SUCCESS) };
const NONE: readonly never[] = [];
const unsent = (code: ResultCode): Response => ({ ...code, response: NONE, count: 0, points: 0 });

/** The form of each entry of a send's response, which the specification does not show. */
export type ResponseForm = 'id' | 'ok';

const ENTRIES: Readonly<Record<ResponseForm, (record: SendRecord) => string>> = {
  id: ({ id }) => id,
  // The form of the HTTP interface for several recipients (section 2.2).
  ok: ({ id, points, number }) => acceptedEntry(id, points, number),
};

/** Sends, and gives the response of a success. */
function sent(call: AuthorizedCall, order: SendOrder, form: ResponseForm): Response {
  const { messages, points } = sendSms(call, order);
  return { ...OK, response: messages.map(ENTRIES[form]), count: messages.length, points };
}

const {
  soap_GetSenders,
  soap_DelSchSmsById,
  soap_AddNumber,
  soap_DelNumber,
  soap_AddGroup,
  soap_DelGroup,
  soap_GetGroups,
  soap_GetNumbers,
  soap_GetSmsByDate,
  soap_GetSmsByIds,
  soap_CheckPoints,
  soap_SendMulti,
  soap_SendSms,
  soap_SendSmsExt,
} = SmsService.operations;

/** The operations that do not depend on an option. */
const FIXED: Readonly<Record<Exclude<OperationName, SendName>, Handler>> = {
  soap_GetSenders: handler(
    soap_GetSenders,
    ({ account }) => ({ ...OK, arSenders: account.senders }),
    (no) => ({ ...no, arSenders: NONE }),
  ),
  soap_DelSchSmsById: command(soap_DelSchSmsById, (call, { id }) => deleteScheduled(call, id ?? '')),
  soap_AddNumber: command(soap_AddNumber, (call, { number: contact }) => {
    const { number, name, id_group } = contact ?? {};
    addNumber(call, idOf(id_group), { number: number ?? '', name: name ?? '' });
  }),
  soap_DelNumber: command(soap_DelNumber, (call, { number: contact }) => {
    const { number, name, id_group } = contact ?? {};
    deleteNumber(call, idOf(id_group), { number: number ?? '', name: name ?? undefined });
  }),
  soap_AddGroup: handler(
    soap_AddGroup,
    (call, { group }) => ({ ...OK, id_group: addGroup(call, { name: group?.name ?? '', info: group?.info ?? '' }) }),
    (no) => ({ ...no, id_group: 0 }),
  ),
  soap_DelGroup: handler(
    soap_DelGroup,
    (call, { id_group }) => ({ ...OK, num_count: deleteGroup(call, idOf(id_group)) }),
    (no) => ({ ...no, num_count: 0 }),
  ),
  soap_GetGroups: handler(
    soap_GetGroups,
    (call) => ({ ...OK, ...getGroups(call) }),
    (no) => ({ ...no, arGroups: NONE }),
  ),
  soap_GetNumbers: handler(
    soap_GetNumbers,
    (call, input) => ({ ...OK, ...getNumbers(call, input) }),
    (no) => ({ ...no, arNumbers: NONE }),
  ),
  soap_GetSmsByDate: handler(
    soap_GetSmsByDate,
    (call, input) => ({ ...OK, ...getSmsByDate(call, input) }),
    (no) => ({ ...no, arSms: NONE }),
  ),
  soap_GetSmsByIds: handler(
    soap_GetSmsByIds,
    (call, input) => ({ ...OK, ...getSmsByIds(call, input) }),
    (no) => ({ ...no, arSms: NONE }),
  ),
  soap_CheckPoints: handler(
    soap_CheckPoints,
    ({ account }) => ({ ...OK, points: account.points }),
    (no) => ({ ...no, points: 0 }),
  ),
};

/** Makes the handlers of the 14 operations (specification section 4.10), also for the responses that say no. */
export function soapHandlers(form: ResponseForm): Readonly<Record<OperationName, Handler>> {
  return {
    ...FIXED,
    soap_SendMulti: handler(
      soap_SendMulti,
      (call, { sms_param }) => ({ Response: sent(call, multiOrder(sms_param), form) }),
      (no) => ({ Response: unsent(no) }),
    ),
    soap_SendSms: handler(
      soap_SendSms,
      (call, { sms_param }) => ({ response: sent(call, singleOrder(sms_param), form) }),
      (no) => ({ response: unsent(no) }),
    ),
    soap_SendSmsExt: handler(
      soap_SendSmsExt,
      (call, { sms_param }) => ({ response: sent(call, singleOrder(sms_param), form) }),
      (no) => ({ response: unsent(no) }),
    ),
  };
}
