import { SEND_MMS, SEND_VMS } from '../../http-client/description/endpoints/mms-vms.js';
import { DELETE_SCHEDULED, SEND_SMS } from '../../http-client/description/endpoints/sms.js';
import { deleteAllScheduled } from '../gateway/operations/history.js';
import { sendMms } from '../gateway/operations/sending/send-mms.js';
import { sendSms } from '../gateway/operations/sending/send-sms.js';
import { sendVms } from '../gateway/operations/sending/send-vms.js';
import type { HttpSettings } from '../options/http-options.js';
import { type HttpOperation, httpOperation } from './operation.js';
import { mmsOrder, smsOrder, vmsOrder } from './orders.js';
import { sendRecords, shapedSend, withFallbacks } from './send-records.js';

/** Makes the operations of messages (specification sections 4.1 to 4.3). */
export function messageOperations(settings: HttpSettings): readonly HttpOperation[] {
  const forms = (isMms: boolean) => ({
    json: (json: unknown) => shapedSend(json, isMms, settings),
    text: withFallbacks,
  });
  return [
    httpOperation(DELETE_SCHEDULED, 'sms', (call, { ids = [] }) => {
      // One public client separates them by bars.
      const all = ids.flatMap((id) => id.split('|')).map((id) => id.trim());
      return { ids: deleteAllScheduled(call, all, { isWhole: settings.unknownIds === 'refused' }) };
    }),
    httpOperation(
      SEND_SMS,
      'sms',
      (call, values, request) =>
        sendRecords(sendSms(call, smsOrder(values, request)), values.details === true, settings),
      forms(false),
    ),
    httpOperation(
      SEND_MMS,
      'mms',
      (call, values, request) => sendRecords(sendMms(call, mmsOrder(values, request)), false, settings),
      forms(true),
    ),
    httpOperation(
      SEND_VMS,
      'vms',
      (call, values, request) => sendRecords(sendVms(call, vmsOrder(values, request)), false, settings),
      forms(false),
    ),
  ];
}
