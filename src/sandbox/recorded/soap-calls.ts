import type { Response } from '../../../generated/types.js';
import type { RecordedSoapCall } from '../../replay/recorded-calls.js';
import { multiOrder, singleOrder } from '../soap/send-orders.js';
import type { RecordedAccount } from './recorded-account.js';

/** Keeps what a call of the SOAP interface shows of an account. */
export function tellOfSoap(account: RecordedAccount, call: RecordedSoapCall): void {
  const { groups, messages, senders } = account;
  const { startedAtMs } = call;
  if (resultOf(call) !== 0) return;
  switch (call.operation) {
    case 'soap_CheckPoints':
      account.pointsAre(call.output.points);
      break;
    case 'soap_GetSenders': {
      const names = call.output.arSenders.filter((sender) => sender !== null);
      senders.listed(
        names.map((name) => ({ name, isActive: true })),
        { hasInactive: false },
      );
      break;
    }
    case 'soap_GetGroups':
      groups.listed(call.output);
      break;
    case 'soap_AddGroup':
      groups.added(call.input, call.output);
      break;
    case 'soap_DelGroup':
      groups.deleted(call.input);
      break;
    case 'soap_GetNumbers':
      groups.numbersListed(call.input, call.output);
      break;
    case 'soap_AddNumber':
      groups.numberAdded(call.input);
      break;
    case 'soap_DelNumber':
      groups.numberDeleted(call.input);
      break;
    case 'soap_GetSmsByDate':
    case 'soap_GetSmsByIds':
      messages.listed(call.output, startedAtMs);
      break;
    case 'soap_DelSchSmsById':
      messages.deleted(call.input);
      break;
    case 'soap_SendSms':
    case 'soap_SendSmsExt':
    case 'soap_SendMulti': {
      const order =
        call.operation === 'soap_SendMulti' ? multiOrder(call.input.sms_param) : singleOrder(call.input.sms_param);
      account.charged(messages.sent(order, sendResponseOf(call.output) ?? {}, startedAtMs));
      break;
    }
  }
}

/** The response of a send, which has its result inside. */
function sendResponseOf(output: RecordedSoapCall['output']): Response | null | undefined {
  if ('response' in output) return output.response;
  return 'Response' in output ? output.Response : undefined;
}

function resultOf({ output }: RecordedSoapCall): unknown {
  return 'result' in output ? output.result : sendResponseOf(output)?.result;
}
