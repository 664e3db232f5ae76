import {
  type ArrivedRequest,
  type Handle,
  type HandleArrived,
  type HttpResponse,
  httpResponse,
  plainResponse,
  promptly,
} from '../local-server/messages.js';
import { ANY_PATH, type Route, router } from '../local-server/router.js';
import { SOAP_PATH, wsdlText } from '../local-server/soap-endpoint.js';

/** Makes what reacts to the requests of all interfaces; a further interface adds its routes here. */
export function handleRequests(soap: Handle): HandleArrived {
  const routes: readonly Route[] = [
    { method: 'GET', path: '/', query: 'wsdl', handle: wsdl },
    { method: 'GET', path: '/', handle: explanation },
    { method: 'POST', path: '/', handle: soap },
    { method: 'GET', path: ANY_PATH, query: 'wsdl', handle: wsdl },
    { method: 'POST', path: ANY_PATH, handle: soap },
  ];
  return router(routes, { methodNotAllowed });
}

const wsdl: Handle = async ({ origin }) =>
  promptly(httpResponse(200, 'text/xml; charset=utf-8', await wsdlText(origin + SOAP_PATH)));

const explanation: Handle = (request) =>
  promptly(
    plainResponse(200, `The embedded gateway of sms-service-client, for tests and demonstrations.\n${help(request)}`),
  );

function methodNotAllowed(request: ArrivedRequest, allow: string): HttpResponse {
  return plainResponse(405, `There is nothing to ${request.method} here. ${help(request)}`, { allow });
}

function help({ origin }: ArrivedRequest): string {
  const url = origin + SOAP_PATH;
  return `POST SOAP 1.1 requests to ${url}; its WSDL is at ${url}?wsdl.`;
}
