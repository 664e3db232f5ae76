import { MAX_REQUEST_BYTES } from './local-server.js';
import { type HttpRequest, type HttpResponse, plainResponse, promptly, type Reaction } from './messages.js';
import { hasParameter } from './target.js';

/** Reacts to a request. */
export type Handle = (request: HttpRequest) => Reaction | Promise<Reaction>;

/** The path of routes that take whatever path no other route names. */
export const ANY_PATH = '*';

/** Which requests a handler takes: a row of the table of a {@link router}. */
export interface Route {
  /** `GET` stands for `HEAD`, too. */
  readonly method: 'GET' | 'POST';
  /** The path as it stands in the address, `/profile`, or {@link ANY_PATH}. */
  readonly path: string;
  /** The name of a parameter, in lower case, that the query must have. Default: none. */
  readonly query?: string;
  readonly handle: Handle;
}

/**
 * Makes what finds the handler of a request by its method and its path: the first row that fits. Rows that name a path
 * have it for themselves; those of {@link ANY_PATH} are for the paths that no row names. All ways to the gateway lead
 * through it, so they all get the same bytes.
 *
 * @param otherwise - the response where a path has no row for a method; `allow` lists the methods that it has, as the
 *   header `Allow` wants them
 */
export function router(
  routes: readonly Route[],
  otherwise: (request: HttpRequest, allow: string) => HttpResponse,
): Handle {
  const paths = new Set(routes.map(({ path }) => path));
  return (request) => {
    if (request.body.length > MAX_REQUEST_BYTES) return promptly(tooLarge());
    const { method, query } = request;
    const path = paths.has(request.path) ? request.path : ANY_PATH;
    const fitting = routes.filter(
      (route) => route.path === path && (route.query === undefined || hasParameter(query, route.query)),
    );
    const route = fitting.find((one) => methodsOf(one).includes(method));
    if (route !== undefined) return route.handle(request);
    const allow = new Set(fitting.flatMap(methodsOf));
    return promptly(otherwise(request, [...allow].join(', ')));
  };
}

function methodsOf({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** The response to a request with too many bytes. */
export function tooLarge(): HttpResponse {
  return plainResponse(413, `A request has at most ${MAX_REQUEST_BYTES} bytes.`);
}
