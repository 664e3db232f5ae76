import { SmsService } from '../../../../generated/service.js';
import type { ArrayOfString, Client, Response, soap_DelNumberOutput } from '../../../../generated/types.js';
import { CODES, SUCCESS } from '../../../domain/codes.js';
import { writeMessage } from '../../../soap/messages/envelope.js';
import type { Operation } from '../../../soap/messages/operation.js';
import { describe, Refusal } from '../store/refusal.js';
import type { Call } from './call.js';
import { delScheduled, getSmsByDate, getSmsByIds } from './history-operations.js';
import { addGroup, addNumber, delGroup, delNumber, getGroups, getNumbers } from './phone-book-operations.js';
import { send } from './send-operation.js';
import { multiOrder, singleOrder } from './send-order.js';

/** An operation of the gateway, from its decoded input to the envelope of its response. */
export interface Handler {
  readonly soapAction: string;
  /**
   * Carries the operation out.
   *
   * @param input - decoded with the operation's own codec
   * @param authenticate - gives the call that the credentials allow, or `undefined`
   */
  carryOut(input: unknown, authenticate: (client: Client | null) => Call | undefined): string;
  /** The response of the operation's own form that says no. */
  refuse(result: number, description: string): string;
}

/** The name of an operation. */
export type OperationName = keyof typeof SmsService.operations;

interface Verdict {
  readonly result: number;
  readonly description: string;
}

function handler<I extends { readonly client: Client | null }, O>(
  operation: Operation<I, O>,
  succeed: (call: Call, input: I) => O,
  fail: (verdict: Verdict) => O,
): Handler {
  const write = (output: O): string => writeMessage(SmsService, operation, operation.output, output);
  const refuse = (result: number, description: string): string => write(fail({ result, description }));
  return {
    soapAction: operation.soapAction,
    refuse,
    carryOut: (decoded, authenticate) => {
      // What was decoded with the operation's own codec is its input; only the way here does not know its type.
      const input = decoded as I;
      const call = authenticate(input.client);
      if (call === undefined) return refuse(CODES.wrongCredentials, describe(CODES.wrongCredentials));
      try {
        return write(succeed(call, input));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refuse(error.result, error.message);
      }
    },
  };
}

/** The handler of an operation that answers with nothing but its verdict. */
function command<I extends { readonly client: Client | null }>(
  operation: Operation<I, soap_DelNumberOutput>,
  act: (call: Call, input: I) => void,
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

const OK: Verdict = { result: SUCCESS, description: describe(SUCCESS) };
const NONE: readonly never[] = [];
const unsent = (verdict: Verdict): Response => ({ ...verdict, response: NONE, count: 0, points: 0 });
const senderNames = ({ account }: Call): { readonly arSenders: ArrayOfString } => ({
  arSenders: account.senders,
});

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

/** The 14 operations (specification section 4.10): what each does, and what it answers when it says no. */
export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  soap_GetSenders: handler(
    soap_GetSenders,
    (call) => ({ ...OK, ...senderNames(call) }),
    (no) => ({ ...no, arSenders: NONE }),
  ),
  soap_DelSchSmsById: command(soap_DelSchSmsById, delScheduled),
  soap_AddNumber: command(soap_AddNumber, addNumber),
  soap_DelNumber: command(soap_DelNumber, delNumber),
  soap_AddGroup: handler(
    soap_AddGroup,
    (call, input) => ({ ...OK, ...addGroup(call, input) }),
    (no) => ({ ...no, id_group: 0 }),
  ),
  soap_DelGroup: handler(
    soap_DelGroup,
    (call, input) => ({ ...OK, ...delGroup(call, input) }),
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
  soap_SendMulti: handler(
    soap_SendMulti,
    (call, { sms_param }) => ({ Response: { ...OK, ...send(call, multiOrder(sms_param)) } }),
    (no) => ({ Response: unsent(no) }),
  ),
  soap_SendSms: handler(
    soap_SendSms,
    (call, { sms_param }) => ({ response: { ...OK, ...send(call, singleOrder(sms_param)) } }),
    (no) => ({ response: unsent(no) }),
  ),
  soap_SendSmsExt: handler(
    soap_SendSmsExt,
    (call, { sms_param }) => ({ response: { ...OK, ...send(call, singleOrder(sms_param)) } }),
    (no) => ({ response: unsent(no) }),
  ),
};
