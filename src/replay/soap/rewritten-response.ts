import { SmsService } from '../../../generated/service.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import { type Fault, writeFault } from '../../soap/messages/fault.js';
import type { KeepContext } from '../contract/contract.js';
import { leavesOf, withTexts } from '../contract/values.js';
import { TextCleaner } from '../privacy/clean-text.js';
import { kindOf } from './field-kinds.js';
import { operationOf } from './request.js';
import type { DecodedContent } from './response-content.js';

/** The codes of SOAP 1.1 section 4.4.1 with its example of a more specific one, and those of SOAP 1.2. */
const CODES =
  /^(?:VersionMismatch|MustUnderstand|Client(?:\.Authentication)?|Server|Sender|Receiver|DataEncodingUnknown)$/;

/** Characters that XML does not allow. A value that was sent in base64 may contain them. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/** Returns a Fault without private and secret values. The detail may contain anything, so it is not stored. */
function cleanFault({ faultCode, faultString, faultActor }: Fault, cleaner: TextCleaner): Fault {
  const clean = (text: string): string => withoutForbidden(cleaner.said(text));
  return {
    faultCode: CODES.test(faultCode) ? faultCode : clean(faultCode),
    faultString: clean(faultString),
    ...(faultActor === undefined ? {} : { faultActor: clean(faultActor) }),
  };
}

const MAX_CHARACTERS = 134_217_728;

/**
 * Writes a decoded response with its private and secret values replaced.
 *
 * @throws RangeError if the text would be too long
 */
export function rewrittenResponse(
  content: DecodedContent,
  { request, pseudonyms, mask }: Omit<KeepContext, 'isBrokenOff'>,
): string {
  const output = content.kind === 'output' ? content.output : undefined;
  const cleaner = new TextCleaner({ pseudonyms, mask, kindOf }, [...numbersIn(request.input), ...numbersIn(output)]);
  return content.kind === 'fault'
    ? writeFault(cleanFault(content.fault, cleaner))
    : outputXml(request.operation, content.output, cleaner);
}

function outputXml(operation: string, output: unknown, cleaner: TextCleaner): string {
  const known = operationOf(operation);
  let characters = 0;
  const cleaned = withTexts(output, (text, name) => {
    const other = cleaner.of(name, text);
    characters += other.length;
    if (characters > MAX_CHARACTERS) throw new RangeError(`the response has more than ${MAX_CHARACTERS} characters`);
    return withoutForbidden(other);
  });
  return writeMessage(SmsService, known, known.output, cleaned);
}

function withoutForbidden(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd');
}

function* numbersIn(value: unknown): Iterable<string> {
  for (const { name, value: text } of leavesOf(value)) {
    if (typeof text === 'string' && kindOf(name) === 'number') yield text;
  }
}
