import type { Agent } from 'node:http';
import { checkBoolean, checkCount, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import { type ProxyAddress, type ProxyFor, proxyAddress } from '../proxy/address.js';
import { type Environment, proxyFromEnvironment } from '../proxy/env.js';
import { TLS_OPTIONS, type TlsSettings, tlsSettings } from '../tls/tls-options.js';
import { type CallLimits, LIMIT_OPTIONS, milliseconds } from './limits.js';

/** The options of {@link httpTransport}. */
export const HTTP_OPTIONS = {
  ...LIMIT_OPTIONS,
  /** Time to connect in milliseconds, TLS included. Default: 10,000. */
  connectTimeoutMs: withDefault(10_000, milliseconds),
  /**
   * The time for which an idle connection is kept, in milliseconds. Default: 4,000, because servers close
   * theirs after 5 seconds and more: a request that meets a closing connection may be lost with an `unknown` outcome.
   * A time that the server names (`Keep-Alive: timeout=…`) shortens it, to a second less than that. Not with `agent`.
   */
  idleTimeoutMs: withDefault(4000, milliseconds),
  /**
   * The age in milliseconds from which on a connection takes no further request, so that also a busy client follows a
   * change of the address behind the host name. Default: 60,000, as long as such names are usually kept. `Infinity`: no
   * limit. Not with `agent`.
   */
  maxConnectionAgeMs: withDefault(60_000, milliseconds),
  /**
   * Gives each request that changes something (`idempotent: false`) a connection of its own, which is closed
   * after it. No kept connection can then end just as such a request goes out, when a server restarts; the price is to
   * connect each time. Those connections are counted apart by `maxSockets`. Default: false. Not with `agent`.
   */
  freshConnectionForWrites: withDefault(false, checkBoolean),
  /** Headers for every request. Not `content-type`, `content-length`, `transfer-encoding` and `soapaction`. */
  headers: withDefault({}, checkHeaders),
  ...TLS_OPTIONS,
  /** An agent in place of the transport's own; it is not closed by the transport. */
  agent: optional((agent: Agent) => agent),
  /**
   * The proxy to go through: `http://user:password@host:port` or `https://…`, with user and password percent-encoded;
   * or `'env'`, to find it in `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` once, when the transport is made.
   * Default: none; the environment is not looked at. Not with `agent`.
   *
   * An https address is reached through a tunnel (`CONNECT`): the proxy sees its host and port and nothing else. An
   * http address is not: the proxy sees everything. A proxy of its own on https is verified against `ca`, too.
   */
  proxy: optional(checkProxy),
  /** The most open connections to one address. Default: 32; further calls wait. Not with `agent`. */
  maxSockets: withDefault(32, checkCount),
};

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions extends OptionsOf<typeof HTTP_OPTIONS> {}

/** The options of a transport after they were checked. */
export interface HttpSettings extends CallLimits {
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxConnectionAgeMs: number;
  readonly freshConnectionForWrites: boolean;
  readonly maxSockets: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsSettings;
  readonly agent: Agent | undefined;
  /** Finds the proxy for an address; absent where none is to be used for any. */
  readonly proxyFor: ProxyFor | undefined;
}

/**
 * Checks the options of a transport and fills in the defaults.
 *
 * @param environment - where `proxy: 'env'` looks
 * @throws ValidationError when an option is not usable
 */
export function httpSettings(given: HttpTransportOptions, environment: Environment): HttpSettings {
  return settingsOf(readOptions(given, HTTP_OPTIONS), environment);
}

/** Makes the settings of options that were read. @throws ValidationError when they do not fit together */
export function settingsOf(options: OptionValues<typeof HTTP_OPTIONS>, environment: Environment): HttpSettings {
  if (options.freshConnectionForWrites && options.agent !== undefined) {
    invalid('freshConnectionForWrites', 'cannot be used with agent: the agent keeps the connections');
  }
  const { timeoutMs, maxResponseBytes, maxStreamBytes, connectTimeoutMs, idleTimeoutMs, maxConnectionAgeMs } = options;
  const { freshConnectionForWrites, maxSockets, headers, agent } = options;
  return {
    timeoutMs,
    maxResponseBytes,
    maxStreamBytes,
    connectTimeoutMs,
    idleTimeoutMs,
    maxConnectionAgeMs,
    freshConnectionForWrites,
    maxSockets,
    headers,
    tls: tlsSettings(options),
    agent,
    proxyFor: proxyFinder(options, environment),
  };
}

function checkProxy(value: string, path: string): ProxyAddress | 'env' {
  return value === 'env' ? value : proxyAddress(value, path);
}

function proxyFinder(
  { agent, proxy }: OptionValues<typeof HTTP_OPTIONS>,
  environment: Environment,
): ProxyFor | undefined {
  if (proxy === undefined) return undefined;
  if (agent !== undefined) invalid('proxy', 'cannot be used with agent: the agent finds the way');
  return proxy === 'env' ? proxyFromEnvironment(environment) : () => proxy;
}

const FIXED_HEADERS: readonly string[] = ['content-type', 'content-length', 'soapaction', 'transfer-encoding'];

/** Checks headers for every request, and writes their names in lower case. */
export function checkHeaders(
  headers: Readonly<Record<string, string>>,
  path: string,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  if (!isObject(headers)) invalid(path, 'is not an object');
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    try {
      const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      invalid(`${path}.${name}`, 'is not a header that HTTP can carry');
    }
    if (FIXED_HEADERS.includes(lower)) invalid(`${path}.${name}`, 'belongs to the protocol');
    checked[lower] = value;
  }
  return checked;
}
