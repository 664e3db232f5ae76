import type { Codec } from '../../src/soap/decoder/codec.js';
import { Decoder } from '../../src/soap/decoder/decoder.js';
import { DEFAULT_LIMITS, type DecodeSettings } from '../../src/soap/decoder/limits.js';
import { XmlSource } from '../../src/xml/source.js';

/** Declarations for the prefixes that tests use. */
const NAMESPACES =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" xmlns:apache="http://xml.apache.org/xml-soap"' +
  ' xmlns:ns1="urn:sms-service"';

/** Reads the one element of a document as a value of a type. */
export function readElement<T>(codec: Codec<T>, element: string, settings: Partial<DecodeSettings> = {}): T | null {
  const document = element.replace(/^<([\w:]+)/, `<$1 ${NAMESPACES}`);
  const input = new Decoder(new XmlSource(Buffer.from(document, 'utf8')), { ...DEFAULT_LIMITS, ...settings });
  input.xml.next();
  return input.value(codec);
}
