/** Namespaces of SOAP 1.1 and of the XML Schema versions used with it. */
export const SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
/** The actor of headers addressed to the next receiver of the message (SOAP 1.1 section 4.2.2). */
export const NEXT_ACTOR = 'http://schemas.xmlsoap.org/soap/actor/next';
export const SOAP12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const XSD = 'http://www.w3.org/2001/XMLSchema';
/** PHP ext-soap and Apache SOAP write associative arrays with this type. */
export const APACHE_SOAP = 'http://xml.apache.org/xml-soap';

const OLD_XSI = ['http://www.w3.org/2000/10/XMLSchema-instance', 'http://www.w3.org/1999/XMLSchema-instance'];
const OLD_XSD = ['http://www.w3.org/2000/10/XMLSchema', 'http://www.w3.org/1999/XMLSchema'];

export function isXsi(uri: string): boolean {
  return uri === XSI || OLD_XSI.includes(uri);
}

export function isXsd(uri: string): boolean {
  return uri === XSD || OLD_XSD.includes(uri);
}
