import { SmsService } from '../../../generated/service.js';
import { writeMessage } from '../../soap/messages/envelope.js';
import { type Fault, writeFault } from '../../soap/messages/fault.js';
import { forbiddenCharacter } from '../../xml/chars.js';
import type { KeepContext } from '../contract/contract.js';
import { leavesOf, withTexts } from '../contract/values.js';
import { TextCleaner } from '../privacy/clean-text.js';
import { kindOf } from './field-kinds.js';
import { operationOf } from './request.js';
import type { DecodedContent } from './response-content.js';

/** The codes of SOAP 1.1 section 4.4.1 with its example of a more specific one, and those of SOAP 1.2. */
const CODES =
  /^(?:VersionMismatch|MustUnderstand|Client(?:\.Authentication)?|Server|Sender|Receiver|DataEncodingUnknown)$/;

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}\ufffe\uffff]/gu;

/** Returns a Fault without private and secret values. The detail may contain anything, so it is not stored. */
function cleanFault({ faultCode, faultString, faultActor }: Fault, cleaner: TextCleaner): Fault {
  const clean = (text: string): string => cleaner.said(text).replace(FORBIDDEN, '\ufffd');
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
 * @throws RangeError if the text would be too
 * long
 */
export function writtenAnew(
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
  const forbidden: string[] = [];
  let characters = 0;
  const cleaned = withTexts(output, (text, name) => {
    const other = cleaner.of(name, text);
    characters += other.length;
    if (characters > MAX_CHARACTERS) throw new RangeError(`the response has more than ${MAX_CHARACTERS} characters`);
    // The value was sent in base64, so it is written in base64, too.
    return forbiddenCharacter(other) === undefined ? other : placeOf(forbidden.push(other) - 1);
  });
  const text = writeMessage(SmsService, known, known.output, cleaned);
  return forbidden.length === 0 ? text : withBase64(text, forbidden);
}

function placeOf(index: number): string {
  return `\u{f8ff}${index}\u{f8ff}`;
}

function withBase64(text: string, values: readonly string[]): string {
  return text.replace(/ xsi:type="xsd:string">\u{f8ff}(\d+)\u{f8ff}</gu, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined
      ? whole
      : ` xsi:type="xsd:base64Binary">${Buffer.from(value, 'utf8').toString('base64')}<`;
  });
}

function* numbersIn(value: unknown): Iterable<string> {
  for (const { name, value: text } of leavesOf(value)) {
    if (typeof text === 'string' && kindOf(name) === 'number') yield text;
  }
}
