import { Problem } from '../errors/problem.js';
import { parseContentType } from '../http-message/content-type.js';
import { type CompleteRequest, type HttpResponse, httpResponse, plainResponse } from '../local-server/messages.js';
import { DEFAULT_LIMITS } from '../soap/decoder/limits.js';
import { type Fault, writeFault } from '../soap/messages/fault.js';
import type { Service } from '../soap/messages/operation.js';
import { type IncomingRequest, RequestRefused, readRequest } from '../soap/messages/request.js';
import { toUtf8 } from '../xml/charset.js';

/** Refuses a request that is no SOAP 1.1 by its headers; `undefined` for any other. */
export function refuseUnread({ headers }: CompleteRequest): HttpResponse | undefined {
  const { mediaType } = parseContentType(headers['content-type']);
  if (mediaType !== 'text/xml') return plainResponse(415, 'SOAP 1.1 requires the Content-Type text/xml.');
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    return plainResponse(415, 'Compressed requests are not accepted.', { 'accept-encoding': 'identity' });
  }
  return undefined;
}

/**
 * Reads the request of a service.
 *
 * @throws RequestRefused with the Fault that SOAP 1.1 asks for; it names fields, never their values
 */
export function requestOf(service: Service, { headers, body }: CompleteRequest): IncomingRequest {
  const request = readRequest(service, documentOf(headers['content-type'], body), DEFAULT_LIMITS);
  checkSoapAction(headers['soapaction'], service.operations[request.operation]?.soapAction ?? '');
  return request;
}

function documentOf(contentType: string | undefined, body: Uint8Array): Uint8Array {
  try {
    return toUtf8(body, parseContentType(contentType).charset);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Not the error's own words: they repeat the name of the charset.
    throw new RequestRefused('Client', 'The charset is not known, or the bytes are not valid in it');
  }
}

/** SOAP 1.1 section 6.1.1; many toolkits send none, or an empty one. */
function checkSoapAction(header: string | undefined, expected: string): void {
  const action = (header ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (action !== '' && action !== expected) {
    throw new RequestRefused('Client', 'The SOAPAction does not match the operation in the Body');
  }
}

export function soapResponse(status: 200 | 500, envelope: string): HttpResponse {
  return httpResponse(status, 'text/xml; charset=utf-8', envelope);
}

export function emptyResponse(): HttpResponse {
  return { status: 202, headers: { 'content-length': '0' }, body: new Uint8Array() };
}

/** Makes the response of a Fault (SOAP 1.1 section 6.2). */
export function faultResponse(fault: Fault): HttpResponse {
  return soapResponse(500, writeFault(fault));
}
