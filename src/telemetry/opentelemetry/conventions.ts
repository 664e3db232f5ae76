import type { Attributes } from '@opentelemetry/api';
import type { AttemptTracing, CallTracing } from '../../calls/events/tracing.js';
import { serverOf } from '../server.js';

/** The version of the semantic conventions that the names are of. */
export const SCHEMA_URL = 'https://opentelemetry.io/schemas/1.45.0';

/** The boundaries that the conventions name for `rpc.client.call.duration`, in seconds. */
export const DURATION_BOUNDARIES: number[] = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'CONNECTION',
  'TIMEOUT',
  'TLS',
  'REQUEST_BODY',
  'ABORTED',
  'HTTP_STATUS',
  'FOREIGN',
]);

/** The attributes of a call, for its span and its metric, that are known when it begins. */
export function callAttributes({ operation, protocol, address, label }: CallTracing, withLabel: boolean): Attributes {
  return {
    'rpc.system.name': protocol ?? 'http',
    'rpc.method': operation,
    ...serverAttributes(address),
    ...(withLabel && label !== undefined ? { 'sms_service.label': label } : {}),
  };
}

/** Those of a call that has failed. As the conventions want it, the code of a server is the type of its error. */
export function failureAttributes({ code, result }: CallTracing): Attributes {
  if (code === undefined) return {};
  if (typeof result !== 'number') return { 'error.type': code };
  return { 'error.type': String(result), 'rpc.status_code': String(result) };
}

/** The attributes of an attempt that are known when it begins. */
export function attemptAttributes({ method, address, resends }: AttemptTracing): Attributes {
  return {
    'http.request.method': method,
    'url.full': address,
    ...serverAttributes(address),
    ...(resends > 0 ? { 'http.request.resend_count': resends } : {}),
  };
}

/** Those of its end. An error of the gateway in a good response is none of HTTP. */
export function responseAttributes({ status, code }: AttemptTracing): Attributes {
  const type = status !== undefined && status >= 400 ? String(status) : wayError(code);
  return {
    ...(status === undefined ? {} : { 'http.response.status_code': status }),
    ...(type === undefined ? {} : { 'error.type': type }),
  };
}

function wayError(code: string | undefined): string | undefined {
  return code !== undefined && ON_THE_WAY.has(code) ? code : undefined;
}

function serverAttributes(address: string): Attributes {
  const server = serverOf(address);
  return server === undefined ? {} : { 'server.address': server.host, 'server.port': server.port };
}
