import {
  type ArrivedRequest,
  type Handle,
  type HandleArrived,
  type HttpResponse,
  hasParameter,
  plainResponse,
  promptly,
} from './messages.js';

export const MAX_REQUEST_BYTES = 16_777_216;

/** A row of the table of a {@link router}: the requests that a handler accepts. */
export interface Route {
  /** `GET` includes `HEAD` unless `refusesHead` is set. */
  readonly method: 'GET' | 'POST';
  readonly refusesHead?: boolean;
  /** The path as in the URL: `/profile`. */
  readonly path: string;
  /** The name of a required query parameter, in lower case. Default: none. */
  readonly query?: string;
  readonly handle: Handle;
}

/** The responses to requests that match no route. */
export interface Refusals {
  /**
   * No route has the path.
   *
   * @param paths - the existing paths
   */
  notFound(request: ArrivedRequest, paths: readonly string[]): HttpResponse;
  /**
   * The path has no route for the method.
   *
   * @param allow - the supported methods, formatted for the `Allow` header
   */
  methodNotAllowed(request: ArrivedRequest, allow: string): HttpResponse;
}

/**
 * Creates a function that selects the handler of a request by method and path: the first matching row. All interfaces
 * of a service use it, so all return the same bytes.
 */
export function router(routes: readonly Route[], refusals: Refusals): HandleArrived {
  const paths = [...new Set(routes.map(({ path }) => path))];
  return (request) => {
    const { method, path, query, body } = request;
    if (body === undefined || body.length > MAX_REQUEST_BYTES) return promptly(tooLarge());
    if (!paths.includes(path)) return promptly(refusals.notFound(request, paths));
    const fitting = routes.filter(
      (route) => route.path === path && (route.query === undefined || hasParameter(query, route.query)),
    );
    const route = fitting.find((one) => methodsOf(one).includes(method));
    if (route !== undefined) return route.handle({ ...request, body });
    const allow = new Set(fitting.flatMap(methodsOf));
    return promptly(refusals.methodNotAllowed(request, [...allow].sort().join(', ')));
  };
}

function methodsOf({ method, refusesHead = false }: Route): readonly string[] {
  return method === 'GET' && !refusesHead ? ['GET', 'HEAD'] : [method];
}

function tooLarge(): HttpResponse {
  return plainResponse(413, `A request has at most ${MAX_REQUEST_BYTES} bytes.`);
}
