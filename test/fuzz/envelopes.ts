import type { SmsService } from '../../generated/service.js';
import { soapResponse } from '../support/fake-transport.js';

/** An operation's name in the WSDL. */
export type OperationName = keyof typeof SmsService.operations;

/** The text before and after the parts of a response. */
export interface Frame {
  readonly operation: OperationName;
  readonly before: string;
  readonly after: string;
}

/** The frame of a response as PHP writes it, with some parts already in it. */
export function frame(operation: OperationName, before: string, after: string): Frame {
  const [head = '', tail = ''] = soapResponse(operation, '\0').split('\0');
  return { operation, before: head + before, after: after + tail };
}

/** A response of `soap_GetNumbers` for items. */
export const NUMBERS: Frame = frame(
  'soap_GetNumbers',
  '<result xsi:type="xsd:int">0</result><arNumbers xsi:type="ns1:ArrayOfNumber">',
  '</arNumbers>',
);

/** A response of `soap_GetSenders` for items. */
export const SENDERS: Frame = frame('soap_GetSenders', '<result>0</result><arSenders>', '</arSenders>');

/** A response of `soap_CheckPoints` for parts. */
export const PARTS: Frame = frame('soap_CheckPoints', '', '');

/** A frame with multi-reference values after the wrapper. */
export function withTargets({ operation, before, after }: Frame, targets: string): Frame {
  return { operation, before, after: after.replace('</SOAP-ENV:Body>', () => `${targets}</SOAP-ENV:Body>`) };
}

/** An envelope as PHP writes it, with a Header and a Body of any content. */
export function envelopeWith(header: string, body: string): string {
  const wrapper = '<ns1:XResponse></ns1:XResponse>';
  return soapResponse('X', '')
    .replace('<SOAP-ENV:Body>', () => `<SOAP-ENV:Header>${header}</SOAP-ENV:Header><SOAP-ENV:Body>`)
    .replace(wrapper, () => body);
}
