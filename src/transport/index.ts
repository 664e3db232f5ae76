/**
 * The way to the gateway: the {@link Transport} interface and the transport over HTTP.
 *
 * @module
 */
export { httpTransport } from './http.js';
export type { HttpTransportOptions } from './http-options.js';
export type {
  Transport,
  TransportBody,
  TransportBodySource,
  TransportRequest,
  TransportResponse,
} from './transport.js';
