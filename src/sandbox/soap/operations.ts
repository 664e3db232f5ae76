import { SmsService } from '../../../generated/service.js';
import type {
  Client,
  Response,
  sms_multi_param,
  sms_param_ext,
  soap_DelNumberOutput,
} from '../../../generated/types.js';
import { SUCCESS } from '../../domain/codes.js';
import { BINARY } from '../../domain/sending/limits.js';
import { acceptedEntry } from '../../domain/sending/sent-messages.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import type { Operation } from '../../soap/messages/operation.js';
import type { AuthorizedCall } from '../gateway/call.js';
import { addGroup, addNumber, deleteNumber } from '../gateway/phone-book.js';
import type { SendOrder } from '../gateway/sending/orders.js';
import { sendSms } from '../gateway/sending/send-sms.js';
import type { StoredMessage } from '../gateway/store/message.js';
import { descriptionOf } from '../gateway/store/refusal.js';
import { getGroups, getNumbers, getSmsByDate, getSmsByIds, idOf } from './responses.js';

export interface Handler {
  /**
   * @throws Refusal
   */
  carryOut(call: AuthorizedCall, input: unknown): string;
  refuse(result: number, description: string): string;
}

export type OperationName = keyof typeof SmsService.operations;

type SendName = 'soap_SendMulti' | 'soap_SendSms' | 'soap_SendSmsExt';

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
    // The codec of the operation has decoded the input; only its static type is lost here.
    carryOut: (call, input) => write(succeed(call, input as I)),
    refuse: (result, description) => write(fail({ result, description })),
  };
}

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

export type ResponseForm = 'id' | 'ok';

const ENTRIES: Readonly<Record<ResponseForm, (message: StoredMessage) => string>> = {
  id: ({ id }) => id,
  // The form of the HTTP interface for several recipients (section 2.2).
  ok: ({ id, points, to }) => acceptedEntry(id, points, to),
};

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

const FIXED: Readonly<Record<Exclude<OperationName, SendName>, Handler>> = {
  soap_GetSenders: handler(
    soap_GetSenders,
    ({ account }) => ({ ...OK, arSenders: account.senders }),
    (no) => ({ ...no, arSenders: NONE }),
  ),
  soap_DelSchSmsById: command(soap_DelSchSmsById, ({ account, nowMs }, { id }) =>
    account.messages.deleteScheduled(id ?? '', nowMs),
  ),
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
    ({ account }, { id_group }) => ({ ...OK, num_count: account.groups.delete(idOf(id_group)).size }),
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

/**
 * Creates the order of soap_SendSms and soap_SendSmsExt: a `sms_param` is a `sms_param_ext` without its last two
 * fields.
 */
function singleOrder(sms: sms_param_ext | null): SendOrder {
  const { to, arParam, idx, priority, udh } = sms ?? {};
  return {
    ...commonOrder(sms),
    to: [to ?? ''],
    params: arParam && arParam.length > 0 ? [arParam] : [],
    idx: idx ? [idx] : [],
    udh: udh ?? '',
    fast: priority === 1,
  };
}

function multiOrder(sms: sms_multi_param | null): SendOrder {
  const { arTo, arParams, arIdx } = sms ?? {};
  return { ...commonOrder(sms), to: texts(arTo), params: arParams ?? [], idx: texts(arIdx) };
}

function commonOrder(sms: sms_param_ext | sms_multi_param | null): Omit<SendOrder, 'to'> {
  const { from, message, eco, date, single, no_unicode, datacoding, test, id_partner } = sms ?? {};
  return {
    from: from ?? '',
    message: message ?? '',
    eco: eco === 1,
    // 0 means "at once".
    sendAtMs: date ? date * 1000 : undefined,
    single: single === 1,
    noUnicode: no_unicode === 1,
    binary: datacoding === BINARY,
    test: test === 1,
    partnerId: id_partner ?? undefined,
  };
}

function texts(values: readonly (string | null)[] | null | undefined): readonly string[] {
  return (values ?? []).map((value) => value ?? '');
}
