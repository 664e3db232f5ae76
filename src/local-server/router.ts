import type { ArrivedRequest, Handle, HandleArrived, HttpResponse } from './messages.js';
import { plainResponse, promptly } from './messages.js';
import { hasParameter } from './target.js';

/** The most bytes a request may have: 16 MiB. More gets 413. */
export const MAX_REQUEST_BYTES = 16_777_216;

/** The path of routes that take whatever path no other route names. */
export const ANY_PATH = '*';

/** The requests that a handler takes: a row of the table of a {@link router}. */
export interface Route {
  /** `GET` stands for `HEAD`, too. */
  readonly method: 'GET' | 'POST';
  /** The path as it stands in the address, `/profile`, or {@link ANY_PATH}. */
  readonly path: string;
  /** The name of a parameter, in lower case, that the query must have. Default: none. */
  readonly query?: string;
  readonly handle: Handle;
}

/** The responses to requests that no route takes. */
export interface Refusals {
  /**
   * No route has the path, and none is of {@link ANY_PATH}. Default: a line of text.
   *
   * @param paths - those that there are
   */
  readonly notFound?: (request: ArrivedRequest, paths: readonly string[]) => HttpResponse;
  /** The path has no route for the method. @param allow - the methods that it has, as the header `Allow` wants them */
  readonly methodNotAllowed: (request: ArrivedRequest, allow: string) => HttpResponse;
  /** The request has more than {@link MAX_REQUEST_BYTES}. Default: a line of text. */
  readonly tooLarge?: () => HttpResponse;
}

/**
 * Makes what finds the handler of a request by its method and its path: the first row that fits. Rows that name a path
 * have it for themselves; those of {@link ANY_PATH} are for the paths that no row names. All ways to a service lead
 * through it, so they all get the same bytes.
 */
export function router(routes: readonly Route[], refusals: Refusals): HandleArrived {
  const { notFound = pathNotFound, methodNotAllowed, tooLarge = requestTooLarge } = refusals;
  const paths = new Set(routes.map(({ path }) => path));
  return (request) => {
    const { method, query, body } = request;
    if (body === undefined || body.length > MAX_REQUEST_BYTES) return promptly(tooLarge());
    const path = paths.has(request.path) ? request.path : ANY_PATH;
    if (!paths.has(path)) return promptly(notFound(request, [...paths]));
    const fitting = routes.filter(
      (route) => route.path === path && (route.query === undefined || hasParameter(query, route.query)),
    );
    const route = fitting.find((one) => methodsOf(one).includes(method));
    if (route !== undefined) return route.handle({ ...request, body });
    const allow = new Set(fitting.flatMap(methodsOf));
    return promptly(methodNotAllowed(request, [...allow].sort().join(', ')));
  };
}

function methodsOf({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function pathNotFound(_: ArrivedRequest, paths: readonly string[]): HttpResponse {
  return plainResponse(404, `There is nothing at this path. There are: ${paths.join(', ')}.`);
}

function requestTooLarge(): HttpResponse {
  return plainResponse(413, `A request has at most ${MAX_REQUEST_BYTES} bytes.`);
}
