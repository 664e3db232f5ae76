import { SmsService } from '../../../generated/service.js';
import type { Client } from '../../../generated/types.js';
import { type Handle, httpResponse, promptly, type WholeRequest } from '../../local-server/messages.js';
import { SOAP_PATH, wsdlText } from '../../local-server/soap-endpoint.js';
import { RequestRefused } from '../../soap/messages/request.js';
import { faultResponse, refuseUnread, requestOf, soapResponse } from '../../soap-server/soap-messages.js';
import { forbiddenCharacter } from '../../xml/chars.js';
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
  const { operation, input } = requestOf(SmsService, request);
  const handler = handlers[operation as OperationName];
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
