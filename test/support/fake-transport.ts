import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js';
import { bytesOf } from './body-bytes.js';

/** A transport that answers from a list and keeps what it was asked. */
export interface FakeTransport extends Transport {
  readonly requests: readonly TransportRequest[];
  /** The envelope of the last request. */
  lastBody(): string;
}

/** Makes a transport that gives the same response to every request. */
export function fakeTransport(
  response: string | Partial<TransportResponse> | (() => Promise<TransportResponse>),
): FakeTransport {
  const requests: TransportRequest[] = [];
  return {
    requests,
    lastBody: () => bytesOf(requests.at(-1)?.body).toString('utf8'),
    send: async (request) => {
      requests.push(request);
      if (typeof response === 'function') return response();
      const given = typeof response === 'string' ? { body: Buffer.from(response, 'utf8') } : response;
      return {
        status: 200,
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: new Uint8Array(),
        ...given,
      };
    },
  };
}

/** A response as a PHP server writes it: the parts inside the wrapper of an operation. */
export function soapResponse(operation: string, parts: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"' +
    ' xmlns:ns1="urn:sms-service" xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
    ' xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/">' +
    `<SOAP-ENV:Body><ns1:${operation}Response>${parts}</ns1:${operation}Response></SOAP-ENV:Body></SOAP-ENV:Envelope>`
  );
}
