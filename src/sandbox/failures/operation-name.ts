import { SmsService } from '../../../generated/service.js';
import { invalid } from '../../options/check.js';

/**
 * Checks the name of an operation, or `*` for any.
 *
 * @throws ValidationError when there is no such operation; it names the one that was probably meant
 */
export function checkOperation(operation: unknown): void {
  const given = typeof operation === 'string' ? operation : '';
  if (given === '*' || Object.hasOwn(SmsService.operations, given)) return;
  const wanted = given.toLowerCase();
  const meant = Object.keys(SmsService.operations).find((name) =>
    [name.toLowerCase(), name.toLowerCase().replace('soap_', '')].includes(wanted),
  );
  const hint = meant === undefined ? 'names are those of the WSDL, for example soap_SendSms' : `is ${meant} meant?`;
  invalid('operation', `is neither "*" nor the name of an operation in the WSDL; ${hint}`);
}
