import type { Agent } from 'node:http';
import { checkBoolean, checkCount, checkPositive, invalid, isObject } from '../../options/check.js';
import { type OptionsOf, type OptionValues, optional, readOptions, withDefault } from '../../options/table.js';
import {
  type Environment,
  type ProxyAddress,
  type ProxyFor,
  proxyAddress,
  proxyFromEnvironment,
} from '../proxy/address.js';
import { timerMs } from '../time-limits.js';
import { TLS_OPTIONS, type TlsSettings, tlsSettings } from '../tls/tls-options.js';

/** Checks a number of milliseconds, and keeps it within what a timer can wait. */
export function milliseconds(value: unknown, path: string): number {
  return timerMs(checkPositive(value, path));
}

/** The options of a transport that limit every call. */
export const LIMIT_OPTIONS = {
  /**
   * Time limit of an attempt, to the last byte of the response, in milliseconds. Default: 60,000. A call can set its
   * own.
   */
  timeoutMs: withDefault(60_000, milliseconds),
  /** The most bytes of a response, also after decompression. Default: 67,108,864 (64 MiB). */
  maxResponseBytes: withDefault(64 * 1024 * 1024, checkPositive),
  /**
   * The most bytes of a streamed response, after decompression. Default: no limit, because its records are not kept.
   */
  maxStreamBytes: withDefault(Number.POSITIVE_INFINITY, checkPositive),
};

export interface LimitOptions extends OptionsOf<typeof LIMIT_OPTIONS> {}

export interface CallLimits extends OptionValues<typeof LIMIT_OPTIONS> {}

export const HTTP_OPTIONS = {
  ...LIMIT_OPTIONS,
  /** Time limit to connect, including TLS, in milliseconds. Default: 10,000. */
  connectTimeoutMs: withDefault(10_000, milliseconds),
  /**
   * The time after which an idle connection is closed, in milliseconds. Default: 4,000, because servers close idle
   * connections after 5 seconds or later, and a request on a closing connection has an `unknown` outcome. A shorter
   * `Keep-Alive: timeout=…` of the server applies, less one second. Not with `agent`.
   */
  idleTimeoutMs: withDefault(4000, milliseconds),
  /**
   * The age from which a connection is not used for further requests, in milliseconds, so that a busy client follows a
   * change of the address of the host name. Default: 60,000. `Infinity`: no limit. Not with `agent`.
   */
  maxConnectionAgeMs: withDefault(60_000, milliseconds),
  /**
   * Sends each request that is not idempotent on a new connection: a kept connection may be closed just as the request
   * is sent, when a server restarts. `maxSockets` counts these connections separately. Default: false. Not with
   * `agent`.
   */
  freshConnectionForWrites: withDefault(false, checkBoolean),
  /** Headers for every request. Not `content-type`, `content-length`, `transfer-encoding` and `soapaction`. */
  headers: withDefault({}, checkHeaders),
  ...TLS_OPTIONS,
  /** Replaces the agent of the transport; the transport does not close it. */
  agent: optional((agent: Agent) => agent),
  /**
   * The proxy: `http://user:password@host:port` or `https://…`, with user and password percent-encoded; or `'env'`,
   * which reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` when the transport is created. Default: none.
   * Not with `agent`.
   *
   * An https address is reached through a tunnel (`CONNECT`), in which the proxy sees only host and port. For an http
   * address, the proxy sees the complete request. A proxy on https is also verified against `ca`.
   */
  proxy: optional(checkProxy),
  /** The most open connections to one address; further calls wait. Default: 32. Not with `agent`. */
  maxSockets: withDefault(32, checkCount),
};

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions extends OptionsOf<typeof HTTP_OPTIONS> {}

export interface HttpSettings extends OptionValues<typeof HTTP_OPTIONS> {
  readonly tls: TlsSettings;
  readonly proxyFor: ProxyFor | undefined;
}

export function httpSettings(options: HttpTransportOptions, environment: Environment): HttpSettings {
  return settingsOf(readOptions(options, HTTP_OPTIONS), environment);
}

/** Makes the settings of options that were read. @throws ValidationError when they do not fit together */
export function settingsOf(options: OptionValues<typeof HTTP_OPTIONS>, environment: Environment): HttpSettings {
  if (options.freshConnectionForWrites && options.agent !== undefined) {
    invalid('freshConnectionForWrites', 'cannot be used with agent, which manages the connections');
  }
  return { ...options, tls: tlsSettings(options), proxyFor: proxyFinder(options, environment) };
}

function checkProxy(value: string, path: string): ProxyAddress | 'env' {
  return value === 'env' ? value : proxyAddress(value, path);
}

function proxyFinder(
  { agent, proxy }: OptionValues<typeof HTTP_OPTIONS>,
  environment: Environment,
): ProxyFor | undefined {
  if (proxy === undefined) return undefined;
  if (agent !== undefined) invalid('proxy', 'cannot be used with agent, which selects the route');
  return proxy === 'env' ? proxyFromEnvironment(environment) : () => proxy;
}

const FIXED_HEADERS: readonly string[] = ['content-type', 'content-length', 'soapaction', 'transfer-encoding'];

/** Checks headers for every request, and writes their names in lower case. */
export function checkHeaders(
  headers: Readonly<Record<string, string>>,
  path: string,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  if (!isObject(headers)) invalid(path, 'must be an object');
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    try {
      const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http');
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      invalid(`${path}.${name}`, 'must be a valid HTTP header');
    }
    if (FIXED_HEADERS.includes(lower)) invalid(`${path}.${name}`, 'is reserved for the HTTP protocol');
    checked[lower] = value;
  }
  return checked;
}
