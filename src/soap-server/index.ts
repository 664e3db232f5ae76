/**
 * Test servers for generated services, on 127.0.0.1.
 *
 * @module
 */

export type { LocalServerOptions } from '../local-server/local-server.js';
export type { SoapAddresses } from '../local-server/soap-endpoint.js';
export type { ReceivedRequest, SoapHandler, SoapHandlers, SoapServerCall } from './handlers.js';
export { type SoapServer, type SoapServerOptions, startSoapServer } from './soap-server.js';
