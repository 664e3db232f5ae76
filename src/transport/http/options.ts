import http, { type Agent } from 'node:http';
import { checkBoolean, checkCount, checkPositive, invalid, isObject } from '../../options/check.js';
import { type KnownNames, readOption, readOptions } from '../../options/names.js';
import { reading } from '../../options/readable.js';
import { type ProxyFor, proxyAddress } from '../proxy/address.js';
import { type Environment, proxyFromEnvironment } from '../proxy/env.js';
import { type TlsOptions, type TlsSettings, tlsSettings } from '../tls/tls-options.js';
import { timerMs } from '../wait.js';
import { type CallLimits, callLimits } from './limits.js';

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions extends TlsOptions {
  /**
   * Time for a whole call in milliseconds, to the last byte of the response. Default: 60,000. A call may set its own.
   */
  readonly timeoutMs?: number | undefined;
  /** Time to connect in milliseconds, TLS included. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long an idle connection is kept for the next call, in milliseconds. Default: 4,000, because servers close
   * theirs after 5 seconds and more: a request that meets a closing connection may be lost with an `unknown` outcome.
   * What a server tells of itself (`Keep-Alive: timeout=…`) shortens it, to a second less than that. Not with `agent`.
   */
  readonly idleTimeoutMs?: number | undefined;
  /**
   * The age in milliseconds from which on a connection takes no further request, so that also a busy client follows a
   * change of the address behind the host name. Default: 60,000, as long as such names are usually kept. `Infinity`: no
   * limit. Not with `agent`.
   */
  readonly maxConnectionAgeMs?: number | undefined;
  /**
   * Whether each request that changes something (`idempotent: false`) has a connection of its own, which is closed
   * after it. No kept connection can then end just as such a request goes out, when a server restarts; the price is to
   * connect each time. Those connections are counted apart by `maxSockets`. Default: false. Not with `agent`.
   */
  readonly freshConnectionForWrites?: boolean | undefined;
  /** The most bytes a response may have, also after decompression. Default: 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /**
   * The most bytes that a streamed response may have, after decompression. Default: no limit, because its records are
   * handed on as they come and are not kept.
   */
  readonly maxStreamBytes?: number | undefined;
  /** Headers for every request. `content-type`, `content-length` and `soapaction` cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** An agent in place of the transport's own; it is not closed by the transport. */
  readonly agent?: Agent | undefined;
  /**
   * The proxy to go through: `http://user:password@host:port` or `https://…`, with user and password percent-encoded;
   * or `'env'`, to find it in `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` once, when the transport is made.
   * Default: none; the environment is not looked at. Not with `agent`.
   *
   * An https address is reached through a tunnel (`CONNECT`): the proxy sees its host and port and nothing else. An
   * http address is not: the proxy sees everything. A proxy of its own on https is verified against `ca`, too.
   */
  readonly proxy?: string | undefined;
  /** How many connections to one address may be open at once. Default: 32; further calls wait. Not with `agent`. */
  readonly maxSockets?: number | undefined;
}

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

/** The names of all options. */
export const HTTP_OPTIONS: KnownNames<HttpTransportOptions> = {
  timeoutMs: true,
  connectTimeoutMs: true,
  idleTimeoutMs: true,
  maxConnectionAgeMs: true,
  freshConnectionForWrites: true,
  maxResponseBytes: true,
  maxStreamBytes: true,
  headers: true,
  ca: true,
  cert: true,
  key: true,
  passphrase: true,
  minVersion: true,
  agent: true,
  proxy: true,
  maxSockets: true,
};

/**
 * Checks the options of a transport and fills in the defaults.
 *
 * @param environment - where `proxy: 'env'` looks
 * @throws ValidationError when an option is not usable
 */
export function httpSettings(given: HttpTransportOptions, environment: Environment): HttpSettings {
  return reading(given, 'options', {}, () => settingsOf(readOptions(given, HTTP_OPTIONS), environment));
}

function settingsOf(options: HttpTransportOptions, environment: Environment): HttpSettings {
  const { connectTimeoutMs = 10_000, idleTimeoutMs = 4000, maxConnectionAgeMs = 60_000 } = options;
  const { freshConnectionForWrites = false, maxSockets = 32, headers = {} } = options;
  if (checkBoolean(freshConnectionForWrites, 'freshConnectionForWrites') && options.agent !== undefined) {
    invalid('freshConnectionForWrites', 'cannot be used with agent: the agent keeps the connections');
  }
  return {
    ...callLimits(options),
    connectTimeoutMs: milliseconds(connectTimeoutMs, 'connectTimeoutMs'),
    idleTimeoutMs: milliseconds(idleTimeoutMs, 'idleTimeoutMs'),
    maxConnectionAgeMs: milliseconds(maxConnectionAgeMs, 'maxConnectionAgeMs'),
    freshConnectionForWrites,
    maxSockets: checkCount(maxSockets, 'maxSockets'),
    headers: checkedHeaders(headers),
    tls: tlsSettings(options),
    agent: options.agent,
    proxyFor: proxyFinder(options, environment),
  };
}

function proxyFinder({ agent, proxy }: HttpTransportOptions, environment: Environment): ProxyFor | undefined {
  if (proxy === undefined) return undefined;
  if (agent !== undefined) invalid('proxy', 'cannot be used with agent: the agent finds the way');
  if (proxy === 'env') return proxyFromEnvironment(environment);
  const address = proxyAddress(proxy, 'proxy');
  return () => address;
}

/** Checks a number of milliseconds, and keeps it within what a timer can wait. */
function milliseconds(value: number, path: string): number {
  return timerMs(checkPositive(value, path));
}

const FIXED_HEADERS: readonly string[] = ['content-type', 'content-length', 'soapaction', 'transfer-encoding'];

function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  const given = readOption('headers', () => (isObject(headers) ? Object.entries(headers) : undefined));
  for (const [name, value] of given ?? invalid('headers', 'is not an object')) {
    const lower = name.toLowerCase();
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch {
      invalid(`headers.${name}`, 'is not a header that HTTP can carry');
    }
    if (FIXED_HEADERS.includes(lower)) invalid(`headers.${name}`, 'belongs to the protocol');
    checked[lower] = value;
  }
  return checked;
}
