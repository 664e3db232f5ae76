import {
  type ArrivedRequest,
  type HandleArrived,
  type HttpResponse,
  plainResponse,
  promptly,
} from '../../local-server/messages.js';
import { type Route, router } from '../../local-server/router.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Answer, Face } from './face.js';

/** Makes what reacts to the requests of all faces. */
export function routesOf(faces: readonly Face[], gateway: Gateway, answer: Answer): HandleArrived {
  const help = ({ origin }: ArrivedRequest): string => faces.map((face) => face.help(origin)).join(' ');
  const explanation: Route = {
    method: 'GET',
    path: '/',
    handle: (request) =>
      promptly(
        plainResponse(
          200,
          `The embedded gateway of sms-service-client, for tests and demonstrations.\n${help(request)}`,
        ),
      ),
  };
  const methodNotAllowed = (request: ArrivedRequest, allow: string): HttpResponse =>
    plainResponse(405, `There is nothing to ${request.method} here. ${help(request)}`, { allow });
  const notFound = (request: ArrivedRequest, paths: readonly string[]): HttpResponse =>
    plainResponse(404, `There is nothing at this path; the paths here are ${listed(paths)}. ${help(request)}`);
  return router([...faces.flatMap((face) => face.routes(gateway, answer)), explanation], {
    notFound,
    methodNotAllowed,
  });
}

function listed(paths: readonly string[]): string {
  return `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`;
}
