import { onTestFinished } from 'vitest';
import { type HttpTransportOptions, httpTransport } from '../../src/calls/index.js';
import { SmsServiceClient } from '../../src/client/index.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';
import { credentials } from './responses.js';

/** The bytes of an HTTP response. */
export function http(head: string, body: string | Uint8Array = ''): Buffer {
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

/** The bytes of an HTTP response with a right length. */
export function withLength(head: string, body: string | Uint8Array): Buffer {
  return http(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}`, body);
}

/** Starts a TCP server that answers with exactly these bytes, to the end of the test. */
export async function serve(
  response: Uint8Array | ((count: number) => Uint8Array),
  afterwards?: 'end' | 'keep' | 'reset',
): Promise<RawServer> {
  const server = await startRawServer(response, afterwards);
  onTestFinished(server.close);
  return server;
}

/** Makes a client that goes there over HTTP, to the end of the test; a call is one exchange. */
export function clientOf(url: string, options: HttpTransportOptions = {}): SmsServiceClient {
  const transport = httpTransport({ timeoutMs: 10_000, ...options });
  onTestFinished(() => transport.close?.());
  return new SmsServiceClient({ url, credentials, transport, retry: false });
}
