import { closeSync, openSync } from 'node:fs';

/** Codes that say what is wrong on the way to the server, before any TLS. */
const NETWORK_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ETIMEDOUT', 'the host does not answer'],
  ['EHOSTUNREACH', 'there is no route to the host'],
  ['ENETUNREACH', 'the network cannot be reached'],
  ['ECONNRESET', 'the connection was reset'],
  ['EPIPE', 'the connection was closed'],
  ['EADDRNOTAVAIL', 'no local address or port is free'],
  ['EMFILE', 'this process has as many files and connections open as it may (ulimit -n)'],
  ['ENFILE', 'this system has as many files and connections open as it can'],
  ['EACCES', 'the system forbids it'],
  // The codes of undici.
  ['UND_ERR_SOCKET', 'the connection was closed'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the host does not answer'],
  ['UND_ERR_CLOSED', 'the pool is closed'],
  ['UND_ERR_DESTROYED', 'the pool is closed'],
]);

/** The codes of a failed lookup of a name, which also come when no file can be opened for it. */
const NOT_LOOKED_UP: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/** Explains a code of the network, in words; `undefined` for any other code. */
export function networkProblem(code: string): string | undefined {
  return NETWORK_PROBLEMS.get((NOT_LOOKED_UP.has(code) ? filesProblem() : undefined) ?? code);
}

/** The code for which no further file can be opened; `undefined` where one can. */
function filesProblem(): string | undefined {
  try {
    closeSync(openSync(process.execPath, 'r'));
  } catch (error) {
    return codeOf(error);
  }
  return undefined;
}

/** The reason that OpenSSL gives, where it stands in a message only. */
const OPENSSL = /:SSL routines:[^:]*:([^:\n]+)/;

/**
 * The code that Node.js gave an error; empty for none. A session that fails while something waits to be written has the
 * code `EPROTO` whatever the reason: then the reason is taken from the message, and written as Node.js writes it
 * elsewhere.
 */
export function codeOf(error: unknown): string {
  // undici gives what its parser cannot read a name only.
  if (error instanceof Error && error.name === 'HTTPParserError') return 'HPE_INVALID';
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return '';
  const reason = error.code === 'EPROTO' ? OPENSSL.exec(error.message)?.[1] : undefined;
  return reason === undefined ? error.code : `ERR_SSL_${reason.trim().toUpperCase().replaceAll(' ', '_')}`;
}

/**
 * Explains why the two sides could not agree on a TLS session.
 *
 * @param name - the name that the other side was asked for
 */
export function tlsHint(code: string, name: string): string {
  if (code.endsWith('_UNRECOGNIZED_NAME')) return `it knows no host ${name}: correct the host name (${code})`;
  if (code.includes('PROTOCOL_VERSION') || code === 'ERR_SSL_UNSUPPORTED_PROTOCOL') {
    return `it speaks no version of TLS that minVersion allows (${code})`;
  }
  if (code.endsWith('_ALERT_HANDSHAKE_FAILURE')) {
    return `it found nothing to agree on, or wants a certificate of the client (${code})`;
  }
  return `does it speak https on this port? (${code || 'no code'})`;
}
