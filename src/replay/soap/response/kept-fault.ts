import type { FaultDetail } from '../../../errors/errors.js';
import type { Redactor } from '../../../redact/redact.js';
import type { Fault } from '../../../soap/messages/fault.js';
import type { TextCleaner } from '../../privacy/clean-text.js';

/** The codes of SOAP 1.1 section 4.4.1 with its example of a more specific one, and those of SOAP 1.2. */
const CODES =
  /^(?:VersionMismatch|MustUnderstand|Client(?:\.Authentication)?|Server|Sender|Receiver|DataEncodingUnknown)$/;

/** Characters that XML does not allow. They can only come from base64. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

export function maskedFault({ faultCode, faultString, faultActor, detail }: Fault, redactor: Redactor): Fault {
  const mask = (text: string): string => redactor(text).replace(FORBIDDEN, '\ufffd');
  return {
    faultCode: CODES.test(faultCode) ? faultCode : mask(faultCode),
    faultString: mask(faultString),
    ...(faultActor === undefined ? {} : { faultActor: mask(faultActor) }),
    ...(detail === undefined ? {} : { detail: maskedDetail(detail, mask) }),
  };
}

/** Replaces the words of a Fault, which may contain anything. Its detail is not stored. */
export function privateFault({ faultCode, faultString, faultActor }: Fault, cleaner: TextCleaner): Fault {
  return {
    faultCode: CODES.test(faultCode) ? faultCode : cleaner.said(faultCode),
    faultString: cleaner.said(faultString),
    ...(faultActor === undefined ? {} : { faultActor: cleaner.said(faultActor) }),
  };
}

/** A valid element name. A masked name is not valid. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

function maskedDetail(detail: FaultDetail, mask: Redactor): FaultDetail {
  if (typeof detail === 'string') return mask(detail);
  return Object.fromEntries(
    Object.entries(detail)
      .filter(([name]) => NAME.test(name) && mask(name) === name)
      .map(([name, value]) => [
        name,
        isList(value) ? value.map((item) => maskedDetail(item, mask)) : maskedDetail(value, mask),
      ]),
  );
}

function isList(value: FaultDetail | readonly FaultDetail[]): value is readonly FaultDetail[] {
  return Array.isArray(value);
}
