import { SmsService } from '../../../generated/service.js';
import type { Codec, Fields } from '../../soap/decoder/codec.js';
import {
  APACHE_SOAP,
  isXsd,
  isXsi,
  NEXT_ACTOR,
  SOAP_ENCODING,
  SOAP_ENVELOPE,
  SOAP12_ENVELOPE,
} from '../../soap/decoder/names.js';
import type { Operation } from '../../soap/messages/operation.js';

/** Names of SOAP, XML and XML Schema, the prefixes that are usual for them, and values of their attributes. */
const USUAL =
  'SOAP-ENV SOAP-ENC soapenv soapenc soap env enc xsd xsi xs xml xmlns Envelope Header Body Fault faultcode ' +
  'faultstring faultactor detail multiRef item key value return Array Struct Map type nil null href id root arrayType ' +
  'offset position encodingStyle mustUnderstand actor true false string int integer long short byte float double ' +
  'decimal boolean dateTime base64 base64Binary anyType ur-type';
const URIS = [APACHE_SOAP, NEXT_ACTOR, SOAP_ENCODING, SOAP_ENVELOPE, SOAP12_ENVELOPE];
const DECLARATION =
  /^<\?xml\s+version=["']1\.\d["'](?:\s+encoding=["'][\w.-]+["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>$/;

/** All of them: the names of the contract, and those of SOAP. */
const WORDS: ReadonlySet<string> = contractWords();

/**
 * Whether a piece of markup is what responses are made of, whoever they are for: a name of the contract or of SOAP,
 * also with its prefix, a namespace, or the XML declaration.
 *
 * @param piece - a name, a value in quotes, or a whole comment or instruction
 */
export function isContractWord(piece: string): boolean {
  if (DECLARATION.test(piece)) return true;
  const value = piece.replace(/^(["'])(.*)\1$/s, '$2');
  if (WORDS.has(value) || isXsi(value) || isXsd(value)) return true;
  const names = value.replace(/\[\d*\]$/, '').split(':');
  return names.length <= 2 && names.every((name) => WORDS.has(name) || /^ns\d{1,3}$/.test(name));
}

function contractWords(): ReadonlySet<string> {
  const found = new Set([...USUAL.split(' '), ...URIS, ...Object.values(SmsService.namespaces)]);
  for (const { name, output } of Object.values<Operation<unknown, unknown>>(SmsService.operations as never)) {
    found.add(name).add(output.wrapper);
    addNames(output.fields, found);
  }
  return found;
}

function addNames(fields: Fields<unknown>, found: Set<string>): void {
  for (const name of fields.names) {
    found.add(name);
    addType(fields.find(name)?.codec, found);
  }
}

function addType(codec: Codec<unknown> | undefined, found: Set<string>): void {
  if (codec === undefined) return;
  found.add(codec.type.replace(/^.*:/s, ''));
  addType(codec.item, found);
  if (codec.fields !== undefined) addNames(codec.fields, found);
}
