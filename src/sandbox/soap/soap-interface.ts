import { SmsService } from '../../../generated/service.js';
import type { Client } from '../../../generated/types.js';
import type { InterfaceVariant } from '../../domain/sending/message-parts.js';
import { type CompleteRequest, type Handle, httpResponse, promptly } from '../../local-server/messages.js';
import { SOAP_PATH, wsdlText } from '../../local-server/soap-endpoint.js';
import { RequestRefused } from '../../soap/messages/request.js';
import { faultResponse, refuseUnread, requestOf, soapResponse } from '../../soap-server/soap-messages.js';
import { forbiddenCharacter } from '../../xml/chars.js';
import type { Answer, GatewayInterface, InterfaceCall } from '../core/gateway-interface.js';
import { UnusableOption } from '../gateway/call.js';
import type { GatewayCredentials } from '../gateway/gateway.js';
import { type Handler, type OperationName, type ResponseForm, soapHandlers } from './operations.js';

export function soapInterface(form: ResponseForm, variant: InterfaceVariant | undefined): GatewayInterface {
  const handlers = soapHandlers(form);
  return {
    name: 'soap',
    operations: Object.keys(handlers),
    hasFaults: true,
    // A request can contain other characters as base64. If they were stored, every later list would be a Fault.
    canShow: (text) => forbiddenCharacter(text) === undefined,
    help: (origin) => {
      const url = origin + SOAP_PATH;
      return `POST SOAP 1.1 requests to ${url}; its WSDL is at ${url}?wsdl.`;
    },
    routes: (answer) => {
      const soap = endpoint(handlers, variant, answer);
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
 * Creates the SOAP endpoint, which handles the bytes of a POST request.
 *
 * A request that is not SOAP 1.1 gets status 415 and a line of text. Every other request gets a SOAP response; a Fault
 * has status 500. A Fault names fields, but does not contain their values.
 */
function endpoint(handlers: Handlers, variant: InterfaceVariant | undefined, answer: Answer): Handle {
  return (request) => {
    const refusal = refuseUnread(request);
    if (refusal !== undefined) return promptly(refusal);
    try {
      return answer(callOf(request, handlers, variant));
    } catch (error) {
      if (error instanceof RequestRefused) return promptly(faultResponse(error.fault));
      // Include messages about options, because the developer needs them. Other messages may contain private data.
      const why = error instanceof UnusableOption ? `: ${error.message}` : '';
      return promptly(faultResponse({ faultCode: 'Server', faultString: `The gateway failed${why}` }));
    }
  };
}

function callOf(request: CompleteRequest, handlers: Handlers, variant: InterfaceVariant | undefined): InterfaceCall {
  const { operation, input } = requestOf(SmsService, request);
  const handler = handlers[operation as OperationName];
  return {
    operation,
    credentials: credentialsOf(input),
    address: request.address,
    carryOut: (call) =>
      soapResponse(200, handler.carryOut({ ...call, settings: { ...call.settings, variant } }, input)),
    refuse: (code, description) => soapResponse(200, handler.refuse(code, description)),
    fault: ({ code, string, actor, detail }) =>
      faultResponse({ faultCode: code, faultString: string, faultActor: actor, detail }),
  };
}

function credentialsOf(input: unknown): GatewayCredentials {
  const { client } = input as { readonly client: Partial<Client> | null };
  return { username: client?.username ?? '', password: client?.password ?? undefined };
}
