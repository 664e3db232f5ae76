import http, { type Agent, type AgentOptions, type RequestOptions } from 'node:http';
import type * as Https from 'node:https';
import type { Duplex } from 'node:stream';
import { unheld } from '../../options/check.js';
import type { ProxyAddress } from '../proxy/address.js';
import { proxySocketOptions, tunnelAgent } from '../proxy/agent.js';
import type { ProxyUse } from '../proxy/problem.js';
import { OWN_HEADERS } from './exchange.js';
import type { HttpSettings } from './http-options.js';

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

export function routesOf(settings: HttpSettings, keepAlive: boolean): Routes {
  const known = new Map<string, Route>();
  const agents = new Map<string, Agent>();
  // Stated, because an agent without keepAlive still passes a connection to a waiting request.
  const ownHeaders = keepAlive ? OWN_HEADERS : { ...OWN_HEADERS, connection: 'close' };

  const agentFor = (kind: string, make: (options: AgentOptions) => Agent): Agent => {
    const existing = settings.agent ?? agents.get(kind);
    if (existing !== undefined) return existing;
    const made = make({
      keepAlive,
      maxSockets: settings.maxSockets,
      // The connection that was used last is the least likely to be closed at the other end.
      scheduling: 'lifo',
    });
    if (keepAlive) limitAge(made, settings);
    agents.set(kind, made);
    return made;
  };

  const direct = (target: URL, proxy: ProxyAddress | undefined): Route => {
    const { protocol, hostname, port, pathname, search } = target;
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
        hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
        port: port === '' ? undefined : Number(port),
        path: pathname + search,
        agent,
        // Stated, because the agent would otherwise look for a TLS name in the headers of each request.
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
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** Loaded for the first https address, because it loads TLS. */
function https(): typeof Https {
  return process.getBuiltinModule('node:https');
}

interface AgeLimits {
  readonly idleTimeoutMs: number;
  readonly maxConnectionAgeMs: number;
}

/**
 * A time by two clocks: `performance.now()` cannot be set, and stops while the machine is suspended; `Date.now()`
 * continues.
 */
interface Timestamp {
  readonly steady: number;
  readonly wall: number;
}

interface Age {
  readonly opened: Timestamp;
  /** The start of the idle time; `undefined` while it is used. */
  idleSince: Timestamp | undefined;
  /** The time that it may be idle, in milliseconds. */
  idleMs: number;
  heard: string | undefined;
  /** True once it is listened to, which begins when it is idle for the first time. */
  isWatched: boolean;
}

const AGE: unique symbol = Symbol('age');

type Connection = Duplex & { [AGE]?: Age };

const MARGIN_MS = 1000;

const TIMEOUT = /(?:^|[\s,;])timeout *= *"?(\d+)/i;

export function hearKeepAlive(socket: Connection, header: string): void {
  const age = socket[AGE];
  if (age === undefined || age.heard === header) return;
  age.heard = header;
  const seconds = TIMEOUT.exec(header)?.[1];
  if (seconds !== undefined) age.idleMs = Math.min(age.idleMs, Number(seconds) * 1000 - MARGIN_MS);
}

/**
 * Makes an agent close connections that are too old, in use or idle, and idle ones that receive data. The agent's
 * option `timeout` also watches busy connections, which costs every call.
 */
function limitAge(agent: Agent, { idleTimeoutMs, maxConnectionAgeMs }: AgeLimits): void {
  const connect = agent.createConnection.bind(agent);
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  let timer: NodeJS.Timeout | undefined;
  let freed = timestamp();

  const remainingMs = ({ opened, idleSince, idleMs }: Age, now: Timestamp = timestamp()): number => {
    const remaining = maxConnectionAgeMs - between(opened, now);
    return idleSince === undefined ? remaining : Math.min(remaining, idleMs - between(idleSince, now));
  };
  const sweep = (): void => {
    clearTimeout(timer);
    timer = undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const socket of Object.values(agent.freeSockets).flatMap<Connection>((sockets) => sockets ?? [])) {
      const age = socket[AGE];
      const untilRetiredMs = age === undefined ? next : remainingMs(age);
      if (untilRetiredMs <= 0) socket.destroy();
      else next = Math.min(next, untilRetiredMs);
    }
    if (next !== Number.POSITIVE_INFINITY) wait(next);
  };
  const wait = (ms: number): void => {
    // It must not keep the process alive.
    timer = unheld(setTimeout(sweep, Math.ceil(ms)));
  };

  agent.createConnection = (...args) => {
    const socket: Connection | null | undefined = connect(...args);
    if (socket)
      socket[AGE] = {
        opened: timestamp(),
        idleSince: undefined,
        idleMs: idleTimeoutMs,
        heard: undefined,
        isWatched: false,
      };
    return socket;
  };
  // Before the agent's listener, which passes the connection to a waiting request or keeps it.
  agent.prependListener('free', (socket: Connection) => {
    const age = socket[AGE];
    freed = timestamp();
    if (age !== undefined && Math.min(remainingMs(age, freed), age.idleMs) <= 0) socket.destroy();
  });
  agent.keepSocketAlive = (socket: Connection) => {
    const age = socket[AGE];
    if (age !== undefined) {
      // One listener for the life of the connection costs less than one for each request.
      if (!age.isWatched) socket.on('data', refuseIfIdle);
      age.isWatched = true;
      age.idleSince = freed;
      if (timer === undefined) wait(remainingMs(age, freed));
    }
    return keep(socket);
  };
  agent.reuseSocket = (socket: Connection, request) => {
    const age = socket[AGE];
    if (age !== undefined) {
      // After a standstill of the process, the timer is late. The call uses another connection.
      if (remainingMs(age) <= 0) {
        sweep();
        socket.destroy();
      }
      age.idleSince = undefined;
    }
    reuse(socket, request);
  };
}

function refuseIfIdle(this: Connection): void {
  if (this[AGE]?.idleSince !== undefined) this.destroy();
}

function timestamp(): Timestamp {
  return { steady: performance.now(), wall: Date.now() };
}

function between(from: Timestamp, to: Timestamp): number {
  return Math.max(to.steady - from.steady, to.wall - from.wall);
}
