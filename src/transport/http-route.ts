import http, { type Agent, type RequestOptions } from 'node:http';
import type * as Https from 'node:https';
import type { HttpSettings } from './http-options.js';

/** The way to an address, as `node:http` wants it. */
export interface Route {
  readonly secure: boolean;
  /** Protocol, host, port, path, agent, and the options of TLS. */
  readonly options: RequestOptions;
  /** Starts a request with these options. */
  readonly request: typeof http.request;
}

/** Finds the way to an address, and keeps the connections that lead there. */
export interface Routes {
  to(url: string): Route;
  /** Closes the connections, but for those of an agent that was given. */
  close(): void;
}

/** A program has one address or a few: reading them anew for every call would be waste. */
const MAX_ADDRESSES = 16;

/** Makes the routes of a transport. */
export function routes(settings: HttpSettings): Routes {
  const known = new Map<string, Route>();
  const own = new Map<boolean, Agent>();

  const agentFor = (secure: boolean): Agent => {
    if (settings.agent !== undefined) return settings.agent;
    const existing = own.get(secure);
    if (existing !== undefined) return existing;
    const { maxSockets, idleTimeoutMs } = settings;
    const made = new (secure ? https() : http).Agent({
      keepAlive: true,
      maxSockets,
      // The connection that was used last is the least likely to be closed at the other end.
      scheduling: 'lifo',
      timeout: idleTimeoutMs,
    });
    own.set(secure, made);
    return made;
  };

  return {
    to: (url) => {
      const before = known.get(url);
      if (before !== undefined) return before;
      const { protocol, hostname, port, pathname, search } = new URL(url);
      const secure = protocol === 'https:';
      const route: Route = {
        secure,
        request: (secure ? https() : http).request,
        options: {
          method: 'POST',
          protocol,
          // An IPv6 address stands in brackets in a url, and without in a socket's address.
          hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
          port: port === '' ? undefined : Number(port),
          path: pathname + search,
          agent: agentFor(secure),
          ...(secure ? settings.tls : {}),
        },
      };
      if (known.size < MAX_ADDRESSES) known.set(url, route);
      return route;
    },
    close: () => {
      for (const agent of own.values()) agent.destroy();
    },
  };
}

/** Loaded when the first https address is used: it brings TLS with it, and plain programs start faster without. */
function https(): typeof Https {
  return process.getBuiltinModule('node:https');
}
