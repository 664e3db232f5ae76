import http, { type Agent } from 'node:http';
import type { SecureVersion } from 'node:tls';
import { ValidationError } from '../errors/errors.js';
import { checkNames, checkPositive, type KnownNames } from '../errors/options.js';
import { timerMs } from './pause.js';

/** A certificate or key, or several, as PEM. */
export type Pem = string | Uint8Array | readonly (string | Uint8Array)[];

/** Options of {@link httpTransport}. */
export interface HttpTransportOptions {
  /** Time for a whole call in milliseconds, to the last byte of the answer. Default: 60,000. A call may set its own. */
  readonly timeoutMs?: number | undefined;
  /** Time to connect in milliseconds, TLS included. Default: 10,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long an idle connection is kept for the next call, in milliseconds. Default: 4,000, because servers close theirs
   * after 5 seconds and more: a request that meets a closing connection may be lost with an `unknown` outcome.
   */
  readonly idleTimeoutMs?: number | undefined;
  /** The most bytes an answer may have, also after decompression. Default: 67,108,864 (64 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /**
   * The most bytes that a streamed answer may have, after decompression. Default: no limit, because its records are
   * handed on as they come and are not kept.
   */
  readonly maxStreamBytes?: number | undefined;
  /** Headers for every request. `content-type`, `content-length` and `soapaction` cannot be replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Certificates (PEM) of the authorities to trust, in place of those that Node.js knows. */
  readonly ca?: Pem | undefined;
  /** The client's own certificate (PEM) with its chain, where the server asks for one; needs `key`. */
  readonly cert?: Pem | undefined;
  /** The private key (PEM) of `cert`. */
  readonly key?: Pem | undefined;
  /** What the private key is encrypted with. */
  readonly passphrase?: string | undefined;
  /** The oldest version of TLS to speak: `'TLSv1.2'` (default) or `'TLSv1.3'`. */
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3' | undefined;
  /** An agent in place of the transport's own, for example for a proxy; it is not closed by the transport. */
  readonly agent?: Agent | undefined;
  /** How many connections to one address may be open at once. Default: 32; further calls wait. Not with `agent`. */
  readonly maxSockets?: number | undefined;
}

/** The options of TLS, as Node.js wants them. */
export interface TlsSettings {
  readonly ca?: string | Buffer | (string | Buffer)[];
  readonly cert?: string | Buffer | (string | Buffer)[];
  readonly key?: string | Buffer | (string | Buffer)[];
  readonly passphrase?: string;
  readonly minVersion?: SecureVersion;
}

/** The options of a transport after they were checked. */
export interface HttpSettings {
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxStreamBytes: number;
  readonly maxSockets: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsSettings;
  readonly agent: Agent | undefined;
}

const KNOWN: KnownNames<HttpTransportOptions> = {
  timeoutMs: true,
  connectTimeoutMs: true,
  idleTimeoutMs: true,
  maxResponseBytes: true,
  maxStreamBytes: true,
  headers: true,
  ca: true,
  cert: true,
  key: true,
  passphrase: true,
  minVersion: true,
  agent: true,
  maxSockets: true,
};

/**
 * Checks the options of a transport and fills in the defaults.
 *
 * @throws ValidationError when an option is not usable
 */
export function httpSettings(options: HttpTransportOptions): HttpSettings {
  checkNames(options, KNOWN, 'options');
  return {
    timeoutMs: milliseconds('timeoutMs', options.timeoutMs ?? 60_000),
    connectTimeoutMs: milliseconds('connectTimeoutMs', options.connectTimeoutMs ?? 10_000),
    idleTimeoutMs: milliseconds('idleTimeoutMs', options.idleTimeoutMs ?? 4000),
    maxResponseBytes: checkPositive('maxResponseBytes', options.maxResponseBytes ?? 64 * 1024 * 1024),
    maxStreamBytes: checkPositive('maxStreamBytes', options.maxStreamBytes ?? Number.POSITIVE_INFINITY),
    maxSockets: checkPositive('maxSockets', options.maxSockets ?? 32),
    headers: checkedHeaders(options.headers ?? {}),
    tls: tlsSettings(options),
    agent: options.agent,
  };
}

/** Checks a number of milliseconds, and keeps it within what a timer can wait. */
export function milliseconds(name: string, value: number, operation?: string): number {
  return timerMs(checkPositive(name, value, { operation }));
}

const FIXED_HEADERS: readonly string[] = ['content-type', 'content-length', 'soapaction', 'transfer-encoding'];

function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    try {
      http.validateHeaderName(name);
      http.validateHeaderValue(name, value);
    } catch {
      throw new ValidationError(`headers.${name}`, 'is not a header that HTTP can carry');
    }
    if (FIXED_HEADERS.includes(lower)) throw new ValidationError(`headers.${name}`, 'belongs to the protocol');
    checked[lower] = value;
  }
  return checked;
}

function tlsSettings({ ca, cert, key, passphrase, minVersion }: HttpTransportOptions): TlsSettings {
  if ((cert === undefined) !== (key === undefined)) {
    throw new ValidationError(cert === undefined ? 'cert' : 'key', 'is missing: cert and key belong together');
  }
  if (minVersion !== undefined && minVersion !== 'TLSv1.2' && minVersion !== 'TLSv1.3') {
    throw new ValidationError('minVersion', "is neither 'TLSv1.2' nor 'TLSv1.3'");
  }
  const settings: TlsSettings = {
    ...(ca === undefined ? {} : { ca: pem(ca) }),
    ...(cert === undefined ? {} : { cert: pem(cert) }),
    ...(key === undefined ? {} : { key: pem(key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
    minVersion: minVersion ?? 'TLSv1.2',
  };
  checkCertificates(settings);
  return settings;
}

/** A wrong file must show when the transport is made, not when the first message is to be sent. */
function checkCertificates(settings: TlsSettings): void {
  const { ca, cert, key } = settings;
  if (ca === undefined && cert === undefined) return;
  const { createSecureContext } = process.getBuiltinModule('node:tls');
  for (const [name, part] of Object.entries({ ca, cert, key })) {
    if (part === undefined) continue;
    try {
      createSecureContext(name === 'key' ? settings : { [name]: part });
    } catch {
      // Not the error as the cause: it may come from the key.
      const hint = name === 'key' ? ', does not belong to cert, or needs another passphrase' : '';
      throw new ValidationError(name, `is not usable as PEM${hint}`);
    }
  }
}

function pem(given: Pem): string | Buffer | (string | Buffer)[] {
  const one = (item: string | Uint8Array): string | Buffer => (typeof item === 'string' ? item : Buffer.from(item));
  return typeof given === 'string' || given instanceof Uint8Array ? one(given) : given.map(one);
}
