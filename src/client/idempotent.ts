import type { SmsService } from '../../generated/service.js';

/**
 * True for the operations that only read (specification section 4.10): carried out twice they change nothing and cost
 * nothing. All others send, add or delete, and none of those is known to be safe to repeat.
 */
export const IDEMPOTENT: Readonly<Record<keyof typeof SmsService.operations, boolean>> = {
  soap_GetSenders: true,
  soap_DelSchSmsById: false,
  soap_AddNumber: false,
  soap_DelNumber: false,
  soap_AddGroup: false,
  soap_DelGroup: false,
  soap_GetGroups: true,
  soap_GetNumbers: true,
  soap_GetSmsByDate: true,
  soap_GetSmsByIds: true,
  soap_CheckPoints: true,
  soap_SendMulti: false,
  soap_SendSms: false,
  soap_SendSmsExt: false,
};
