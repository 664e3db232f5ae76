import { SmsService } from '../../../generated/service.js';
import { Problem } from '../../errors/problem.js';
import {
  cutInHalf,
  type HttpRequest,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
  type Reaction,
} from '../../local-server/messages.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { parseContentType } from '../../soap/messages/content-type.js';
import { type Fault, writeFault } from '../../soap/messages/fault.js';
import { type IncomingRequest, RequestRefused, readRequest } from '../../soap/messages/request.js';
import { toUtf8 } from '../../xml/charset.js';
import type { Failure } from '../failures/failures.js';
import type { Gateway } from '../gateway/gateway.js';
import { UnusableOption } from '../gateway/operations/unusable-option.js';
import { describe } from '../gateway/store/refusal.js';

/** What the endpoint asks for every call that it could read. */
export interface EndpointHooks {
  /** Notes the call and gives the failure that was ordered for it. */
  arrived(operation: string): Failure | undefined;
}

/**
 * Makes the SOAP endpoint: from the bytes of a POST request to the reaction.
 *
 * What is no SOAP 1.1 request at all gets a status of its own (415) and a line of text; everything else gets SOAP, a
 * Fault with status 500 where that is due. A Fault names fields, never their values.
 */
export function soapEndpoint(gateway: Gateway, hooks: EndpointHooks): (request: HttpRequest) => Reaction {
  return (request) => {
    const refusal = refuseUnread(request);
    if (refusal !== undefined) return promptly(refusal);
    try {
      return react(request, gateway, hooks);
    } catch (error) {
      if (error instanceof RequestRefused) return promptly(faultResponse(error.fault));
      // These words are the sandbox's own, and whoever set it up has to learn them.
      const why = error instanceof UnusableOption ? `: ${error.message}` : '';
      // Something in here, or a clock or id source that threw: its words are not for the outside.
      return promptly(faultResponse({ faultCode: 'Server', faultString: `The gateway failed${why}` }));
    }
  };
}

function react(request: HttpRequest, gateway: Gateway, hooks: EndpointHooks): Reaction {
  const { operation, input } = decode(request);
  const handler = gateway.handler(operation);
  checkSoapAction(request.headers.soapaction, handler.soapAction);
  const carryOut = (): HttpResponse =>
    soapResponse(200, handler.carryOut(input, gateway.authenticator(request.address)));

  const failure = hooks.arrived(operation) ?? { delayMs: 0 };
  if ('delayMs' in failure) return { kind: 'response', response: carryOut(), delayMs: failure.delayMs };
  if ('drop' in failure) {
    return failure.drop === 'before' ? { kind: 'dropped' } : cutInHalf(carryOut());
  }
  if ('fault' in failure) {
    const { code, string, actor, detail } = failure.fault;
    return promptly(faultResponse({ faultCode: code, faultString: string, faultActor: actor, detail }));
  }
  const { result, description } = failure;
  return promptly(soapResponse(200, handler.refuse(result, description ?? describe(result))));
}

function refuseUnread({ headers }: HttpRequest): HttpResponse | undefined {
  const { mediaType } = parseContentType(headers['content-type']);
  if (mediaType !== 'text/xml') return plainResponse(415, 'SOAP 1.1 has the Content-Type text/xml.');
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    return plainResponse(415, 'Compressed requests are not accepted.', { 'accept-encoding': 'identity' });
  }
  return undefined;
}

function decode({ headers, body }: HttpRequest): IncomingRequest {
  let document: Uint8Array;
  try {
    document = toUtf8(body, parseContentType(headers['content-type']).charset);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Not the error's own words: they repeat the name of the charset.
    throw new RequestRefused('Client', 'The charset is not known, or the bytes are not valid in it');
  }
  return readRequest(SmsService, document, DEFAULT_LIMITS);
}

/** SOAP 1.1 section 6.1.1; many toolkits send none, or an empty one. */
function checkSoapAction(header: string | undefined, expected: string): void {
  const action = (header ?? '').trim().replace(/^"(.*)"$/, '$1');
  if (action !== '' && action !== expected) {
    throw new RequestRefused('Client', 'The SOAPAction is not that of the operation in the Body');
  }
}

function soapResponse(status: 200 | 500, envelope: string): HttpResponse {
  return httpResponse(status, 'text/xml; charset=utf-8', envelope);
}

function faultResponse(fault: Fault): HttpResponse {
  return soapResponse(500, writeFault(fault));
}
