import { SmsService } from '../../../generated/service.js';
import type { Client } from '../../../generated/types.js';
import { Problem } from '../../errors/problem.js';
import { parseContentType } from '../../http-message/content-type.js';
import {
  type Handle,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
  type WholeRequest,
} from '../../local-server/messages.js';
import { SOAP_PATH, wsdlText } from '../../local-server/soap-endpoint.js';
import { DEFAULT_LIMITS } from '../../soap/decoder/limits.js';
import { type Fault, writeFault } from '../../soap/messages/fault.js';
import { type IncomingRequest, RequestRefused, readRequest } from '../../soap/messages/request.js';
import { forbiddenCharacter } from '../../xml/chars.js';
import { toUtf8 } from '../../xml/charset.js';
import type { Face, FaceCall } from '../faces/face.js';
import type { GatewayCredentials } from '../gateway/gateway.js';
import type { GatewaySettings } from '../gateway/operations/settings.js';
import { UnusableOption } from '../gateway/operations/unusable-option.js';
import { type Handler, type OperationName, type ResponseForm, soapHandlers } from './operations.js';

/**
 * Makes the face that speaks SOAP.
 *
 * @param own - settings that are not those of the gateway
 */
export function soapFace(form: ResponseForm, own: Partial<GatewaySettings> = {}): Face {
  const handlers = soapHandlers(form);
  return {
    name: 'soap',
    operations: Object.keys(handlers),
    hasFaults: true,
    // A request can bring other texts as base64; kept, they would make every later list a Fault.
    canShow: (text) => forbiddenCharacter(text) === undefined,
    help: (origin) => {
      const url = origin + SOAP_PATH;
      return `POST SOAP 1.1 requests to ${url}; its WSDL is at ${url}?wsdl.`;
    },
    routes: (_, answer) => {
      const soap = endpoint(handlers, own, answer);
      return ['/', SOAP_PATH].flatMap((path) => [
        { method: 'GET', path, query: 'wsdl', handle: wsdl },
        { method: 'POST', path, handle: soap },
      ]);
    },
  };
}

const wsdl: Handle = async ({ origin }) =>
  promptly(httpResponse(200, 'text/xml; charset=utf-8', await wsdlText(origin + SOAP_PATH)));

type Handlers = Readonly<Record<OperationName, Handler>>;

/**
 * Makes the SOAP endpoint: from the bytes of a POST request to the reaction.
 *
 * A request that is no SOAP 1.1 at all gets a status of its own (415) and a line of text; every other one gets SOAP, a
 * Fault with status 500 where that is due. A Fault names fields, never their values.
 */
function endpoint(handlers: Handlers, own: Partial<GatewaySettings>, answer: Parameters<Face['routes']>[1]): Handle {
  return (request) => {
    const refusal = refuseUnread(request);
    if (refusal !== undefined) return promptly(refusal);
    try {
      return answer(callOf(request, handlers, own));
    } catch (error) {
      if (error instanceof RequestRefused) return promptly(faultResponse(error.fault));
      // These words are the sandbox's own, and whoever set it up has to learn them.
      const why = error instanceof UnusableOption ? `: ${error.message}` : '';
      // Something in here, or a clock or id source that threw: its words are not for the outside.
      return promptly(faultResponse({ faultCode: 'Server', faultString: `The gateway failed${why}` }));
    }
  };
}

function callOf(request: WholeRequest, handlers: Handlers, own: Partial<GatewaySettings>): FaceCall {
  const { operation, input } = decode(request);
  const handler = handlers[operation as OperationName];
  checkSoapAction(request.headers.soapaction, handler.soapAction);
  return {
    operation,
    credentials: credentialsOf(input),
    address: request.address,
    carryOut: (call) => soapResponse(200, handler.carryOut({ ...call, settings: { ...call.settings, ...own } }, input)),
    refuse: (code, description) => soapResponse(200, handler.refuse(code, description)),
    fault: ({ code, string, actor, detail }) =>
      faultResponse({ faultCode: code, faultString: string, faultActor: actor, detail }),
  };
}

/** The part that every operation has. The WSDL requires both its fields, but a request may come without them. */
function credentialsOf(input: unknown): GatewayCredentials {
  const { client } = input as { readonly client: Partial<Client> | null };
  return { username: client?.username ?? '', password: client?.password ?? undefined };
}

function refuseUnread({ headers }: WholeRequest): HttpResponse | undefined {
  const { mediaType } = parseContentType(headers['content-type']);
  if (mediaType !== 'text/xml') return plainResponse(415, 'SOAP 1.1 has the Content-Type text/xml.');
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    return plainResponse(415, 'Compressed requests are not accepted.', { 'accept-encoding': 'identity' });
  }
  return undefined;
}

function decode({ headers, body }: WholeRequest): IncomingRequest {
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
