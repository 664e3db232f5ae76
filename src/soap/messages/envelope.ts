import type { XmlReader } from '../../xml/reader.js';
import type { StartTag } from '../../xml/tag.js';
import { soapAttributes } from '../decoder/attributes.js';
import { NEXT_ACTOR, SOAP_ENCODING, SOAP_ENVELOPE, SOAP12_ENVELOPE, XSD, XSI } from '../decoder/names.js';
import type { Message, Operation, Service } from './operation.js';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_ENVELOPE}" xmlns:SOAP-ENC="${SOAP_ENCODING}"` +
  ` xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" SOAP-ENV:encodingStyle="${SOAP_ENCODING}">`;
const BODY = '<SOAP-ENV:Body>';
const TAIL = '</SOAP-ENV:Body></SOAP-ENV:Envelope>\n';

/** Wraps the content of a Body in an envelope. @param header - the complete Header element, if there is one */
export function envelope(body: string, header: string = ''): string {
  return HEAD + header + BODY + body + TAIL;
}

/** Writes a complete RPC/encoded message in the one form that every server accepts (docs/wire.md). */
export function writeMessage<T>(
  { declarations, prefixes }: Service<unknown>,
  operation: Operation<unknown, unknown>,
  message: Message<T>,
  value: T,
): string {
  const { namespace, headers } = operation;
  // No default namespace is declared, so a name without a prefix has no namespace.
  const name = namespace === '' ? message.wrapper : `${prefixes.get(namespace) ?? 'ns1'}:${message.wrapper}`;
  const body = `<${name}${declarations}>${message.writeParts(value)}</${name}>`;
  if (headers === undefined) return envelope(body);
  const direction = (message as unknown) === operation.input ? headers.input : headers.output;
  const written = direction?.write(value, prefixes) ?? '';
  return envelope(body, written === '' ? '' : `<SOAP-ENV:Header${declarations}>${written}</SOAP-ENV:Header>`);
}

export type EnvelopeVersion = 'soap11' | 'soap12' | 'other-version' | 'not-soap';

export function openEnvelope(xml: XmlReader): EnvelopeVersion {
  if (xml.next() !== 'start') xml.fail('the document has no root element');
  const { local, uri } = xml.tag;
  if (local !== 'Envelope') return 'not-soap';
  if (uri === SOAP_ENVELOPE) return 'soap11';
  return uri === SOAP12_ENVELOPE ? 'soap12' : 'other-version';
}

/** Reads up to the children of the Body. @param readHeader - reads a header through its end */
export function openBody(xml: XmlReader, readHeader: (header: StartTag) => void): void {
  const { uri } = xml.tag;
  let other: StartTag | undefined;
  for (let tag = xml.nextChild(); tag !== undefined; tag = xml.nextChild()) {
    if (tag.uri === uri && tag.local === 'Body') return;
    if (tag.uri === uri && tag.local === 'Header') {
      for (let header = xml.nextChild(); header !== undefined; header = xml.nextChild()) readHeader(header);
    } else {
      other ??= tag;
      xml.skip();
    }
  }
  if (other === undefined) xml.fail('the envelope has no Body');
  const quoted = other.uri === '' ? other.local : `${other.local} of ${other.uri}`;
  xml.fail('the envelope has no Body, but an element', undefined, quoted);
}

/** Returns true if the receiver must understand a header (SOAP 1.1 sections 4.2.2 and 4.2.3). */
export function mustBeUnderstood(header: StartTag): boolean {
  const { mustUnderstand, actor = '' } = soapAttributes(header);
  return mustUnderstand && (actor === '' || actor === NEXT_ACTOR);
}

export function skipHeader(xml: XmlReader): void {
  if (mustBeUnderstood(xml.tag)) xml.fail('a header that must be understood but is unknown');
  xml.skip();
}

/** Reads from the end of the Body to the end of the document. Elements are skipped; text is rejected. */
export function closeEnvelope(xml: XmlReader): void {
  while (xml.nextChild() !== undefined) xml.skip();
  while (xml.next() !== 'eof') continue;
}
