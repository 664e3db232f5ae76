import {
  type ArrivedRequest,
  type Handle,
  type HandleArrived,
  type HttpResponse,
  plainResponse,
  promptly,
} from './messages.js';
import { hasParameter } from './target.js';

/** The most bytes a request may have: 16 MiB. More gets 413. */
export const MAX_REQUEST_BYTES = 16_777_216;

/** The requests that a handler takes: a row of the table of a {@link router}. */
export interface Route {
  /** `GET` stands for `HEAD`, too, unless that is refused. */
  readonly method: 'GET' | 'POST';
  /** True where a request by GET may change something, which one by HEAD must not (RFC 9110 section 9.2.1). */
  readonly refusesHead?: boolean;
  /** The path as it stands in the address: `/profile`. */
  readonly path: string;
  /** The name of a parameter, in lower case, that the query must have. Default: none. */
  readonly query?: string;
  readonly handle: Handle;
}

/** The responses to requests that no route takes. */
export interface Refusals {
  /**
   * No route has the path.
   *
   * @param paths - those that there are
   */
  notFound(request: ArrivedRequest, paths: readonly string[]): HttpResponse;
  /**
   * The path has no route for the method.
   *
   * @param allow - the methods that it has, as the header `Allow` wants them
   */
  methodNotAllowed(request: ArrivedRequest, allow: string): HttpResponse;
}

/**
 * Makes what finds the handler of a request by its method and its path: the first row that fits. All ways to a service
 * lead through it, so they all get the same bytes.
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
