/**
 * Servers of any service that the generator has read, on 127.0.0.1: for tests of what calls it.
 *
 * @module
 */

export type { LocalServerOptions } from '../local-server/local-server.js';
export type { SoapAddresses } from '../local-server/soap-endpoint.js';
export type { ReceivedRequest, SoapHandler, SoapHandlers, SoapServerCall } from './handlers.js';
export { type RecordedHandlersOptions, recordedHandlers } from './recorded-handlers.js';
export { type SoapServer, type SoapServerOptions, startSoapServer } from './soap-server.js';
