import type { Response } from '../../../generated/types.js';
import { DEFAULT_SENDER } from '../../domain/sending/senders.js';
import { checkPath } from '../../replay/file/check-path.js';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.js';
import type { StoredMessage } from '../gateway/store/records/message.js';
import { roundPoints } from '../gateway/store/records/points.js';
import { multiOrder, singleOrder } from '../soap/send-orders.js';
import { type RecordedGroup, RecordedGroups } from './recorded-groups.js';
import { RecordedMessages } from './recorded-messages.js';

/** An account as a recording shows it at its end. */
export interface RecordedState {
  /** `undefined` where they were not asked for. */
  readonly points: number | undefined;
  readonly senders: readonly string[] | undefined;
  readonly groups: readonly RecordedGroup[];
  readonly messages: readonly StoredMessage[];
  /** All that the recording does not tell, in words. */
  readonly gaps: readonly string[];
}

/** The most points that the embedded gateway counts with. */
const MOST_POINTS = 900_000_000_000;

/**
 * Reads what a cassette shows.
 *
 * @throws ValidationError when there is no such file, or it is no cassette
 */
export function recordedState(from: string | { readonly file: string }): RecordedState {
  return stateOf(recordedCalls(typeof from === 'string' ? checkPath(from, 'from') : checkPath(from.file, 'from.file')));
}

/**
 * Plays the calls of a recording through, and keeps what they show.
 *
 * @param calls - in the order in which they were made
 */
function stateOf(calls: readonly RecordedCall[]): RecordedState {
  const groups = new RecordedGroups();
  const messages = new RecordedMessages();
  let points: number | undefined;
  let senders: readonly string[] | undefined;
  for (const call of calls) {
    const { startedAtMs } = call;
    if (resultOf(call) !== 0) continue;
    switch (call.operation) {
      case 'soap_CheckPoints':
        points = usablePoints(call.output.points);
        break;
      case 'soap_GetSenders':
        senders = call.output.arSenders.filter((sender) => sender !== null);
        break;
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
        const charged = messages.sent(order, sendResponseOf(call.output) ?? {}, startedAtMs);
        points = points === undefined ? undefined : usablePoints(points - charged);
        break;
      }
    }
  }
  const gaps = [
    'the password: the account has that of its options',
    ...(points === undefined ? ['the points: the account has those of its options'] : []),
    ...(senders === undefined ? ['the senders: the account has those of its options'] : []),
    ...groups.gaps(),
    ...messages.gaps(),
  ];
  return { points, senders, groups: groups.all(), messages: messages.all(senders?.[0] ?? DEFAULT_SENDER), gaps };
}

/** The response of a send, which has its result inside. */
function sendResponseOf(output: RecordedCall['output']): Response | null | undefined {
  if ('response' in output) return output.response;
  return 'Response' in output ? output.Response : undefined;
}

function resultOf({ output }: RecordedCall): unknown {
  return 'result' in output ? output.result : sendResponseOf(output)?.result;
}

function usablePoints(points: number | null | undefined): number | undefined {
  return typeof points === 'number' && points >= 0 && points <= MOST_POINTS ? roundPoints(points) : undefined;
}
