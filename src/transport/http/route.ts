import http, { type Agent, type AgentOptions, type RequestOptions } from 'node:http';
import type * as Https from 'node:https';
import { bareHost, type ProxyAddress } from '../proxy/address.js';
import { proxySocketOptions, tunnelAgent } from '../proxy/agent.js';
import type { ProxyUse } from '../proxy/problem.js';
import { OWN_HEADERS } from './exchange.js';
import type { HttpSettings } from './http-options.js';
import { limitAge } from './socket-age.js';

export interface Route {
  readonly secure: boolean;
  readonly proxy: ProxyUse | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly callHeaders: Readonly<Record<string, string>>;
  readonly options: RequestOptions;
  readonly request: typeof http.request;
}

export interface Routes {
  to(url: string): Route;
  close(): void;
}

const MAX_ADDRESSES = 16;

/**
 * Makes the routes of a transport.
 *
 * @param keepAlive - whether connections are kept for further calls
 */
export function routesOf(settings: HttpSettings, keepAlive: boolean): Routes {
  const known = new Map<string, Route>();
  const own = new Map<string, Agent>();
  // Said, because an agent that keeps nothing still gives a connection to a request that waits for one.
  const ownHeaders = keepAlive ? OWN_HEADERS : { ...OWN_HEADERS, connection: 'close' };

  const agentFor = (kind: string, make: (options: AgentOptions) => Agent): Agent => {
    const existing = settings.agent ?? own.get(kind);
    if (existing !== undefined) return existing;
    const made = make({
      keepAlive,
      maxSockets: settings.maxSockets,
      // The connection that was used last is the least likely to be closed at the other end.
      scheduling: 'lifo',
    });
    if (keepAlive) limitAge(made, settings);
    own.set(kind, made);
    return made;
  };

  const direct = (target: URL, proxy: ProxyAddress | undefined): Route => {
    const { protocol, port, pathname, search } = target;
    const secure = protocol === 'https:';
    const agent =
      proxy === undefined
        ? agentFor(protocol, (options) => new (secure ? https() : http).Agent(options))
        : agentFor('tunnel', (options) => tunnelAgent(proxy, settings.tls, options));
    return {
      secure,
      proxy: proxy && { name: proxy.name, role: 'tunnel' },
      headers: {},
      callHeaders: { ...ownHeaders, ...settings.headers },
      request: (secure ? https() : http).request,
      options: {
        protocol,
        hostname: bareHost(target),
        port: port === '' ? undefined : Number(port),
        path: pathname + search,
        agent,
        // Said to our own agent, which would otherwise look for a name for TLS in the headers of every request.
        ...(secure ? settings.tls : settings.agent === undefined && { servername: '' }),
      },
    };
  };

  const forwarded = ({ host, pathname, search }: URL, proxy: ProxyAddress): Route => {
    const { secure, name, authorization } = proxy;
    const headers = { host, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
    return {
      secure,
      proxy: { name, role: 'forward' },
      headers,
      callHeaders: { ...ownHeaders, ...headers, ...settings.headers },
      request: (secure ? https() : http).request,
      options: {
        protocol: secure ? 'https:' : 'http:',
        path: `http://${host}${pathname}${search}`,
        agent: agentFor('forward', (options) => new (secure ? https() : http).Agent(options)),
        ...proxySocketOptions(proxy, settings.tls),
      },
    };
  };

  return {
    to: (url) => {
      const before = known.get(url);
      if (before !== undefined) return before;
      const target = new URL(url);
      const proxy = settings.proxyFor?.(target);
      const route =
        proxy === undefined || target.protocol === 'https:' ? direct(target, proxy) : forwarded(target, proxy);
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
