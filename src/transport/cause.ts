import { isIP } from 'node:net';
import { redactNumbers } from '../redact/redact.js';
import { certificateProblem } from './tls/certificate-problem.js';

const [MAX_DEPTH, MAX_ERRORS] = [4, 8];

const NOT_SHOWN = 'not shown, because it may quote the request';

/**
 * Codes whose messages are made of fixed words and of names of hosts: of the system, of TLS, of those who parse HTTP.
 */
const SPEAKS_PLAINLY =
  /^(?:E(?:CONN|PIPE|PROTO|TIMEDOUT|NOTFOUND|AI_|HOST|NET)|HPE_|UND_ERR_|ERR_(?:SSL|TLS|OSSL|SOCKET|STREAM|HTTP|INVALID_(?:CHAR|URL|PROTOCOL|HTTP)))/;

const NAME = /^[A-Z][A-Za-z0-9]{0,63}$/;
const CODE = /^[A-Z][A-Z0-9_/]{0,63}$/;

/**
 * Converts a thrown value to an error that may be the `cause` of an error of this library: its name, code and stack,
 * and its message if that comes from the system, Node.js or undici. Other properties may contain the request or the
 * response: unparsed bytes, options with headers, a certificate.
 */
export function safeCause(thrown: unknown): Error {
  try {
    return copyOf(thrown, 0);
  } catch {
    return named('Error', 'it cannot be read', '');
  }
}

function copyOf(thrown: unknown, depth: number): Error {
  if (!(thrown instanceof Error))
    return named('Error', `${thrown === null ? 'null' : typeof thrown} was thrown instead of an Error`, '');
  const code = text(thrown, 'code', CODE);
  const syscall = text(thrown, 'syscall', /^[a-z]{1,20}$/);
  const original = text(thrown, 'message') ?? '';
  const name = text(thrown, 'name', NAME) ?? 'Error';
  const message = syscall !== undefined || isPlain(name, code ?? '') ? redactNumbers(original) : NOT_SHOWN;
  const copy = named(name, message, frames(text(thrown, 'stack') ?? '', original));
  if (code !== undefined) Object.assign(copy, { code });
  if (syscall !== undefined) Object.assign(copy, { syscall }, ofSystem(thrown));
  if (depth === MAX_DEPTH) return copy;
  const { cause, errors } = thrown as Error & { readonly errors?: unknown };
  if (Array.isArray(errors)) {
    Object.assign(copy, { errors: errors.slice(0, MAX_ERRORS).map((each) => copyOf(each, depth + 1)) });
  }
  if (cause !== undefined) Object.defineProperty(copy, 'cause', { value: copyOf(cause, depth + 1), writable: true });
  return copy;
}

function ofSystem(thrown: Error): Record<string, unknown> {
  const { errno, address, port } = thrown as Error & Readonly<Record<string, unknown>>;
  return {
    ...(typeof errno === 'number' ? { errno } : {}),
    ...(typeof address === 'string' && isIP(address) !== 0 ? { address } : {}),
    ...(typeof port === 'number' ? { port } : {}),
  };
}

function isPlain(name: string, code: string): boolean {
  // undici gives parser errors only a name.
  return SPEAKS_PLAINLY.test(code) || name === 'HTTPParserError' || certificateProblem(code) !== undefined;
}

function named(name: string, message: string, trace: string): Error {
  const error = new Error(message);
  const head = message === '' ? name : `${name}: ${message}`;
  Object.defineProperty(error, 'name', { value: name, writable: true });
  Object.defineProperty(error, 'stack', { value: head + trace, writable: true });
  return error;
}

function frames(stack: string, message: string): string {
  const start = stack.indexOf(message);
  if (start === -1) return '';
  const lines = stack.slice(start + message.length).split('\n');
  return lines.flatMap((line) => (/^ {4}at /.test(line) ? ['\n', line] : [])).join('');
}

function text(error: Error, key: string, form = /^/): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' && form.test(value) ? value : undefined;
}
